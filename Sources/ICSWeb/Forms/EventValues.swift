import ICSItems
import ICSPages
import ICalendar
import ICalendarStore

/// The values of the editor's controls.
struct EventValues: Sendable, Hashable {
    var title = ""
    var startDate = ""
    var startTime = ""
    var endDate = ""
    var endTime = ""
    var isAllDay = false
    var zone = ""
    /// The time zone of the end if it differs from the start's, as for a flight.
    var endZone = ""
    var location = ""
    var url = ""
    var notes = ""
    var status = ""
    var availability = "busy"
    var calendar = ""
    var attendees: [String] = []
    var alarms: [String] = []
    var rule = RuleForm()
    /// Whether the browser showed only some of the attendees.
    ///
    /// If so, saving leaves the list of attendees unchanged.
    var hasMorePeople = false

    /// The maximum number of alarms shown in the editor.
    static let mostAlarms = 50

    init() {}

    /// Creates the values for an event in a store.
    init(_ event: CalendarEvent, in usual: Zone) {
        let fields = EventFields(event.event)
        title = PageText.line(fields.text(.title), atMost: PageLimits.text)
        let start = fields.text(.start).split(separator: " ")
        let end = fields.text(.end).split(separator: " ", maxSplits: 2)
        startDate = start.first.map(String.init) ?? ""
        startTime = start.count > 1 ? String(start[1]) : ""
        endDate = end.first.map(String.init) ?? startDate
        endTime = end.count > 1 ? String(end[1]) : ""
        endZone = end.count > 2 ? String(end[2]) : ""
        isAllDay = fields.text(.allDay) == "yes"
        if !isAllDay, end.isEmpty { endTime = startTime }
        zone = isAllDay ? usual.identifier : PageText.line(fields.text(.timeZone), atMost: PageLimits.text)
        location = PageText.line(fields.text(.location), atMost: PageLimits.text)
        url = PageText.line(fields.text(.url), atMost: PageLimits.text)
        notes = PageText.clean(fields.text(.notes), atMost: PageLimits.notes)
        status = fields.text(.status)
        availability = Self.words.first { $0.value == event.availability }?.key ?? "busy"
        calendar = event.calendar?.calendarIdentifier ?? ""
        hasMorePeople = fields[.attendee].count > PageLimits.list
        if !hasMorePeople {
            attendees = fields[.attendee].map { PageText.line($0, atMost: PageLimits.text) }
        }
        alarms = Array(fields[.alarm].prefix(Self.mostAlarms))
        rule = RuleForm(event.event.recurrenceRules, startingAt: event.event.start)
    }

    static let words: [String: EventAvailability] = [
        "busy": .busy, "free": .free, "tentative": .tentative, "unavailable": .unavailable,
    ]

    /// Parses the controls submitted by a browser.
    init(_ fields: FormFields, _ prefix: String = "") {
        func text(_ name: String) -> String { fields.text(prefix + name) }
        title = text("title")
        (startDate, startTime) = (text("start"), text("start-time"))
        (endDate, endTime) = (text("end"), text("end-time"))
        isAllDay = text("all-day") == "yes"
        (zone, endZone) = (text("zone"), text("end-zone"))
        location = text("location")
        url = text("url")
        notes = fields[prefix + "notes"] ?? ""
        status = text("status")
        availability = text("availability")
        calendar = text("calendar")
        attendees = fields.all(prefix + "attendee").map(\.trimmed).filter { !$0.isEmpty }
        alarms = fields.all(prefix + "alarm").map(\.trimmed).filter { !$0.isEmpty }
        hasMorePeople = text("more-people") == "yes"
        rule = RuleForm(fields, prefix)
    }

    /// The fields in the format that ``init(_:_:)`` parses.
    var pairs: [(name: String, value: String)] {
        [
            ("title", title), ("start", startDate), ("start-time", startTime), ("end", endDate),
            ("end-time", endTime), ("all-day", isAllDay ? "yes" : ""), ("zone", zone), ("end-zone", endZone),
            ("location", location), ("url", url), ("notes", notes), ("status", status),
            ("availability", availability), ("calendar", calendar),
            ("more-people", hasMorePeople ? "yes" : ""),
        ] + attendees.map { ("attendee", $0) } + alarms.map { ("alarm", $0) } + rule.pairs
    }

    /// The start, or nil if it is incomplete.
    var start: EventTime? {
        guard let fields = try? fields() else { return nil }
        if isAllDay { return try? EventTime(startDate) }
        guard let time = try? EventTime(fields.text(.start)) else { return nil }
        return try? EventFields.time(time.civil, named: zone, .timeZone)
    }

    /// Returns the values as the fields of an event.
    func fields() throws(FieldError) -> EventFields {
        var fields = EventFields()
        func moment(_ field: EventField, _ date: String, _ time: String) throws(FieldError) -> String {
            if isAllDay || date.isEmpty { return date }
            guard !time.isEmpty else { throw FieldError(field: field, reason: "the time is missing") }
            return "\(date) \(time)"
        }
        fields.put(.title, title)
        fields.put(.start, try moment(.start, startDate, startTime))
        let end = try moment(.end, endDate, endTime)
        fields.put(.end, endZone.isEmpty || isAllDay || end.isEmpty ? end : "\(end) \(endZone)")
        fields.put(.allDay, isAllDay ? "yes" : "no")
        if !isAllDay { fields.put(.timeZone, zone.isEmpty ? "floating" : zone) }
        fields.put(.location, location)
        fields.put(.url, url)
        fields.put(.notes, notes)
        fields.put(.status, status)
        if !hasMorePeople { fields[.attendee] = attendees }
        fields[.alarm] = alarms
        let start: EventTime? = isAllDay ? try? EventTime(startDate) : try? EventTime(fields.text(.start))
        fields[.repeats] = try rule.lines(startingAt: start)
        return fields
    }
}
