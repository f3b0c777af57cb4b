/// When one component happens: the properties that decide it, read off into one value.
///
/// This is all that the expansion needs of an event, so it can be read without decoding the rest of the component.
struct EventSchedule: Sendable {
    /// UID, or nil when it is missing or empty.
    var uid: String?
    /// A hash of it, by which events are put together.
    var uidHash: UIDHash?
    /// DTSTART, or nil when it is missing or unusable.
    var start: EventTime?
    /// DTEND.
    var end: EventTime?
    /// DURATION.
    var duration: NominalDuration?
    /// RRULE, with their lines.
    var rules: [Located<RecurrenceRule>] = []
    /// RDATE: times, and the ends of those that are periods.
    var dates: [Located<RecurrenceDate>] = []
    /// EXDATE.
    var exclusions: [Located<EventTime>] = []
    /// RECURRENCE-ID.
    var recurrenceID: EventTime?
    /// Whether there is a RECURRENCE-ID at all, usable or not.
    var isOverride = false
    /// RANGE=THISANDFUTURE on the RECURRENCE-ID.
    var appliesToFuture = false
    /// SEQUENCE; 0 when it is missing.
    var sequence = 0
    /// Whether STATUS is CANCELLED.
    var isCancelled = false
    /// Whether STATUS says anything else.
    var hasOtherStatus = false
    /// DTSTAMP in civil seconds; the far past when it is missing.
    var stamp = Int.min
    /// Where it stands.
    var lines = Lines()
    /// What few events have.
    var oddities: Oddities?

    /// A value and the line that it came from.
    struct Located<Wrapped: Sendable>: Sendable {
        var value: Wrapped
        var line: Int?
    }

    /// Whether the component recurs, by a rule or by added dates.
    var isRecurring: Bool { !rules.isEmpty || !dates.isEmpty }

    /// The schedule of a component that says nothing yet.
    init(line: Int?) {
        self.line = line
    }

    /// Reads the schedule off decoded properties; the first of a property that may stand only once counts.
    init(properties: [Property], line: Int?) {
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
}
