package import ICalendar

/// A way to write events one after the other, so that their times can be put in without encoding the rest again.
package enum EventForm: Sendable {
    /// iCalendar (RFC 5545).
    case ics
    /// The same in JSON (RFC 7265).
    case jcal
    /// The same in XML (RFC 6321).
    case xcal

    /// PRODID of what ics-expand writes.
    package static let productID = "-//swift-icalendar//ics-expand//EN"

    /// What stands before the first event of a program with this PRODID, which needs no escapes.
    package func opening(by productID: String = EventForm.productID) -> String {
        switch self {
        case .ics: "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:\(productID)\r\n"
        case .jcal:
            #"["vcalendar",[["version",{},"text","2.0"],["prodid",{},"text",""# + productID + "\"]],[\n"
        case .xcal:
            Self.xmlHead + "<vcalendar><properties><version><text>2.0</text></version>"
                + "<prodid><text>\(productID)</text></prodid></properties><components>\n"
        }
    }

    /// What stands after the last event.
    package var closing: String {
        switch self {
        case .ics: "END:VCALENDAR\r\n"
        case .jcal: "\n]]\n"
        case .xcal: "</components></vcalendar>" + Self.xmlTail
        }
    }

    /// What parts an event from the one before.
    package var separator: String { self == .jcal ? ",\n" : "" }

    /// How an event begins.
    var beginning: String {
        switch self {
        case .ics: "BEGIN:VEVENT\r\n"
        case .jcal: Self.jsonHead
        case .xcal: Self.eventHead
        }
    }

    /// What stands before a time; `name` is that of the property in small letters.
    func open(_ name: String, isDate: Bool, isFirst: Bool = false) -> String {
        switch self {
        case .ics: name.uppercased() + (isDate ? ";VALUE=DATE:" : ":")
        case .jcal: (isFirst ? "" : ",") + "[\"\(name)\",{},\"\(Self.type(isDate))\",\""
        case .xcal: "<\(name)><\(Self.type(isDate))>"
        }
    }

    /// What stands after a time.
    func close(_ name: String, isDate: Bool) -> String {
        switch self {
        case .ics: "\r\n"
        case .jcal: "\"]"
        case .xcal: "</\(Self.type(isDate))></\(name)>"
        }
    }

    /// An event as it stands among others.
    package func bytes(of component: Component) -> [UInt8] {
        switch self {
        case .ics: return component.contentLines
        case .jcal: return CalendarObject(component).jCalBytes()
        case .xcal:
            let bytes = CalendarFile(calendars: [CalendarObject(component)]).xCalBytes()
            let event = bytes.dropFirst(Self.xmlHead.utf8.count).dropLast(Self.xmlTail.utf8.count)
            return event + [UInt8(ascii: "\n")]
        }
    }

    /// What an event without its times says, and how it ends.
    func rest(of component: Component) -> [UInt8] {
        let bytes = bytes(of: component)
        return switch self {
        // After the line of BEGIN, which is written already.
        case .ics: PlainBytes.withoutControls(bytes.drop { $0 != 0x0A }.dropFirst())
        case .jcal:
            // An event has a UID at least, so that there is something to part.
            [UInt8(ascii: ",")] + PlainBytes.withoutControls(bytes.dropFirst(Self.jsonHead.utf8.count))
        case .xcal: PlainBytes.withoutControls(bytes.dropFirst(Self.eventHead.utf8.count))
        }
    }

    /// Puts a time; there must be room for 32 bytes.
    @inline(__always)
    func put(_ key: Int, _ form: TimeForm, _ clock: inout ClockText, to writer: inout ByteWriter) {
        switch self {
        case .ics: clock.putBasic(key, form, to: &writer)
        case .jcal, .xcal: clock.putInUTC(key, form, to: &writer)
        }
    }

    private static let jsonHead = #"["vevent",["#
    private static let eventHead = "<vevent><properties>"
    private static let xmlHead =
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<icalendar xmlns=\"urn:ietf:params:xml:ns:icalendar-2.0\">"
    private static let xmlTail = "</icalendar>\n"

    private static func type(_ isDate: Bool) -> String { isDate ? "date" : "date-time" }
}

/// Bytes of a calendar without what could drive a terminal.
package enum PlainBytes {
    /// The same bytes but for control characters: below a blank only tabs and line ends stay, and of those beyond ASCII
    /// (U+0080 to U+009F) none.
    package static func withoutControls(_ bytes: some Collection<UInt8>) -> [UInt8] {
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
