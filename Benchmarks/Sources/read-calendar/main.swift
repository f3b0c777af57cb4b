#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import ICalendar

// Reads calendars whole, every component and property decoded, and prints how many components there are: the
// counterpart of `expand --parse-only`. `--threads N` says by how many threads; `--timed` also prints how many seconds
// reading takes, without starting and ending the program. A heap that was used before is faster, so each number of
// threads wants a process of its own. Nothing is freed at the end, as its counterpart frees nothing.

/// The components below one, itself included.
func count(_ component: Component) -> Int {
    component.components.reduce(1) { $0 + count($1) }
}

var arguments = CommandLine.arguments.dropFirst()
var threads: Int?
var isTimed = false
while let argument = arguments.first, argument.hasPrefix("--") {
    arguments.removeFirst()
    switch argument {
    case "--threads": threads = arguments.popFirst().flatMap { Int($0) }
    default: isTimed = true
    }
}
var files: [CalendarFile] = []
for path in arguments {
    let clock = ContinuousClock()
    let start = clock.now
    let file = try CalendarFile(contentsOf: path, threads: threads)
    let seconds = (clock.now - start) / .seconds(1)
    files.append(file)
    let components = file.calendars.reduce(0) { $0 + count($1.component) }
    print(isTimed ? "\(components) \(seconds)" : "\(components)")
}
withExtendedLifetime(files) { exit(0) }
