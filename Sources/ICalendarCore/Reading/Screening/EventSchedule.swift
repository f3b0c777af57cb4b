/// When one component happens: the properties that decide it, read off into one value.
///
/// This is all that the expansion needs of an event, so it can be read without decoding the rest of the component.
package struct EventSchedule: Sendable {
    /// UID, or nil when it is missing or empty.
    package var uid: String?
    /// A hash of it, by which events are put together.
    package var uidHash: UIDHash?
    /// DTSTART, or nil when it is missing or unusable.
    package var start: EventTime?
    package var end: EventTime?
    package var duration: NominalDuration?
    /// RRULE, with their lines.
    package var rules: [Located<RecurrenceRule>] = []
    /// RDATE: times, and the ends of those that are periods.
    package var dates: [Located<RecurrenceDate>] = []
    package var exclusions: [Located<EventTime>] = []
    package var recurrenceID: EventTime?
    /// Whether there is a RECURRENCE-ID at all, usable or not.
    package var isOverride = false
    package var appliesToFuture = false
    /// SEQUENCE; 0 when it is missing.
    package var sequence = 0
    package var isCancelled = false
    /// Whether STATUS says anything else.
    var hasOtherStatus = false
    /// DTSTAMP in civil seconds; the far past when it is missing.
    package var stamp = Int.min
    @ShortLine package var line: Int? = nil
    @ShortLine package var startLine: Int? = nil
    @ShortLine var endLine: Int? = nil
    @ShortLine package var recurrenceIDLine: Int? = nil
    /// What few events have.
    var oddities: Oddities?

    package struct Located<Wrapped: Sendable>: Sendable {
        package var value: Wrapped
        package var line: Int?
    }

    /// Whether the component recurs, by a rule or by added dates.
    package var isRecurring: Bool { !rules.isEmpty || !dates.isEmpty }

    package init(line: Int?) {
        self.line = line
    }

    /// Reads the schedule off decoded properties; the first of a property that may stand only once counts.
    package init(properties: [Property], line: Int?) {
        self.line = line
        var seen: Set<String> = []
        for property in properties {
            read(property, seen: &seen)
        }
    }

    /// The properties that may stand only once, as far as they decide when an event happens.
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
            guard !isOverride else { return }
            isOverride = true
            recurrenceIDLine = property.line
            recurrenceID = property.eventTime
            appliesToFuture = property.isThisAndFuture
            if !appliesToFuture, let range = property.parameters["RANGE"] {
                change { $0.unknownRange = range }
            }
        case "SEQUENCE":
            if case .integer(let number) = property.value { sequence = number }
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

    /// Reads the schedule straight off the bytes of an event, when all that decides it is written plainly; else nil.
    ///
    /// Nearly every event is plain, and reading one this way costs a tenth of decoding its properties. Plain is what
    /// leaves nothing to decide and nothing to remark on in the lines that decide: names in capitals, no folds, no parameters but TZID without
    /// quotes or VALUE, and values in the RFC's own form. Anything else is decoded; a test holds both ways to the
    /// same answer.
    package init?(plain lines: Span<SliceLine>, _ bytes: Span<UInt8>, _ texts: inout RecentTexts) {
        self.init(line: lines.isEmpty ? nil : Int(lines[0].number))
        var depth = 0
        var seen: UInt16 = 0
        for place in lines.indices {
            let line = lines[place]
            switch line.kind {
            case .begin: depth += 1
            case .end: depth -= 1
            case .property:
                // Most lines decide nothing, which their names tell at once.
                let found = ScheduleName.findPlain(bytes, Int(line.offset))
                if case .other? = found { continue }
                guard let text = PlainLine(bytes, line, found) else { return nil }
                guard let name = text.name else { continue }
                guard !line.isFolded else { return nil }
                if depth == 1 {
                    // Of what may stand only once, a second is something to remark on.
                    guard seen & name.singularBit == 0 else { return nil }
                    seen |= name.singularBit
                    guard read(name, text, bytes, Int(line.number), &texts) else { return nil }
                } else {
                    // What an alarm says decides nothing here, but may be something to remark on.
                    var inner = EventSchedule(line: nil)
                    guard inner.read(name, text, bytes, 0, &texts) else { return nil }
                }
            }
        }
    }

    /// Reads one line; false when it is not plain.
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
                let length = DurationText.parse(bytes.extracting(text.value..<text.end), &remarks),
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
                let number = Digits.run(bytes, at: &index, upTo: 1 << 40), index == text.end
            else { return false }
            sequence = number
        case .stamp:
            guard case .utc(let time)? = text.time(bytes, &texts) else { return false }
            stamp = time.secondNumber
        case .status:
            guard text.hasNoParameters, text.end - text.value == 9 else { return false }
            // CONFIRME, TENTATIV and CANCELLE, and their last letters.
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

    // MARK: - What few events have or say is kept apart, and lines are kept short: a calendar has many events

    /// EXRULE, with their lines.
    package var exclusionRules: [Located<RecurrenceRule>] { oddities?.values.exclusionRules ?? [] }
    /// Whether an RRULE could not be read: the component then happens once.
    var hasUnreadableRule: Bool { oddities?.values.hasUnreadableRule ?? false }
    /// RANGE on the RECURRENCE-ID that is anything but THISANDFUTURE, such as the THISANDPRIOR of RFC 2445.
    var unknownRange: String? { oddities?.values.unknownRange }
    /// Properties that may stand only once and stand again, with their lines; the first counts.
    package var repeated: [(name: String, line: Int?)] { oddities?.values.repeated ?? [] }

    package mutating func change(_ body: (inout Oddities.Values) -> Void) {
        var values = oddities?.values ?? Oddities.Values()
        // Let go first, or each change copies all that was found before.
        oddities = nil
        body(&values)
        oddities = Oddities(values)
    }

    /// What few events have; most have no such object.
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

    /// The number of a line, or none, in four bytes.
    @propertyWrapper
    package struct ShortLine: Sendable {
        private var bits: UInt32

        package init(wrappedValue number: Int?) {
            bits = UInt32(clamping: number ?? 0)
        }

        /// The number of the line, from 1.
        package var wrappedValue: Int? {
            get { bits == 0 ? nil : Int(bits) }
            set { bits = UInt32(clamping: newValue ?? 0) }
        }
    }
}
