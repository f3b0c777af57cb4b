import ICSItems
import ICSPages
import ICalendar
import ICalendarStore

/// A page with an editor for all of an event's fields.
struct EditorPage {
    let scene: PageScene
    let form: EventForm
    /// The error in the values, and the affected field.
    var error: FieldError?
    /// Whether the event belongs to a series.

    private var values: EventValues { form.values }

    func bytes() -> [UInt8] {
        let title = form.identifier == nil ? "New event" : "Edit event"
        let frame = PageFrame(title: title, page: "edit", date: scene.today)
        return frame.bytes(scene) { writer in
            writer.error(error?.text)
            writer.form("save", scene, " class=\"editor\" autocomplete=\"off\"")
            writer.hidden("id", form.identifier ?? "")
            for (name, value) in form.shown.pairs where !value.isEmpty { writer.hidden("was.\(name)", value) }
            if values.hasMorePeople { writer.hidden("more-people", "yes") }
            writeMain(to: &writer)
            writeTimes(to: &writer)
            writeRule(to: &writer)
            writeAlarms(to: &writer)
            writePeople(to: &writer)
            writeMore(to: &writer)
            writer.markup("<p class=\"actions\"><button class=\"primary\" id=\"save\">Save</button>")
            writeCancel(to: &writer)
            writer.markup("<button name=\"action\" value=\"preview\" formnovalidate>")
            writer.markup("Show the rule in words</button>")
            if scene.task != nil, form.identifier != nil {
                writer.markup("<button class=\"danger\" name=\"action\" value=\"delete\" formnovalidate>")
                writer.markup("Delete</button>")
            }
            writer.markup("</p></form>\n")
        }
    }

    private func writeCancel(to writer: inout MarkupWriter) {
        if scene.task != nil { return writer.cancel() }
        let back = form.identifier.map { WebAddress("event", ["id": $0]) } ?? WebAddress("month")
        writer.markup("<a class=\"button\" id=\"back\" href=\"\(back)\">Cancel</a>")
    }

    private func writeMain(to writer: inout MarkupWriter) {
        writer.field("title", "Title", values.title, isWrong: error?.field == .title, " required autofocus")
        writer.markup(
            "<p class=\"field\"><label for=\"calendar\">Calendar</label><select id=\"calendar\" name=\"calendar\">"
        )
        for calendar in scene.writableCalendars {
            writer.option(
                calendar.calendarIdentifier,
                calendar.title,
                isChosen: calendar.calendarIdentifier == values.calendar
            )
        }
        writer.markup("</select></p>\n")
    }

    private func writeTimes(to writer: inout MarkupWriter) {
        writer.markup("<fieldset><legend>Time</legend>\n<p class=\"check\">")
        writer.markup("<input type=\"checkbox\" id=\"all-day\" name=\"all-day\" value=\"yes\"")
        if values.isAllDay { writer.markup(" checked") }
        writer.markup("><label for=\"all-day\">All day</label></p>\n<div class=\"pair\">")
        let (isStart, isEnd) = (error?.field == .start, error?.field == .end)
        writer.field("start", "Start date", values.startDate, isWrong: isStart, " required", type: "date")
        writer.field(
            "start-time",
            "Start time",
            values.startTime,
            isWrong: isStart,
            " step=\"any\"",
            type: "time"
        )
        writer.field("end", "End date", values.endDate, isWrong: isEnd, type: "date")
        writer.field("end-time", "End time", values.endTime, isWrong: isEnd, " step=\"any\"", type: "time")
        writer.markup("</div>\n<div class=\"pair\">")
        let isZone = error?.field == .timeZone
        writer.field(
            "zone",
            "Time zone",
            values.zone,
            isWrong: isZone,
            " list=\"zones\" spellcheck=\"false\""
        )
        writer.field(
            "end-zone",
            "Time zone of the end, if different",
            values.endZone,
            isWrong: isEnd,
            " list=\"zones\" spellcheck=\"false\""
        )
        writer.markup("</div><datalist id=\"zones\">")
        for zone in Self.zones { writer.option(zone, nil, isChosen: false) }
        writer.markup("</datalist></fieldset>\n")
    }

