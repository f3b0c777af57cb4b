import ICalendar

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

// Reads calendars and prints them, to compare with other programs and to find inputs that break:
// `convert-calendar --to ics|jcal|xcal [--from-jcal] [--as-read|--plain] [--rebuild] [--timed] FILE...`.
//
// `--from-jcal` reads jCal. For `ics`, `--as-read` keeps line ends and folds and adds nothing, and `--plain` only
// adds nothing. `--rebuild` discards the original bytes, so that every line is written anew from its values.
// `--timed` prints the seconds spent on reading and on writing, and the bytes written, instead of the calendar.

/// Returns a copy of the component that does not know how it was written.
func rebuilt(_ component: Component) -> Component {
    Component(
        component.name,
        properties: component.properties.map { Property($0.name, $0.value, parameters: $0.parameters) },
        components: component.components.map(rebuilt)
    )
}

var arguments = CommandLine.arguments.dropFirst()
var format = "ics"
var options = WritingOptions()
var flags: Set<String> = []
while let argument = arguments.first, argument.hasPrefix("--") {
    arguments.removeFirst()
    switch argument {
    case "--to": format = arguments.popFirst() ?? format
    case "--as-read": options = .asRead
    case "--plain":
        options.addsTimeZones = false
        options.addsRequiredProperties = false
    default: flags.insert(argument)
    }
}
do {
    for path in arguments {
        let clock = ContinuousClock()
        let start = clock.now
        var file =
            try flags.contains("--from-jcal")
            ? CalendarFile(jCal: Data(contentsOf: URL(filePath: path)), name: path)
            : CalendarFile(contentsOf: path)
        if flags.contains("--rebuild") {
            file.calendars = file.calendars.map { CalendarObject(rebuilt($0.component)) }
        }
        let read = clock.now
        let output =
            switch format {
            case "jcal": file.jCalData()
            case "xcal": file.xCalData()
            default: file.icsData(options)
            }
        if flags.contains("--timed") {
            print((read - start) / .seconds(1), (clock.now - read) / .seconds(1), output.count)
        } else {
            try output.write(to: URL(filePath: "/dev/stdout"))
        }
    }
} catch {
    // An uncaught error would end the program like a crash.
    try? Data("convert-calendar: \(error)\n".utf8).write(to: URL(filePath: "/dev/stderr"))
    exit(1)
}
