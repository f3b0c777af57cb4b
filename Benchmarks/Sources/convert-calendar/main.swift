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

// Reads and prints calendars, for comparison with other programs and to find input that causes failures:
// `convert-calendar --to ics|jcal|xcal [--from-jcal] [--as-read|--plain] [--rebuild] [--timed] FILE...`.
//
// `--from-jcal` reads jCal. For `ics`, `--as-read` keeps line endings and folds and adds nothing. `--plain` also adds
// nothing, but writes standard line endings and folds. `--rebuild` discards the original bytes, so every line is
// formatted from its values. `--timed` prints the seconds spent reading and writing, and the number of bytes written,
// instead of the calendar.

/// Returns a copy of the component without its original bytes.
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
    // Catch errors, since an uncaught error looks like a crash.
    try? Data("convert-calendar: \(error)\n".utf8).write(to: URL(filePath: "/dev/stderr"))
    exit(1)
}
