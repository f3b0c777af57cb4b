import ICSPages
import ICalendar
import ICalendarStore

/// The calendars with their colors, and the choice of those that the pages show.
struct CalendarsPage {
    let scene: PageScene
    var error: String?

    func bytes() -> [UInt8] {
        let frame = PageFrame(title: "Calendars", page: "calendars")
        return frame.bytes(scene) { writer in
            if let error {
                writer.markup("<p class=\"error\" role=\"alert\">")
                writer.text(error)
                writer.markup("</p>\n")
            }
            if scene.calendars.isEmpty {
                writer.markup("<p class=\"empty\">No calendars yet. Create the first one below.</p>\n")
            }
            writeChoice(to: &writer)
            writer.form("create", scene, " class=\"editor\"")
            writer.markup("<fieldset><legend>New calendar</legend><div class=\"pair\">")
            writer.field("name", "Name", "", isWrong: false, " required")
            writer.field("color", "Color", "#2f6fb5", isWrong: false, type: "color")
            writer.markup("</div><p><button>Create</button></p></fieldset></form>\n")
        }
    }

    private func writeChoice(to writer: inout MarkupWriter) {
        let readable = scene.calendars.filter { $0.allowedEntityTypes.contains(.event) }
        guard !readable.isEmpty else { return }
        writer.form("show", scene, " class=\"editor\"")
        writer.markup("<fieldset><legend>Show these calendars</legend><ul class=\"calendars\">\n")
        for calendar in readable {
            let number = scene.color(calendar.calendarIdentifier)
            writer.markup("<li class=\"check c")
            writer.number(number)
            writer.markup("\"><input type=\"checkbox\" name=\"calendar\" id=\"calendar-")
            writer.number(number)
            writer.markup("\" value=\"")
            writer.text(calendar.calendarIdentifier, atMost: 16_384)
            let isHidden = scene.session.hiddenCalendars.contains(calendar.calendarIdentifier)
            writer.markup(isHidden ? "\">" : "\" checked>")
            writer.markup("<label for=\"calendar-")
            writer.number(number)
            writer.markup("\"><span class=\"swatch\"></span><bdi>")
            writer.text(calendar.title, atMost: 200)
            writer.markup("</bdi>")
            if !calendar.allowsContentModifications { writer.markup(" <span class=\"tag\">read-only</span>") }
            writer.markup("</label></li>\n")
        }
        writer.markup("</ul><p><button class=\"primary\">Apply</button></p></fieldset></form>\n")
    }
}
