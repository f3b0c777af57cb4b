/// What the RFCs say about one property: its value types and whether it holds a list.
///
/// Nothing in it is counted by references, as all threads that decode use the same definitions on every line.
struct PropertyDefinition: Sendable {
    /// The name in capitals.
    let name: String
    /// How the value is written when nothing else is declared.
    let form: ValueForm
    /// The value types that VALUE may declare.
    let kinds: Kinds
    /// Whether the value is a list, separated by commas.
    let isList: Bool
    /// Whether libical 3.0 knows the name; the value of any other is lost in it.
    let isKnownToLibical: Bool
    /// Whether libical decides the property's values, as far as each lets it.
    let isForLibical: Bool

    /// One to four value types, without an array around them.
    struct Kinds: Sendable {
        /// The default.
        let first: Value.Kind
        private let second: Value.Kind
        private let third: Value.Kind
        private let fourth: Value.Kind

        init(_ first: Value.Kind, _ second: Value.Kind?, _ third: Value.Kind?, _ fourth: Value.Kind? = nil) {
            self.first = first
            self.second = second ?? first
            self.third = third ?? first
            self.fourth = fourth ?? first
        }

        /// Whether a type is among them.
        func contains(_ kind: Value.Kind) -> Bool {
            kind == first || kind == second || kind == third || kind == fourth
        }
    }

    /// A definition; `inLibical` says whether libical knows the name.
    init(
        _ name: String,
        _ form: ValueForm,
        _ first: Value.Kind,
        _ second: Value.Kind? = nil,
        _ third: Value.Kind? = nil,
        _ fourth: Value.Kind? = nil,
        list: Bool = false,
        inLibical: Bool = true
    ) {
        self.name = name
        self.form = form
        kinds = Kinds(first, second, third, fourth)
        isList = list
        isKnownToLibical = inLibical
        isForLibical = inLibical && ValueDecider.decider(of: form) == .libical
    }

    /// Where the definition of a name (in any case) is in ``all``, or nil when no RFC defines it; the name is the bytes of a
    /// line in these places.
    static func index(of name: Range<Int>, in line: Span<UInt8>) -> Int? {
        guard let key = NameKey(name, in: line) else { return longIndex(of: line.extracting(name)) }
        let slots = slots
        var slot = key.hash(bits: slotBits)
        while slots[slot].index >= 0 {
            if slots[slot].key == key { return Int(slots[slot].index) }
            slot = (slot + 1) & (slotCount - 1)
        }
        return nil
    }

    /// How values of a name are written when nothing else is declared; nil when no RFC defines it.
    static func form(of name: Range<Int>, in line: Span<UInt8>) -> ValueForm? {
        index(of: name, in: line).map { all[$0].form }
    }

    /// Where the definition of a name is in ``all``, or nil when no RFC defines it.
    static func place(of name: String) -> Int? {
        let bytes = Array(name.utf8)
        return index(of: bytes.indices, in: bytes.span)
    }

    /// The same for names that have no key.
    private static func longIndex(of name: Span<UInt8>) -> Int? {
        longNames.first { long in
            long.bytes.count == name.count
                && long.bytes.indices.allSatisfy { Ascii.capital(name[$0]) == long.bytes[$0] }
        }?.index
    }

    /// The names that are too long for a key.
    private static let longNames: [(bytes: [UInt8], index: Int)] = all.enumerated().compactMap { index, one in
        let bytes = Array(one.name.utf8)
        return NameKey(bytes.indices, in: bytes.span) == nil ? (bytes, index) : nil
    }

    private static let slotBits = 9
    private static let slotCount = 1 << slotBits

    /// A slot of the table of keys.
    private struct Slot {
        var key: NameKey
        /// The place in ``all``; -1 where the slot is free.
        var index: Int16
    }

    /// An open-addressed table of places in ``all``.
    private static let slots: [Slot] = {
        var slots = [Slot](repeating: Slot(key: NameKey(), index: -1), count: slotCount)
        for (index, definition) in all.enumerated() {
            let bytes = Array(definition.name.utf8)
            guard let key = NameKey(bytes.indices, in: bytes.span) else { continue }
            var slot = key.hash(bits: slotBits)
            while slots[slot].index >= 0 { slot = (slot + 1) & (slotCount - 1) }
            slots[slot] = Slot(key: key, index: Int16(index))
        }
        return slots
    }()
}

extension PropertyDefinition {
    /// The properties of RFC 5545, with RFC 7986, 6638, 7529, 7808, 7953, 9073, 9074 and 9253.
    static let all: [PropertyDefinition] =
        calendarProperties + componentProperties + timeProperties + laterProperties

    /// RFC 5545 section 3.7 and RFC 7986 section 5: properties of the calendar itself.
    private static let calendarProperties: [PropertyDefinition] = [
        PropertyDefinition("CALSCALE", .text, .text),
        PropertyDefinition("METHOD", .enumeration, .text),
        PropertyDefinition("PRODID", .text, .text),
        PropertyDefinition("VERSION", .text, .text),
        PropertyDefinition("NAME", .text, .text),
        PropertyDefinition("REFRESH-INTERVAL", .duration, .duration),
        PropertyDefinition("SOURCE", .uri, .uri),
        PropertyDefinition("COLOR", .text, .text),
        PropertyDefinition("IMAGE", .uri, .uri, .binary),
        PropertyDefinition("CONFERENCE", .uri, .uri),
    ]

