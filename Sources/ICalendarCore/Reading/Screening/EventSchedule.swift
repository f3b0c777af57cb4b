/// The properties that determine when one component occurs.
///
/// Expansion needs nothing else from an event, so the schedule can be read without decoding the rest of the
/// component.
package struct EventSchedule: Sendable {
    /// The UID, or nil if it is missing or empty.
    package var uid: String?
    /// The hash of the UID, used to group events.
    package var uidHash: UIDHash?
    /// DTSTART, or nil if it is missing or unusable.
    package var start: EventTime?
    package var end: EventTime?
    package var duration: NominalDuration?
    /// The RRULE properties with their lines.
    package var rules: [Located<RecurrenceRule>] = []
    /// The RDATE times, including the ends of periods.
    package var dates: [Located<RecurrenceDate>] = []
    package var exclusions: [Located<EventTime>] = []
    package var recurrenceID: EventTime?
    /// Whether the component has a nonempty RECURRENCE-ID, even an unusable one.
    package var isOverride = false
    package var appliesToFuture = false
    /// SEQUENCE, or 0 if it is missing.
    package var sequence = 0
    package var isCancelled = false
    /// Whether STATUS has a value other than CANCELLED.
    var hasOtherStatus = false
    /// DTSTAMP in civil seconds, or the distant past if it is missing.
    package var stamp = Int.min
    @ShortLine package var line: Int? = nil
    @ShortLine package var startLine: Int? = nil
    @ShortLine var endLine: Int? = nil
    @ShortLine package var recurrenceIDLine: Int? = nil
    /// Data that only a few events have.
    var oddities: Oddities?

    package struct Located<Wrapped: Sendable>: Sendable {
        package var value: Wrapped
        package var line: Int?
    }

    /// Whether the component recurs, through a rule or added dates.
    package var isRecurring: Bool { !rules.isEmpty || !dates.isEmpty }

    package init(line: Int?) {
        self.line = line
    }

    /// Reads the schedule from decoded properties.
    ///
    /// If a property that may occur only once has duplicates, the first one applies.
    package init(properties: [Property], line: Int?) {
        self.line = line
        var seen: Set<String> = []
        for property in properties {
            read(property, seen: &seen)
        }
    }

    /// The scheduling properties that may occur only once.
    static let singular = [
        "UID", "DTSTART", "DTEND", "DURATION", "RECURRENCE-ID", "SEQUENCE", "DTSTAMP", "STATUS",
    ]

    private mutating func read(_ property: Property, seen: inout Set<String>) {
        if Self.singular.contains(property.name), !seen.insert(property.name).inserted {
            change { $0.repeated.append((property.name, property.line)) }
            return
        }
        switch property.name {
        case "UID":
            if uid == nil, let text = property.value.string, !text.isEmpty {
                uid = text
                uidHash = UIDHash(text)
            }
        case "DTSTART":
            if start == nil { start = property.eventTime }
            if startLine == nil { startLine = property.line }
        case "DTEND":
            if end == nil { end = property.eventTime }
            if endLine == nil { endLine = property.line }
        case "DURATION":
            if duration == nil, case .duration(let value) = property.value { duration = value }
            if endLine == nil { endLine = property.line }
        case "RRULE":
            let read = readableRules(of: property)
            if read.isEmpty { change { $0.hasUnreadableRule = true } }
            rules += read
        case "EXRULE":
            let read = readableRules(of: property)
            if !read.isEmpty { change { $0.exclusionRules += read } }
        case "RDATE":
            dates += property.recurrenceDates.map { Located(value: $0, line: property.line) }
        case "EXDATE":
            exclusions += property.eventTimes.map { Located(value: $0, line: property.line) }
        case "RECURRENCE-ID":
            guard !isOverride, !property.isBlank else { return }
            isOverride = true
            recurrenceIDLine = property.line
            recurrenceID = property.eventTime
            appliesToFuture = property.isThisAndFuture
            if !appliesToFuture, let range = property.parameters["RANGE"] {
                change { $0.unknownRange = range }
            }
        case "SEQUENCE":
            if let number = property.numberInRange { sequence = number }
        case "STATUS":
            isCancelled = property.value.string?.uppercased() == "CANCELLED"
            hasOtherStatus = !isCancelled && property.value.string?.trimmingBlanks.isEmpty == false
        case "DTSTAMP":
            if case .dateTime(let time, _) = property.value { stamp = time.secondNumber }
        default:
            break
        }
    }

    private func readableRules(of property: Property) -> [Located<RecurrenceRule>] {
        property.value.elements.compactMap { value in
            guard case .recurrenceRule(let rule) = value else { return nil }
            return Located(value: rule, line: property.line)
        }
    }

    /// Reads the schedule directly from the bytes of an event, or returns nil unless every relevant line is plain.
    ///
    /// Nearly every event is plain, and reading its schedule directly is ten times as fast as decoding its properties.
    /// A plain line is unambiguous and needs no remark: it has an uppercase name, no folds, no parameters except VALUE
    /// or an unquoted TZID, and a value in the form that RFC 5545 defines. All other lines are decoded; a test verifies
    /// that both methods produce the same result.
    package init?(plain lines: Span<ComponentSlice.Line>, _ bytes: Span<UInt8>, _ texts: inout RecentTexts) {
        self.init(line: lines.isEmpty ? nil : Int(lines[0].number))
        var depth = 0
        var seen: UInt16 = 0
        for place in lines.indices {
            let line = lines[place]
            switch line.kind {
            case .begin: depth += 1
            case .end: depth -= 1
            case .property:
                // Most lines are irrelevant, as their names show.
                let found = ScheduleName.findPlain(bytes, Int(line.offset))
                if case .other? = found { continue }
                guard let text = PlainLine(bytes, line, found) else { return nil }
                guard let name = text.name else { continue }
                guard !line.isFolded else { return nil }
                if depth == 1 {
                    // A duplicate of a property that may occur only once needs a remark.
                    guard seen & name.singularBit == 0 else { return nil }
                    seen |= name.singularBit
                    guard read(name, text, bytes, Int(line.number), &texts) else { return nil }
                } else {
                    // An alarm's contents have no effect here, but may need a remark.
                    var inner = EventSchedule(line: nil)
                    guard inner.read(name, text, bytes, 0, &texts) else { return nil }
                }
            }
        }
    }

    /// Reads one line; returns false if the line is not plain.
    private mutating func read(
        _ name: ScheduleName,
        _ text: PlainLine,
        _ bytes: Span<UInt8>,
        _ line: Int,
        _ texts: inout RecentTexts
    ) -> Bool {
        switch name {
        case .uid:
            guard text.value < text.end, let value = text.plainText(bytes) else { return false }
            uid = value
            uidHash = UIDHash(bytes.extracting(text.value..<text.end))
        case .start:
            guard let time = text.time(bytes, &texts) else { return false }
            start = time
            startLine = line
        case .end:
            guard let time = text.time(bytes, &texts) else { return false }
            end = time
            endLine = line
        case .duration:
            var remarks: [ValueRemark] = []
            guard text.hasNoParameters, text.value < text.end,
                let length = NominalDuration(bytes.extracting(text.value..<text.end), &remarks),
                remarks.isEmpty
            else { return false }
            duration = length
            if endLine == nil { endLine = line }
        case .rule:
            guard text.isPlainText(bytes), let rule = texts.rule(bytes, text.value..<text.end) else {
                return false
            }
            rules.append(Located(value: rule, line: line))
        case .exclusions:
            return text.times(bytes, &texts) { exclusions.append(Located(value: $0, line: line)) }
        case .recurrenceID:
            guard let time = text.time(bytes, &texts) else { return false }
            isOverride = true
            recurrenceIDLine = line
            recurrenceID = time
        case .sequence:
            var index = text.value
            guard text.hasNoParameters, text.end - text.value <= 9,
                let number = bytes.number(at: &index, upTo: 1 << 40), index == text.end
            else { return false }
            sequence = number
        case .stamp:
            guard case .utc(let time)? = text.time(bytes, &texts) else { return false }
            stamp = time.secondNumber
        case .status:
            guard text.hasNoParameters, text.end - text.value == 9 else { return false }
            // The first eight letters (CONFIRME, TENTATIV, or CANCELLE) and the last letter.
            switch (ByteWord(bytes, at: text.value).packed, bytes[text.end - 1]) {
            case (0x434F_4E46_4952_4D45, 0x44), (0x5445_4E54_4154_4956, 0x45): hasOtherStatus = true
            case (0x4341_4E43_454C_4C45, 0x44): isCancelled = true
            default: return false
            }
        case .dates, .exclusionRule:
            return false
        }
        return true
    }

    // MARK: - Rare data and short line numbers, stored separately because a calendar has many events

    /// The EXRULE properties with their lines.
    package var exclusionRules: [Located<RecurrenceRule>] { oddities?.values.exclusionRules ?? [] }
    /// Whether an RRULE is unreadable; if so, the component occurs once.
    var hasUnreadableRule: Bool { oddities?.values.hasUnreadableRule ?? false }
    /// A RANGE parameter of RECURRENCE-ID other than THISANDFUTURE, such as THISANDPRIOR from RFC 2445.
    var unknownRange: String? { oddities?.values.unknownRange }
    /// The duplicates of properties that may occur only once, with their lines; the first property of each name
    /// applies.
    package var repeated: [(name: String, line: Int?)] { oddities?.values.repeated ?? [] }

    package mutating func change(_ body: (inout Oddities.Values) -> Void) {
        var values = oddities?.values ?? Oddities.Values()
        // Releases the old object first, so that the change does not copy all of its values.
        oddities = nil
        body(&values)
        oddities = Oddities(values)
    }

    /// Data that only a few events have, stored separately.
    package final class Oddities: Sendable {
        package struct Values: Sendable {
            var exclusionRules: [Located<RecurrenceRule>] = []
            var hasUnreadableRule = false
            var unknownRange: String?
            var repeated: [(name: String, line: Int?)] = []
        }

        let values: Values

        init(_ values: Values) {
            self.values = values
        }
    }

    /// An optional line number in four bytes.
    @propertyWrapper
    package struct ShortLine: Sendable {
        private var bits: UInt32

        package init(wrappedValue number: Int?) {
            bits = UInt32(clamping: number ?? 0)
        }

        /// The one-based line number.
        package var wrappedValue: Int? {
            get { bits == 0 ? nil : Int(bits) }
            set { bits = UInt32(clamping: newValue ?? 0) }
        }
    }
}
