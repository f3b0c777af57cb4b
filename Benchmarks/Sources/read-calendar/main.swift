import ICalendar

// Reads calendars whole, every component and property decoded, and prints how many components there are: the
// counterpart of `expand --parse-only`.

/// The components below one, itself included.
func count(_ component: Component) -> Int {
    component.components.reduce(1) { $0 + count($1) }
}

for path in CommandLine.arguments.dropFirst() {
    let file = try CalendarFile(contentsOf: path)
    print(file.calendars.reduce(0) { $0 + count($1.component) })
}
