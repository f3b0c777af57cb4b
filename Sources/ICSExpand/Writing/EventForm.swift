import ICalendar

/// A way to write events one after the other, so that their times can be put in without encoding the rest again.
enum EventForm: Sendable {
    /// iCalendar (RFC 5545).
    case ics

    /// PRODID of what the program writes.
    static let productID = "-//swift-icalendar//ics-expand//EN"

    /// What stands before the first event.
    var opening: String {
        switch self {
        case .ics: "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:\(Self.productID)\r\n"
        }
    }

    /// What stands after the last event.
    var closing: String {
        switch self {
        case .ics: "END:VCALENDAR\r\n"
        }
    }

    /// What parts an event from the one before.
    var separator: String {
        switch self {
        case .ics: ""
        }
    }

    /// How an event begins.
    var beginning: String {
        switch self {
        case .ics: "BEGIN:VEVENT\r\n"
        }
    }

    /// What stands before a time; `name` is that of the property in small letters.
    func open(_ name: String, isDate: Bool, isFirst: Bool = false) -> String {
        switch self {
        case .ics: name.uppercased() + (isDate ? ";VALUE=DATE:" : ":")
        }
    }

    /// What stands after a time.
    func close(_ name: String, isDate: Bool) -> String {
        switch self {
        case .ics: "\r\n"
        }
    }

    /// What an event without its times says, and how it ends.
    func rest(of component: Component) -> [UInt8] {
        switch self {
        case .ics:
            // After the line of BEGIN, which is written already.
            return PlainBytes.withoutControls(component.contentLines.drop { $0 != 0x0A }.dropFirst())
        }
    }

    /// Puts a time; there must be room for 32 bytes.
    @inline(__always)
    func put(_ key: Int, _ form: TimeForm, _ clock: inout ClockText, to writer: inout ByteWriter) {
        switch self {
        case .ics: clock.putBasic(key, form, to: &writer)
        }
    }
}

/// Bytes of a calendar without what could drive a terminal.
enum PlainBytes {
    /// The same bytes but for control characters: below a blank only tabs and line ends stay, and of those beyond ASCII
    /// (U+0080 to U+009F) none.
    static func withoutControls(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        for byte in bytes {
            if plain.last == 0xC2, (0x80..<0xA0).contains(byte) {
                plain.removeLast()
            } else if byte >= 0x20 && byte != 0x7F || byte == 0x09 || byte == 0x0A || byte == 0x0D {
                plain.append(byte)
            }
        }
        return plain
    }
}
