import ICSItems
import ICSPages
import ICalendar
import ICalendarStore

/// A page with open and completed reminders.
struct RemindersPage {
    let scene: PageScene
    let reminders: [Reminder]
    var error: String?

    /// The maximum number of reminders per list.
    private static let most = 500

    func bytes() -> [UInt8] {
        let frame = PageFrame(title: "Reminders", page: "reminders")
        return frame.bytes(scene) { writer in
            writer.error(error)
            let sorted = reminders.sorted { left, right in
                let (one, other) = (left.latest, right.latest)
                return one == other ? left.title < right.title : (one ?? .latest) < (other ?? .latest)
            }
            let open = sorted.filter { !$0.isCompleted }
            if open.isEmpty { writer.markup("<p class=\"empty\">No open reminders.</p>\n") }
            write(open, to: &writer)
            writeForm(to: &writer)
            let done = sorted.filter(\.isCompleted)
            guard !done.isEmpty else { return }
            writer.markup("<h2>Done</h2>\n")
            write(done, to: &writer)
        }
    }

    private func write(_ reminders: [Reminder], to writer: inout MarkupWriter) {
        guard !reminders.isEmpty else { return }
        writer.markup("<ul class=\"reminders\">\n")
        for reminder in reminders.prefix(Self.most) {
            writer.markup("<li class=\"line c\(scene.color(reminder.calendar?.calendarIdentifier ?? ""))")
            writer.markup(reminder.isCompleted ? " off\">" : "\">")
            writer.form("done", scene, " class=\"inline\"")
            writer.hidden("id", reminder.id)
            writer.hidden("done", reminder.isCompleted ? "" : "yes")
            writer.markup("<button aria-label=\"")
            writer.text(reminder.isCompleted ? "Not done: " : "Done: ")
            writer.text(reminder.title, atMost: 200)
            writer.markup(reminder.isCompleted ? "\">✓</button></form>" : "\">○</button></form>")
            writer.markup(" <bdi class=\"what\">")
            writer.text(Words.title(reminder.title), atMost: 200)
            writer.markup("</bdi>")
            if let due = reminder.due ?? reminder.todo.start {
                let isOverdue = reminder.isOverdue(in: scene.zone, now: scene.now)
                writer.markup(isOverdue ? " <span class=\"tag late\">overdue, " : " <span class=\"tag\">")
                writer.markup("\(EventFields.text(due))</span>")
            }
            if let priority = PriorityText.text(of: reminder.priority) {
                writer.markup(" <span class=\"tag\">\(priority)</span>")
            }
            writer.markup("</li>\n")
        }
        writer.markup("</ul>\n")
        if reminders.count > Self.most {
            writer.text("limit reached: \(reminders.count - Self.most) more reminders")
        }
    }

    private func writeForm(to writer: inout MarkupWriter) {
        let calendars = PageScene.writable(scene.calendars, .reminder)
        guard !calendars.isEmpty else { return }
        writer.form("remind", scene, " class=\"editor\"")
        writer.markup("<fieldset><legend>New reminder</legend>")
        writer.field("title", "Title", "", isWrong: false, " required")
        writer.markup("<div class=\"pair\">")
        writer.field("due", "Due date", "", isWrong: false, type: "date")
        writer.field("due-time", "Due time", "", isWrong: false, type: "time")
        writer.markup(
            "<p class=\"field\"><label for=\"calendar\">Calendar</label><select id=\"calendar\" name=\"calendar\">"
        )
        for calendar in calendars {
            writer.option(calendar.calendarIdentifier, calendar.title, isChosen: false)
        }
        writer.markup("</select></p></div><p><button>Add</button></p></fieldset></form>\n")
    }
}

extension Instant {
    static let latest = Instant(secondsSince1970: .max)
}
