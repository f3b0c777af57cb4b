import ICSConsole
import ICalendar

/// Writes events as one calendar, a few at a time, so that memory does not grow with their number.
///
/// The events stand by themselves: their times are in UTC, so that no definition of a zone has to be known before.
struct StreamedCalendar {
    private let format: OutputFormat
    private let descriptor: Descriptor
    /// Events that are encoded together, as what is around them costs as much as an event.
    private var events: [Event] = []
    /// What stands after the last event, once there is one.
    private var closing: [UInt8]?

    /// So many events are written at a time.
    private static let blockSize = 256

    /// A calendar in `ics`, `jcal` or `xcal`.
    init(_ format: OutputFormat, to descriptor: Descriptor) {
        self.format = format
        self.descriptor = descriptor
    }

    /// Adds an event.
    mutating func add(_ event: Event) throws(WriteError) {
        events.append(event)
        if events.count == Self.blockSize { try flush() }
    }

    /// Ends the calendar and writes what was not written yet.
    mutating func finish() throws(WriteError) {
        if !events.isEmpty { try flush() }
        try write(closing ?? bytes(of: []))
    }

    /// Writes the events that wait, and what stands before the first of all.
    private mutating func flush() throws(WriteError) {
        let whole = bytes(of: events)
        events.removeAll(keepingCapacity: true)
        let (first, last) = marks
        // Neither can stand in what comes before the events, nor behind them.
        let start = whole.firstRange(of: first.utf8)?.lowerBound ?? whole.startIndex
        let end = whole.lastPlace(of: Array(last.utf8)) ?? whole.endIndex
        let isFirst = closing == nil
        let separator = format == .jcal && !isFirst ? [UInt8(ascii: ",")] : []
        closing = Array(whole[end...])
        try write(separator + whole[(isFirst ? whole.startIndex : start)..<end])
    }

    /// How an event begins, and what stands behind the last one.
    private var marks: (first: String, last: String) {
        switch format {
        case .jcal: (#"["vevent","#, "]]")
        case .xcal: ("<vevent>", "</components>")
        default: ("BEGIN:VEVENT", "END:VCALENDAR")
        }
    }

    private func bytes(of events: [Event]) -> [UInt8] {
        let calendar = CalendarObject(events: events, productID: CollectedItems.productID)
        return switch format {
        case .jcal: calendar.jCalBytes() + [UInt8(ascii: "\n")]
        case .xcal: CalendarFile(calendars: [calendar]).xCalBytes()
        default: CalendarFile(calendars: [calendar]).icsBytes()
        }
    }

    private func write(_ bytes: [UInt8]) throws(WriteError) {
        try descriptor.writeShown(bytes, isJSON: format == .jcal)
    }
}

extension [UInt8] {
    /// Where some bytes begin for the last time.
    fileprivate func lastPlace(of part: [UInt8]) -> Int? {
        var place = count - part.count
        while place >= 0 {
            if self[place..<place + part.count].elementsEqual(part) { return place }
            place -= 1
        }
        return nil
    }
}
