/// Calendars of any size that look like real ones: those of people and organisations from 2012 to 2026.
///
/// The same kind, size and seed give the same bytes. A corpus is made block by block, so its size costs no memory.
public struct CalendarCorpus {
    /// What the calendar is like.
    public enum Kind: String, Sendable, CaseIterable {
        /// Four of five events are single, the others recur and have overrides and exceptions.
        case people
        /// Every event is an endless series: about 70 occurrences a year each.
        case recurring
    }

    /// When a corpus is large enough.
    public enum Size: Sendable {
        /// After so many events; what replaces an instance counts as one.
        case events(Int)
        /// At the end of the event with which it has so many bytes.
        case bytes(Int)
    }

    private static let blockSize = 1 << 20
    /// How many overrides wait at most to be written further down, as in real exports.
    private static let greatestPending = 64

    private let kind: Kind
    private var planner: EventPlanner
    private let writer: EventWriter
    private var text = ContentText(capacity: CalendarCorpus.blockSize + 1 << 16)
    private var pending: [PlannedEvent] = []
    private var events = 0
    private var bytesGiven = 0

    /// A corpus whose bytes depend on these alone.
    public init(_ kind: Kind, seed: UInt64) {
        self.kind = kind
        planner = EventPlanner(numbers: SeededNumbers(seed: seed))
        writer = EventWriter(detail: kind == .people ? .full : .sparse)
    }

    /// Makes one calendar and hands it to `sink` in blocks of about a megabyte.
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

    /// One calendar as a whole.
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

    /// Whether not even an override that waits may be written.
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

    /// A series with exceptions at odd steps and overrides at even ones, so that no instance is both.
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
