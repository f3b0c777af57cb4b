package import ICalendar

/// An output format in which events are written one at a time.
///
/// Times can be inserted without encoding the rest again.
package enum EventForm: Sendable {
    case ics
    case jcal
    case xcal

    package static let productID = "-//swift-icalendar//ics-expand//EN"

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

    package var closing: String {
        switch self {
        case .ics: "END:VCALENDAR\r\n"
        case .jcal: "\n]]\n"
        case .xcal: "</components></vcalendar>" + Self.xmlTail
        }
    }

    /// The definition of UTC for empty calendars.
    ///
    /// A calendar must have at least one component (RFC 5545 section 3.6).
    package var nothing: [UInt8] { bytes(of: Zone.definitionOfUTC) }

    package var separator: String { self == .jcal ? ",\n" : "" }

    var beginning: String {
        switch self {
        case .ics: "BEGIN:VEVENT\r\n"
        case .jcal: Self.jsonHead
        case .xcal: Self.eventHead
        }
    }

    /// Returns the text before a time.
    ///
    /// `name` is the lowercase property name.
    func open(_ name: String, isDate: Bool, isFirst: Bool = false) -> String {
        switch self {
        case .ics: name.uppercased() + (isDate ? ";VALUE=DATE:" : ":")
        case .jcal: (isFirst ? "" : ",") + "[\"\(name)\",{},\"\(Self.type(isDate))\",\""
        case .xcal: "<\(name)><\(Self.type(isDate))>"
        }
    }

    func close(_ name: String, isDate: Bool) -> String {
        switch self {
        case .ics: "\r\n"
        case .jcal: "\"]"
        case .xcal: "</\(Self.type(isDate))></\(name)>"
        }
    }

    package func bytes(of component: Component) -> [UInt8] {
        switch self {
        case .ics: return component.contentLines
        case .jcal: return CalendarObject(component).jCalBytes()
        case .xcal:
            // Edit the bytes in place, since a single event may make up most of a file.
            var bytes = CalendarFile(calendars: [CalendarObject(component)]).xCalBytes()
            bytes.removeLast(Self.xmlTail.utf8.count)
            bytes.removeFirst(Self.xmlHead.utf8.count)
            bytes.append(UInt8(ascii: "\n"))
            return bytes
        }
    }

    func rest(of component: Component) -> [UInt8] {
        var bytes = bytes(of: component)
        switch self {
        // Skip the BEGIN line, which has already been written.
        case .ics:
            let start = bytes.firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
            PlainBytes.removeControls(from: &bytes, after: start)
        case .jcal:
            // An event always has a UID, so a property follows the separator.
            let start = Self.jsonHead.utf8.count
            bytes[start - 1] = UInt8(ascii: ",")
            PlainBytes.removeControls(from: &bytes, after: start - 1)
        case .xcal: PlainBytes.removeControls(from: &bytes, after: Self.eventHead.utf8.count)
        }
        return bytes
    }

    /// Returns an event's bytes without its times, and the positions of the given triggers' values.
    func rest(of component: Component, _ triggers: [StandaloneTrigger]) -> (
        bytes: [UInt8], patches: [RowPatch]
    ) {
        if triggers.isEmpty { return (rest(of: component), []) }
        var component = component
        for isShort in [false, true] {
            func bytes(seconds: Int) -> [UInt8] {
                for trigger in triggers {
                    component.components[trigger.place].setTrigger(NominalDuration(seconds: seconds))
                }
                return rest(of: component)
            }
            // In each format, `PT1S` and `PT2S` differ in one byte, and everything else is identical.
            let (first, second) = (bytes(seconds: 1), bytes(seconds: 2))
            let places = first.indices.filter { $0 < second.count && first[$0] != second[$0] }
            let patches = zip(places, triggers).map { RowPatch(start: $0 - 2, end: $0 + 2, trigger: $1) }
            let isWhole =
                patches.count == triggers.count
                && patches.allSatisfy { first[$0.start..<$0.end].elementsEqual("PT1S".utf8) }
            if isWhole || isShort { return (first, isWhole ? patches : []) }
            // If folding splits a value across two lines, drop parameters to shorten the line and try again.
            for trigger in triggers { component.components[trigger.place].shortenTrigger() }
        }
        return (rest(of: component), [])
    }

    /// Writes a time.
    ///
    /// The writer must have room for 32 bytes.
    @inline(__always)
    func put(_ key: Int, _ form: TimeForm, _ clock: inout ClockText, to writer: inout OutputBlock.Writer) {
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
