/// A folder like those of CalDAV servers and sync programs, with one small file per event, each with its own VTIMEZONE.
public struct FolderCorpus {
    private var planner: EventPlanner
    private let writer = EventWriter(detail: .full)
    private var text = ContentText()

    /// Creates a folder whose files depend only on the seed.
    public init(seed: UInt64) {
        planner = EventPlanner(numbers: SeededNumbers(seed: seed))
    }

    /// Returns the next file.
    public mutating func next() -> [UInt8] {
        text.removeAll()
        text.line("BEGIN:VCALENDAR")
        text.line("VERSION:2.0")
        text.line("PRODID:-//swift-icalendar//benchmark corpus//EN")
        let event = planner.numbers.percent(80) ? planner.single() : planner.series()
        if case .zoned(let zone) = event.form { text.lines(ZoneText.all[zone].definition) }
        writer.write(event, skipping: [], to: &text, &planner.numbers)
        text.line("END:VCALENDAR")
        return text.bytes
    }
}
