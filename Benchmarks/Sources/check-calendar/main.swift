import ICalendar

// Reads calendars, and prints how many seconds reading, checking and repairing take, and how much was found.

for path in CommandLine.arguments.dropFirst() {
    let clock = ContinuousClock()
    let start = clock.now
    let file = try CalendarFile(contentsOf: path, threads: 1)
    let read = clock.now
    let violations = file.validate()
    let checked = clock.now
    let (_, repairs) = file.repaired()
    let repaired = clock.now
    let times = [read - start, checked - read, repaired - checked].map { "\($0 / .seconds(1))" }
    print(path, times.joined(separator: " "), violations.count, repairs.count)
}