    /// RFC 5545 sections 3.8.1, 3.8.4, 3.8.6 and 3.8.8: what a component says of itself.
    private static let componentProperties: [PropertyDefinition] = [
        PropertyDefinition("ATTACH", .uri, .uri, .binary),
        PropertyDefinition("CATEGORIES", .textList, .text, list: true),
        PropertyDefinition("CLASS", .enumeration, .text),
        PropertyDefinition("COMMENT", .text, .text),
        PropertyDefinition("DESCRIPTION", .text, .text),
        PropertyDefinition("GEO", .geo, .float),
        PropertyDefinition("LOCATION", .text, .text),
        PropertyDefinition("PERCENT-COMPLETE", .integer, .integer),
        PropertyDefinition("PRIORITY", .integer, .integer),
        PropertyDefinition("RESOURCES", .textList, .text, list: true),
        PropertyDefinition("STATUS", .status, .text),
        PropertyDefinition("SUMMARY", .text, .text),
        PropertyDefinition("ATTENDEE", .calendarAddress, .calendarAddress),
        PropertyDefinition("CONTACT", .text, .text),
        PropertyDefinition("ORGANIZER", .calendarAddress, .calendarAddress),
        // RFC 9253 section 9.1 lets RELATED-TO hold a URI as well, and say that it holds a UID.
        PropertyDefinition("RELATED-TO", .text, .text, .uri, .uid),
        PropertyDefinition("URL", .uri, .uri),
        PropertyDefinition("UID", .identifier, .text),
        PropertyDefinition("ACTION", .enumeration, .text),
        PropertyDefinition("REPEAT", .integer, .integer),
        PropertyDefinition("TRIGGER", .duration, .duration, .dateTime),
        PropertyDefinition("SEQUENCE", .integer, .integer),
        PropertyDefinition("REQUEST-STATUS", .requestStatus, .text),
    ]

    /// RFC 5545 sections 3.8.2, 3.8.3, 3.8.5 and 3.8.7: when something happens, and the zones.
    private static let timeProperties: [PropertyDefinition] = [
        PropertyDefinition("COMPLETED", .moment, .dateTime),
        PropertyDefinition("DTEND", .moment, .dateTime, .date),
        PropertyDefinition("DUE", .moment, .dateTime, .date),
        PropertyDefinition("DTSTART", .moment, .dateTime, .date),
        PropertyDefinition("DURATION", .duration, .duration),
        PropertyDefinition("FREEBUSY", .period, .period, list: true),
        PropertyDefinition("TRANSP", .enumeration, .text),
        PropertyDefinition("TZID", .identifier, .text),
        PropertyDefinition("TZNAME", .identifier, .text),
        PropertyDefinition("TZOFFSETFROM", .utcOffset, .utcOffset),
        PropertyDefinition("TZOFFSETTO", .utcOffset, .utcOffset),
        PropertyDefinition("TZURL", .uri, .uri),
        PropertyDefinition("RECURRENCE-ID", .moment, .dateTime, .date),
        PropertyDefinition("EXDATE", .moment, .dateTime, .date, list: true),
        PropertyDefinition("EXRULE", .recurrenceRule, .recur),
        PropertyDefinition("RDATE", .moment, .dateTime, .date, .period, list: true),
        PropertyDefinition("RRULE", .recurrenceRule, .recur),
        PropertyDefinition("CREATED", .moment, .dateTime),
        PropertyDefinition("DTSTAMP", .moment, .dateTime),
        PropertyDefinition("LAST-MODIFIED", .moment, .dateTime),
    ]

    /// RFC 7808, 7953, 9073, 9074 and 9253.
    ///
    /// RFC 6638 and 7529 add parameters and rule parts only.
    private static let laterProperties: [PropertyDefinition] = [
        PropertyDefinition("TZUNTIL", .moment, .dateTime),
        PropertyDefinition("TZID-ALIAS-OF", .identifier, .text),
        PropertyDefinition("BUSYTYPE", .enumeration, .text),
        PropertyDefinition("ACKNOWLEDGED", .moment, .dateTime),
        // libical 3.0 knows none of the names below, and loses their values.
        PropertyDefinition("PROXIMITY", .text, .text, inLibical: false),
        PropertyDefinition("CALENDAR-ADDRESS", .calendarAddress, .calendarAddress, inLibical: false),
        PropertyDefinition("LOCATION-TYPE", .textList, .text, list: true, inLibical: false),
        PropertyDefinition("PARTICIPANT-TYPE", .text, .text, inLibical: false),
        PropertyDefinition("RESOURCE-TYPE", .text, .text, inLibical: false),
        // RFC 9073 sections 6.5 and 6.6 give these two no default; without VALUE they are read as text.
        PropertyDefinition("STYLED-DESCRIPTION", .text, .text, .uri, inLibical: false),
        PropertyDefinition("STRUCTURED-DATA", .text, .text, .binary, .uri, inLibical: false),
        PropertyDefinition("CONCEPT", .uri, .uri, inLibical: false),
        // RFC 9253 section 8.2 demands VALUE; TEXT is what drafts of it had for UID.
        PropertyDefinition("LINK", .uri, .uri, .uid, .xmlReference, .text, inLibical: false),
        PropertyDefinition("REFID", .text, .text, inLibical: false),
    ]
}
