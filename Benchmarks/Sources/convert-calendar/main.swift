import ICalendar

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Converts one calendar and prints it: `convert-calendar --to jcal|xcal [--from-jcal] FILE`. Comparisons with other
// programs run it, and `--timed` prints how many seconds reading and writing take instead.

var arguments = CommandLine.arguments.dropFirst()
var format = "jcal"
var isJCal = false
var isTimed = false
while let argument = arguments.first, argument.hasPrefix("--") {
    arguments.removeFirst()
    switch argument {
    case "--to": format = arguments.popFirst() ?? format
    case "--from-jcal": isJCal = true
    default: isTimed = true
    }
}
for path in arguments {
    let clock = ContinuousClock()
    let start = clock.now
    let file =
        try isJCal
        ? CalendarFile(jCal: Data(contentsOf: URL(filePath: path)), name: path)
        : CalendarFile(contentsOf: path)
    let read = clock.now
    let output = format == "xcal" ? file.xCalData() : file.jCalData()
    if isTimed {
        print((read - start) / .seconds(1), (clock.now - read) / .seconds(1), output.count)
    } else {
        print(String(decoding: output, as: UTF8.self))
    }
}
