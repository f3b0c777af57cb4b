#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import ICalendar
import ICalendarLibical

// Reads whole calendars, decodes every component and property, and prints the number of components, like the peer's
// `expand --parse-only`. `--threads N` sets the number of threads, and `--libical` selects libical. `--timed` also
// prints the seconds spent reading, excluding process start and exit. A heap that has been used before is faster, so
// measure each number of threads in a separate process. As in the peer, nothing is freed at the end.

/// Returns the number of components in a tree, including its root.
func count(_ component: Component) -> Int {
    component.components.reduce(1) { $0 + count($1) }
}

var arguments = CommandLine.arguments.dropFirst()
var threads: Int?
var engine = CalendarEngine.native
var isTimed = false
while let argument = arguments.first, argument.hasPrefix("--") {
    arguments.removeFirst()
    switch argument {
    case "--threads": threads = arguments.popFirst().flatMap { Int($0) }
    case "--libical":
        guard let named = CalendarEngine(rawValue: "libical") else {
            fatalError("built without the trait Libical")
        }
        engine = named
    default: isTimed = true
    }
}
var files: [CalendarFile] = []
for path in arguments {
    let clock = ContinuousClock()
    let start = clock.now
    let file = try CalendarFile(contentsOf: path, engine: engine, threads: threads)
    let seconds = (clock.now - start) / .seconds(1)
    files.append(file)
    let components = file.calendars.reduce(0) { $0 + count($1.component) }
    print(isTimed ? "\(components) \(seconds)" : "\(components)")
}
withExtendedLifetime(files) { exit(0) }
