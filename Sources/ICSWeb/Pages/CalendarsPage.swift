import ICSPages
import ICalendarStore

/// A page that lists the calendars with their colors and lets the user choose which ones to show.
struct CalendarsPage {
    let scene: PageScene
    var error: String?

    func bytes() -> [UInt8] {
        let frame = PageFrame(title: "Calendars", page: "calendars")
        return frame.bytes(scene) { writer in
            writer.error(error)
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
        writer.choice(
            of: readable,
            in: scene,
            legend: "Show these calendars",
            chosen: Set(readable.map(\.calendarIdentifier)).subtracting(scene.session.hiddenCalendars),
            isMultiple: true
        )
        writer.markup("<p><button class=\"primary\">Apply</button></p></form>\n")
    }
}
