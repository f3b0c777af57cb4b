/// A generator of realistic calendars of any size, covering people and organizations from 2012 to 2026.
///
/// The same kind, size, and seed produce the same bytes. A corpus is generated in blocks, so memory use does not depend
/// on its size.
public struct CalendarCorpus {
    /// The composition of the calendar.
    public enum Kind: String, Sendable, CaseIterable {
        /// Four out of five events are single. The others recur and have overrides and exceptions.
        case people
        /// Every event is an endless series with about 70 occurrences a year.
        case recurring
    }

    /// The size of a corpus.
    public enum Size: Sendable {
        /// A number of events, counting each override as one.
        case events(Int)
        /// A number of bytes. Generation stops at the end of the event that reaches it.
        case bytes(Int)
    }

    private static let blockSize = 1 << 20
    /// The maximum number of overrides held back to be written later, as in real exports.
    private static let greatestPending = 64

    private let kind: Kind
    private var planner: EventPlanner
    private let writer: EventWriter
    private var text = ContentText(capacity: CalendarCorpus.blockSize + 1 << 16)
    private var pending: [PlannedEvent] = []
    private var events = 0
    private var bytesGiven = 0

    /// Creates a corpus whose bytes depend only on the kind and the seed.
    public init(_ kind: Kind, seed: UInt64) {
        self.kind = kind
        planner = EventPlanner(numbers: SeededNumbers(seed: seed))
        writer = EventWriter(detail: kind == .people ? .full : .sparse)
    }

    /// Generates one calendar and passes it to `sink` in blocks of about a megabyte.
    public mutating func write(_ size: Size, to sink: ([UInt8]) throws -> Void) rethrows {
        writeHeader()
        while !hasReached(size) {
            writeNext()
            if text.bytes.count >= Self.blockSize { try give(to: sink) }
        }
        for event in pending where !hasReachedExactly(size) { write(event, []) }
        pending = []
        text.line("END:VCALENDAR")
        try give(to: sink)
    }

    /// Returns a whole calendar.
    public mutating func bytes(_ size: Size) -> [UInt8] {
        var all: [UInt8] = []
        write(size) { all += $0 }
        return all
    }

    private mutating func give(to sink: ([UInt8]) throws -> Void) rethrows {
        try sink(text.bytes)
        bytesGiven += text.bytes.count
        text.removeAll()
    }

    private func hasReached(_ size: Size) -> Bool {
        switch size {
        case .events(let count): events + pending.count >= count
        case .bytes(let count): bytesGiven + text.bytes.count >= count
        }
    }

    /// Returns whether the number of events has been reached.
    ///
    /// Pending overrides are then dropped.
    private func hasReachedExactly(_ size: Size) -> Bool {
        if case .events(let count) = size { return events >= count }
        return false
    }

    private mutating func writeHeader() {
        text.line("BEGIN:VCALENDAR")
        text.line("VERSION:2.0")
        text.line("PRODID:-//swift-icalendar//benchmark corpus//EN")
        text.line("CALSCALE:GREGORIAN")
        text.line("METHOD:PUBLISH")
        text.line("X-WR-CALNAME:Büro – Arbeit und Familie")
        for zone in ZoneText.all { text.lines(zone.definition) }
    }

    private mutating func writeNext() {
        if !pending.isEmpty, pending.count >= Self.greatestPending || planner.numbers.percent(6) {
            write(pending.remove(at: planner.numbers.below(pending.count)), [])
            return
        }
        switch kind {
        case .recurring: write(planner.endlessSeries(), [])
        case .people where planner.numbers.percent(79): write(planner.single(), [])
        case .people: writeSeries()
        }
    }

    /// Writes a series with exceptions at odd steps and overrides at even steps, so no instance has both.
    private mutating func writeSeries() {
        let event = planner.series()
        let steps = min(event.recurrence?.steps ?? 100, 100)
        var exceptions: Set<Int> = []
        if steps > 3, planner.numbers.percent(25) {
            for _ in 0..<planner.numbers.within(1...4) {
                exceptions.insert(1 + 2 * planner.numbers.below(steps / 2))
            }
        }
        write(event, exceptions.sorted())
        guard steps > 3, planner.numbers.percent(15) else { return }
        var replaced: Set<Int> = []
        for _ in 0..<planner.numbers.within(1...3) {
            let step = 2 + 2 * planner.numbers.below((steps - 2) / 2)
            guard replaced.insert(step).inserted, let override = planner.replacement(of: step, of: event)
            else { continue }
            if planner.numbers.percent(50) { write(override, []) } else { pending.append(override) }
        }
    }

    private mutating func write(_ event: PlannedEvent, _ exceptions: [Int]) {
        writer.write(event, skipping: exceptions, to: &text, &planner.numbers)
        events += 1
    }
}
