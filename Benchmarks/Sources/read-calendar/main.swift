import ICalendar

// Reads calendars whole, every component and property decoded, and prints how many components there are: the
// counterpart of `expand --parse-only`. `--threads N` says by how many threads; `--timed` prints for one and for two
// threads how long it takes, which is then the time to read alone, without that of ending the program.

/// The components below one, itself included.
func count(_ component: Component) -> Int {
    component.components.reduce(1) { $0 + count($1) }
}

/// Reads one file and gives how many components it has.
func read(_ path: String, threads: Int?) throws -> Int {
    let file = try CalendarFile(contentsOf: path, threads: threads)
    return file.calendars.reduce(0) { $0 + count($1.component) }
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
for path in arguments {
    if isTimed {
        for threads in [1, 2] {
            let clock = ContinuousClock()
            let start = clock.now
            let file = try CalendarFile(contentsOf: path, threads: threads)
            let seconds = (clock.now - start) / .seconds(1)
            print(threads, seconds, file.calendars.reduce(0) { $0 + count($1.component) })
        }
    } else {
        print(try read(path, threads: threads))
    }
}
