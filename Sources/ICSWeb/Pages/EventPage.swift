import ICSItems
import ICSPages
import ICSViews
import ICalendar
import ICalendarStore

/// A page with an event's details.
struct EventPage {
    let scene: PageScene
    let event: CalendarEvent
    let viewed: ViewedEvent

    func bytes() -> [UInt8] {
        let date = scene.zone.civil(at: viewed.span.lowerBound).date
        let frame = PageFrame(title: viewed.shownTitle, page: "event", date: date)
        return frame.bytes(scene) { writer in
            writer.markup("<article class=\"event c\(scene.color(viewed.calendar.identifier))\"><dl>\n")
            writer.row("When", PageDates.whole(viewed, in: scene.zone))
            writeOwnTime(to: &writer)
            let rule = RuleForm(event.event.recurrenceRules, startingAt: event.event.start)
            if let words = rule.words(startingAt: event.event.start) {
                writer.row("Repeats", words + (viewed.isDetached ? " (this one was changed)" : ""))
            } else if viewed.isRecurring {
                writer.row("Repeats", "yes")
            }
            if let location = viewed.location, !location.isEmpty { writer.row("Where", location) }
            writer.row("Calendar", viewed.calendar.title)
            if !viewed.marks.isEmpty { writer.row("Status", viewed.marks.joined(separator: ", ")) }
            if viewed.isFree { writer.row("Shown as", "free") }
            let alarms = event.event.alarms.prefix(EventValues.mostAlarms).compactMap(AlarmText.text)
            if !alarms.isEmpty {
                writer.row("Alarms", alarms.map { AlarmChoices.words($0) }.joined(separator: "; "))
            }
            if !viewed.categories.isEmpty {
                let shown = viewed.categories.prefix(PageLimits.list)
                writer.row("Categories", shown.joined(separator: ", "))
            }
            writePeople(to: &writer)
            writer.rows(link: viewed.url, notes: viewed.notes)
            writer.markup("</dl>\n")
            writeActions(date, to: &writer)
            if scene.task == nil { writeMove(to: &writer) }
            writer.markup("</article>\n")
        }
    }

    /// Writes the controls for moving the event without dragging it.
    private func writeMove(to writer: inout MarkupWriter) {
        guard event.calendar?.allowsContentModifications == true else { return }
        let start = scene.zone.civil(at: viewed.span.lowerBound)
        writer.markup("<details><summary>Move to another time</summary>\n")
        writer.form("move", scene, " class=\"moving\"")
        writer.hidden("id", viewed.identifier ?? "")
        writer.field("start", "New day", start.date.description, isWrong: false, " required", type: "date")
        if !viewed.start.isDate {
            let clock = String(EventFields.text(.floating(start)).dropFirst(11))
            writer.field("start-time", "New time", clock, isWrong: false, " required", type: "time")
        }
        writer.markup("<button>Move</button></form></details>\n")
    }

    /// Writes the time in the event's own zone, if that differs from the display zone.
    private func writeOwnTime(to writer: inout MarkupWriter) {
        guard case .zoned(let civil, let id) = viewed.start, id != scene.zone.identifier else { return }
        writer.row("There", "\(EventFields.text(.floating(civil))) in \(id)")
    }

    private func writePeople(to writer: inout MarkupWriter) {
        guard !viewed.people.isEmpty else { return }
        writer.markup("<dt>People</dt><dd><ul>")
        for person in viewed.people.prefix(PageLimits.list) {
            writer.markup("<li><bdi>\(person.text)</bdi>")
            var tags: [String] = person.isOrganizer ? ["organizer"] : []
            switch person.status {
            case .accepted: tags.append("accepted")
            case .declined: tags.append("declined")
            case .tentative: tags.append("tentative")
            default: break
            }
            for tag in tags {
                writer.markup(" <span class=\"tag\">\(tag)</span>")
            }
            writer.markup("</li>")
        }
        writer.markup("</ul>")
        if viewed.people.count > PageLimits.list {
            writer.text(" and \(viewed.people.count - PageLimits.list) more")
        }
        writer.markup("</dd>\n")
    }

    private func writeActions(_ date: CivilDate, to writer: inout MarkupWriter) {
        writer.markup("<div class=\"actions\">")
        let identifier = viewed.identifier ?? ""
        if scene.task != nil {
            writer.form("answer", scene, " class=\"inline\"")
            writer.markup("<button id=\"back\" class=\"primary\">Done</button></form>")
        }
        if event.calendar?.allowsContentModifications == true, scene.task?.mayEdit != false {
            let isTask = scene.task != nil
            let edit = isTask ? WebAddress("task", ["edit": "yes"]) : WebAddress("edit", ["id": identifier])
            writer.markup(
                isTask ? "<a id=\"edit\" class=\"button\"" : "<a id=\"edit\" class=\"button primary\""
            )
            writer.markup(" href=\"\(edit)\">Edit</a>")
            writer.form("remove", scene, " class=\"inline\"")
            writer.hidden("id", identifier)
            writer.markup("<button class=\"danger\">Delete</button></form>")
        }
        if scene.task == nil {
            let month = WebAddress("month", ["date": date.description])
            writer.markup("<a id=\"back\" class=\"button\" href=\"\(month)\">Back to the month</a>")
        }
        writer.markup("</div>\n")
    }
}

extension MarkupWriter {
    /// Appends a name and its text, isolating the text from the surrounding writing direction.
    mutating func row(_ name: String, _ value: String) {
        markup("<dt>\(name)</dt><dd><bdi>\(value)</bdi></dd>\n")
    }
}

/// The alarms offered by the editor.
enum AlarmChoices {
    static let usual = ["0m", "5m", "10m", "15m", "30m", "1h", "2h", "1d", "2d", "7d"]

    /// Returns an alarm in words, such as `15 minutes before`.
    static func words(_ text: String) -> String {
        if text == "0m" { return "at the start" }
        let isEnd = text.hasPrefix("end ")
        let edge = isEnd ? " the end" : ""
        var rest = isEnd ? String(text.dropFirst(4)) : text
        if rest.hasPrefix("at ") { return rest }
        let isAfter = rest.hasPrefix("+")
        if isAfter { rest.removeFirst() }
        let parts = rest.split { $0.isLetter }.map(String.init)
        let units = rest.filter(\.isLetter).map { letter in
            switch letter {
            case "d": "day"
            case "h": "hour"
            case "m": "minute"
            default: "second"
            }
        }
        let length = zip(parts, units).map { "\($0) \($1)\($0 == "1" ? "" : "s")" }.joined(separator: " ")
        return "\(length) \(isAfter ? "after" : "before")\(edge)"
    }
}
