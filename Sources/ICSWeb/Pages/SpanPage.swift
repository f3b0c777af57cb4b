import ICSItems
import ICSPages
import ICalendar
import ICalendarStore

/// A page that asks which part of a series to change or remove.
struct SpanPage {
    let scene: PageScene
    let event: CalendarEvent
    /// The page that processes the choice: `save` or `remove`.
    let action: String
    /// The fields to submit with the choice.
    let fields: [(name: String, value: String)]
    var changes: [(name: String, old: String, new: String)] = []
    /// The occurrences with individual changes that the new rule would remove.
    var dropped: [Event] = []
    /// Whether the change can apply to this occurrence alone.
    var mayBeOne = true
    var error: String?

    private static let mostDropped = 20

    func bytes() -> [UInt8] {
        let isRemoval = action == "remove"
        let frame = PageFrame(title: isRemoval ? "Delete which?" : "Change which?", page: action)
        return frame.bytes(scene) { writer in
            writer.error(error)
            writer.markup("<p><bdi>\(Words.title(event.title))")
            writer.markup("</bdi> belongs to a series")
            if let start = event.event.start { writer.text("; this one is on \(EventFields.text(start))") }
            writer.markup(".</p>\n")
            writeChanges(to: &writer)
            writer.form(action, scene, " class=\"spans\"")
            for (name, value) in fields where !value.isEmpty { writer.hidden(name, value) }
            writer.markup("<fieldset><legend>\(isRemoval ? "What to delete" : "What to change")</legend>\n")
            let choices = SpanWords.names.filter { mayBeOne || $0.span != .thisEvent }
            for (place, choice) in choices.enumerated() {
                writer.markup("<p class=\"check\"><input type=\"radio\" name=\"span\" required")
                writer.markup(" id=\"span-\(choice.name)\" value=\"\(choice.name)")
                writer.markup(place == 0 ? "\" checked autofocus>" : "\">")
                writer.markup("<label for=\"span-\(choice.name)\">\(choice.words)</label></p>\n")
            }
            writer.markup("</fieldset><p class=\"actions\"><button class=")
            writer.markup(isRemoval ? "\"danger\">Delete</button>" : "\"primary\">Save</button>")
            let back =
                scene.task == nil
                ? WebAddress("event", ["id": event.occurrenceIdentifier ?? ""]) : WebAddress("task")
            writer.markup("<a class=\"button\" id=\"back\" href=\"\(back)\">Cancel</a></p></form>\n")
        }
    }

    private func writeChanges(to writer: inout MarkupWriter) {
        if !changes.isEmpty {
            writer.markup("<h2>What will change</h2><ul class=\"changes\">")
            for change in changes {
                let (old, new) = (change.old.isEmpty ? "nothing" : change.old, change.new)
                writer.markup("<li><b>\(change.name)</b>: <del><bdi>\(old, atMost: 300)</bdi></del> → ")
                writer.markup("<ins><bdi>\(new.isEmpty ? "nothing" : new, atMost: 300)</bdi></ins></li>")
            }
            writer.markup("</ul>\n")
        }
        guard !dropped.isEmpty else { return }
        writer.markup("<p>The new rule removes these changed occurrences of the whole series:</p><ul>")
        for override in dropped.prefix(Self.mostDropped) {
            let fields = EventFields(override)
            writer.markup("<li><bdi>\(fields.text(.start)) \(fields.text(.title))</bdi></li>")
        }
        if dropped.count > Self.mostDropped { writer.text(" and \(dropped.count - Self.mostDropped) more") }
        writer.markup("</ul>\n")
    }
}
