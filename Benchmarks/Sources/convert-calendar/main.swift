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

// Reads calendars and prints them, for comparing with other programs and for finding inputs that break:
// `convert-calendar --to ics|jcal|xcal [--from-jcal] [--as-read|--plain] [--rebuild] [--timed] FILE...`.
//
// `--from-jcal` reads jCal. Of `ics`, `--as-read` keeps line ends and folds and adds nothing, and `--plain` adds
// nothing. `--rebuild` forgets the bytes that were read, so that every line is made anew from its values. `--timed`
// prints how many seconds reading and writing take, and how many bytes were written, in place of the calendar.

/// The component without any memory of how it was written.
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
    // An error that nobody catches would end the program as a crash does.
    try? Data("convert-calendar: \(error)\n".utf8).write(to: URL(filePath: "/dev/stderr"))
    exit(1)
}
