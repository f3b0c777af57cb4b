import ICSConsole
import ICalendar

/// Writes events as one calendar, a few at a time, so that memory does not grow with their number.
///
/// The events stand by themselves: their times are in UTC, so that no definition of a zone has to be known before.
struct StreamedCalendar {
    private let format: OutputFormat
    private let descriptor: Descriptor
    private var bytes: [UInt8] = []
    /// What stands after the last event, once there is one.
    private var closing: [UInt8]?

    /// So many bytes are written at a time, about.
    private static let blockSize = 1 << 16

    /// A calendar in `ics`, `jcal` or `xcal`.
    init(_ format: OutputFormat, to descriptor: Descriptor) {
        self.format = format
        self.descriptor = descriptor
    }

    /// Adds an event.
    mutating func add(_ event: Event) throws(WriteError) {
        let whole = bytes(of: [event])
        let (first, last) = marks
        // Neither can stand in what comes before the event, nor behind it.
        let start = whole.firstRange(of: first.utf8)?.lowerBound ?? whole.startIndex
        let end = whole.lastPlace(of: Array(last.utf8)) ?? whole.endIndex
        if closing == nil {
            bytes += whole[..<start]
        } else if format == .jcal {
            bytes.append(UInt8(ascii: ","))
        }
        bytes += whole[start..<end]
        closing = Array(whole[end...])
        if bytes.count >= Self.blockSize { try flush() }
    }

    /// Ends the calendar and writes what was not written yet.
    mutating func finish() throws(WriteError) {
        bytes += closing ?? bytes(of: [])
        try flush()
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

    private mutating func flush() throws(WriteError) {
        try descriptor.writeShown(bytes, isJSON: format == .jcal)
        bytes.removeAll(keepingCapacity: true)
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
