import ICalendar

// Reads a calendar and writes it to standard output, for comparing with other programs and for finding inputs that
// break. `--as-read` keeps line ends and folds and adds nothing; `--rebuild` forgets the bytes that were read, so that
// every line is made anew from its values; `--timed` writes nothing, and prints how many seconds writing takes.

/// The component without any memory of how it was written.
func rebuilt(_ component: Component) -> Component {
    Component(
        component.name,
        properties: component.properties.map { Property($0.name, $0.value, parameters: $0.parameters) },
        components: component.components.map(rebuilt)
    )
}

var arguments = CommandLine.arguments.dropFirst()
var options = WritingOptions()
var isRebuilt = false
var isTimed = false
while let argument = arguments.first, argument.hasPrefix("--") {
    arguments.removeFirst()
    switch argument {
    case "--as-read": options = .asRead
    case "--rebuild": isRebuilt = true
    default: isTimed = true
    }
}
for path in arguments {
    var file = try CalendarFile(contentsOf: path)
    if isRebuilt { file.calendars = file.calendars.map { CalendarObject(rebuilt($0.component)) } }
    guard isTimed else {
        try file.write(to: "/dev/stdout", options: options)
        continue
    }
    let clock = ContinuousClock()
    let start = clock.now
    let size = file.icsData(options).count
    print("\(size) \((clock.now - start) / .seconds(1))")
}