    private func writeRule(to writer: inout MarkupWriter) {
        let rule = values.rule
        writer.markup("<fieldset id=\"rule-controls\"><legend>Repetition</legend>\n<div class=\"pair\">")
        writer.markup("<p class=\"field\"><label for=\"repeat\">Repeats</label>")
        writer.markup("<select id=\"repeat\" name=\"repeat\">")
        for (pattern, words) in Self.patterns {
            writer.option(pattern.rawValue, words, isChosen: pattern == rule.pattern)
        }
        writer.markup("</select></p>")
        writer.field("interval", "Interval", rule.interval, isWrong: false, " min=\"1\"", type: "number")
        writer.markup("</div>\n<fieldset class=\"weekdays\"><legend>On, if weekly</legend>")
        for day in Weekday.all {
            let name = day.abbreviation
            writer.markup("<span class=\"check\">")
            writer.markup("<input type=\"checkbox\" name=\"day\" id=\"day-\(name)\" value=\"\(name)")
            writer.markup(rule.days.contains(day) ? "\" checked>" : "\">")
            writer.markup("<label for=\"day-")
            writer.text(name)
            writer.markup("\">")
            writer.text(String("\(day)".prefix(1)).uppercased() + "\(day)".dropFirst().prefix(2))
            writer.markup("</label></span>")
        }
        writer.markup("</fieldset>\n<div class=\"pair\">")
        writer.markup("<p class=\"field\"><label for=\"ends\">Ends</label><select id=\"ends\" name=\"ends\">")
        let ends = [
            (RuleForm.End.never, "never"), (.until, "on a date"), (.count, "after a number of times"),
        ]
        for (end, words) in ends { writer.option(end.rawValue, words, isChosen: end == rule.end) }
        writer.markup("</select></p>")
        writer.field("until", "Last date", rule.until, isWrong: false, type: "date")
        writer.field("count", "Number of times", rule.count, isWrong: false, " min=\"1\"", type: "number")
        writer.markup("</div>\n")
        let isWrong = error?.field == .repeats
        writer.field("rule", "Rule as text (RFC 5545)", rule.text, isWrong: isWrong, " spellcheck=\"false\"")
        writer.markup("<p class=\"words\" id=\"rule-words\"")
        writer.markup(" aria-live=\"polite\">\(rule.words(startingAt: values.start) ?? "")</p></fieldset>\n")
    }

    private static let patterns: [(RuleForm.Pattern, String)] = [
        (.none, "not at all"), (.daily, "every day"), (.weekly, "every week"),
        (.monthDay, "every month on this day of the month"), (.monthWeekday, "every month on this weekday"),
        (.monthLast, "every month on the last such weekday"), (.yearly, "every year"),
        (.rule, "according to the rule below"),
    ]

    private func writeAlarms(to writer: inout MarkupWriter) {
        writer.markup("<fieldset><legend>Alarms</legend><div class=\"pair\">\n")
        for (place, alarm) in (values.alarms + ["", ""]).enumerated() {
            writer.markup("<p class=\"field\"><label for=\"alarm-\(place)\">Alarm \(place + 1)</label>")
            writer.markup("<select name=\"alarm\" id=\"alarm-\(place)\"><option value=\"\">none</option>")
            var choices = AlarmChoices.usual
            if !alarm.isEmpty, !choices.contains(alarm) { choices.insert(alarm, at: 0) }
            for choice in choices {
                writer.option(choice, AlarmChoices.words(choice), isChosen: choice == alarm)
            }
            writer.markup("</select></p>")
        }
        writer.markup("</div></fieldset>\n")
    }

    private func writePeople(to writer: inout MarkupWriter) {
        writer.markup("<fieldset><legend>People</legend>\n")
        if values.hasMorePeople {
            writer.markup("<p>limit reached: more than \(PageLimits.list) people; list left unchanged</p>")
        } else {
            for (place, person) in (values.attendees + ["", "", ""]).enumerated() {
                writer.markup(
                    "<p class=\"field\"><label for=\"attendee-\(place)\">Person \(place + 1)</label>"
                )
                writer.markup("<input name=\"attendee\" spellcheck=\"false\" id=\"attendee-\(place)\"")
                writer.markup(
                    " placeholder=\"Jane Doe &lt;jane@studio.example&gt;\" value=\"\(person)\"></p>"
                )
            }
        }
        writer.markup("</fieldset>\n")
    }

