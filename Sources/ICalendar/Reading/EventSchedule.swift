/// When one component happens: the properties that decide it, read off into one value.
///
/// This is all that the expansion needs of an event, so it can be read without decoding the rest of the component.
struct EventSchedule: Sendable {
    /// UID, or nil when it is missing or empty.
    var uid: String?
    /// DTSTART, or nil when it is missing or unusable.
    var start: EventTime?
    /// DTEND.
    var end: EventTime?
    /// DURATION.
    var duration: NominalDuration?
    /// RRULE, with their lines.
    var rules: [Located<RecurrenceRule>] = []
    /// EXRULE, with their lines.
    var exclusionRules: [Located<RecurrenceRule>] = []
    /// Whether an RRULE could not be read: the component then happens once.
    var hasUnreadableRule = false
    /// RDATE: times, and the ends of those that are periods.
    var dates: [AddedDate] = []
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
    /// DTSTAMP in civil seconds; the far past when it is missing.
    var stamp = Int.min
    /// Properties that may stand only once and stand again, with their lines; the first counts.
    var repeated: [(name: String, line: Int?)] = []
    /// The lines of the component, of DTSTART, of DTEND or DURATION, and of RECURRENCE-ID.
    var line: Int?
    var startLine: Int?
    var endLine: Int?
    var recurrenceIDLine: Int?

    /// A value and the line that it came from.
    struct Located<Wrapped: Sendable>: Sendable {
        var value: Wrapped
        var line: Int?
    }

    /// One value of RDATE.
    struct AddedDate: Sendable {
        /// When the instance starts.
        var start: EventTime
        /// How a PERIOD ends; nil for plain dates and times.
        var end: Value.Period.End?
        /// The TZID of the property, for an end that is local.
        var timeZoneID: String?
        /// The line of the property.
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
    private static let singular = [
        "UID", "DTSTART", "DTEND", "DURATION", "RECURRENCE-ID", "SEQUENCE", "DTSTAMP", "STATUS",
    ]

    private mutating func read(_ property: Property, seen: inout Set<String>) {
        if Self.singular.contains(property.name), !seen.insert(property.name).inserted {
            repeated.append((property.name, property.line))
            return
        }
        switch property.name {
        case "UID":
            if uid == nil, let text = property.value.string, !text.isEmpty { uid = text }
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
            hasUnreadableRule = hasUnreadableRule || read.isEmpty
            rules += read
        case "EXRULE":
            exclusionRules += readableRules(of: property)
        case "RDATE":
            readDates(property)
        case "EXDATE":
            for value in property.value.elements {
                guard let time = EventTime(value, timeZoneID: property.timeZoneID) else { continue }
                exclusions.append(Located(value: time, line: property.line))
            }
        case "RECURRENCE-ID":
            guard !isOverride else { return }
            isOverride = true
            recurrenceIDLine = property.line
            recurrenceID = property.eventTime
            appliesToFuture = property.parameters["RANGE"]?.uppercased() == "THISANDFUTURE"
        case "SEQUENCE":
            if case .integer(let number) = property.value { sequence = number }
        case "STATUS":
            isCancelled = property.value.string?.uppercased() == "CANCELLED"
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

    private mutating func readDates(_ property: Property) {
        for value in property.value.elements {
            if case .period(let period) = value {
                let start: EventTime =
                    if period.isUTC {
                        .utc(period.start)
                    } else if let id = property.timeZoneID {
                        .zoned(period.start, timeZoneID: id)
                    } else {
                        .floating(period.start)
                    }
                dates.append(
                    AddedDate(
                        start: start,
                        end: period.end,
                        timeZoneID: property.timeZoneID,
                        line: property.line
                    )
                )
            } else if let time = EventTime(value, timeZoneID: property.timeZoneID) {
                dates.append(AddedDate(start: time, end: nil, timeZoneID: nil, line: property.line))
            }
        }
    }
}

extension EventTime {
    /// The time of a DATE or DATE-TIME value under a TZID, or nil for any other value.
    init?(_ value: Value, timeZoneID: String?) {
        switch value {
        case .date(let date): self = .date(date)
        case .dateTime(let time, isUTC: true): self = .utc(time)
        case .dateTime(let time, isUTC: false):
            if let timeZoneID { self = .zoned(time, timeZoneID: timeZoneID) } else { self = .floating(time) }
        default: return nil
        }
    }
}

extension Property {
    /// The first value as a date or time with the property's TZID, or nil when it is neither.
    public var eventTime: EventTime? {
        value.elements.first.flatMap { EventTime($0, timeZoneID: timeZoneID) }
    }
}