    private func writeMore(to writer: inout MarkupWriter) {
        writer.markup("<fieldset><legend>Details</legend>\n")
        writer.field("location", "Location", values.location, isWrong: false)
        writer.field("url", "Link", values.url, isWrong: false, " inputmode=\"url\" spellcheck=\"false\"")
        writer.markup(
            "<p class=\"field\"><label for=\"notes\">Notes</label><textarea id=\"notes\" name=\"notes\" rows=\"4\""
        )
        // If part of the notes is hidden, saving must not discard it.
        if values.notes.hasSuffix(PageText.mark) { writer.markup(" readonly") }
        writer.markup(">\n")
        writer.lines(values.notes, atMost: 1 << 20)
        writer.markup("</textarea></p>\n<div class=\"pair\"><p class=\"field\">")
        writer.markup("<label for=\"status\">Status</label><select id=\"status\" name=\"status\">")
        for (value, words) in [
            ("", "none"), ("CONFIRMED", "confirmed"), ("TENTATIVE", "tentative"), ("CANCELLED", "canceled"),
        ] {
            writer.option(value, words, isChosen: value == values.status)
        }
        writer.markup("</select></p><p class=\"field\"><label for=\"availability\">Show as</label>")
        writer.markup("<select id=\"availability\" name=\"availability\">")
        for value in ["busy", "free", "tentative", "unavailable"] {
            writer.option(value, value, isChosen: value == values.availability)
        }
        writer.markup("</select></p></div></fieldset>\n")
    }

    /// The suggested time zones.
    ///
    /// Users can also type any other name from the system's database.
    private static let zones = [
        "UTC", "floating", "Africa/Cairo", "Africa/Johannesburg", "Africa/Lagos", "Africa/Nairobi",
        "America/Anchorage", "America/Argentina/Buenos_Aires", "America/Bogota", "America/Chicago",
        "America/Denver", "America/Halifax", "America/Los_Angeles", "America/Mexico_City", "America/New_York",
        "America/Phoenix", "America/Santiago", "America/Sao_Paulo", "America/St_Johns", "America/Toronto",
        "America/Vancouver", "Asia/Bangkok", "Asia/Dhaka", "Asia/Dubai", "Asia/Hong_Kong", "Asia/Jakarta",
        "Asia/Jerusalem", "Asia/Karachi", "Asia/Kathmandu", "Asia/Kolkata", "Asia/Manila", "Asia/Riyadh",
        "Asia/Seoul", "Asia/Shanghai", "Asia/Singapore", "Asia/Taipei", "Asia/Tehran", "Asia/Tokyo",
        "Atlantic/Azores", "Atlantic/Reykjavik", "Australia/Adelaide", "Australia/Brisbane",
        "Australia/Perth", "Australia/Sydney", "Europe/Amsterdam", "Europe/Athens", "Europe/Berlin",
        "Europe/Brussels", "Europe/Dublin", "Europe/Helsinki", "Europe/Istanbul", "Europe/Kyiv",
        "Europe/Lisbon", "Europe/London", "Europe/Madrid", "Europe/Moscow", "Europe/Oslo", "Europe/Paris",
        "Europe/Prague", "Europe/Rome", "Europe/Stockholm", "Europe/Vienna", "Europe/Warsaw",
        "Europe/Zurich", "Pacific/Auckland", "Pacific/Honolulu",
    ]
}

extension MarkupWriter {
    /// Appends an input with its label.
    mutating func field(
        _ name: String,
        _ label: String,
        _ value: String,
        isWrong: Bool,
        _ attributes: Markup = "",
        type: String = "text"
    ) {
        markup("<p class=\"field\"><label for=\"\(name)\">\(label)</label>")
        markup("<input id=\"\(name)\" name=\"\(name)\" type=\"\(type)\" value=\"\(value, atMost: 1 << 20)\"")
        markup(attributes)
        if isWrong { markup(" aria-invalid=\"true\" aria-describedby=\"error\"") }
        markup("></p>\n")
    }

    /// Appends a list option, labeled with its value unless a label is given.
    mutating func option(_ value: String, _ words: String?, isChosen: Bool) {
        markup("<option value=\"\(value)")
        markup(isChosen ? "\" selected>" : "\">")
        if let words { text(words) }
        markup("</option>")
    }
}
