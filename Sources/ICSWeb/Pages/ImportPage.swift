import ICSPages
import ICalendar
import ICalendarStore

/// A page with a form for importing a file, and with the result of the last import.
struct ImportPage {
    let scene: PageScene
    var error: String?
    /// One line per item, if a file was imported.
    var lines: [String] = []

    private static let mostLines = 200

    func bytes() -> [UInt8] {
        let frame = PageFrame(title: "Import", page: "import")
        return frame.bytes(scene) { writer in
            if let error {
                writer.markup("<p class=\"error\" role=\"alert\">")
                writer.text(error)
                writer.markup("</p>\n")
            }
            if !lines.isEmpty {
                writer.markup("<ul class=\"results\">")
                for line in lines.prefix(Self.mostLines) {
                    writer.markup("<li><bdi>")
                    writer.text(line)
                    writer.markup("</bdi></li>")
                }
                if lines.count > Self.mostLines {
                    writer.markup("<li>")
                    writer.text("and \(lines.count - Self.mostLines) more")
                    writer.markup("</li>")
                }
                writer.markup("</ul>\n")
            }
            writer.form("import", scene, " enctype=\"multipart/form-data\" class=\"editor\" id=\"import\"")
            writer.markup("<p class=\"field\"><label for=\"file\">File (.ics)</label>")
            writer.markup(
                "<input type=\"file\" id=\"file\" name=\"file\" accept=\".ics,text/calendar\" required></p>\n"
            )
            writer.markup(
                "<p class=\"field\"><label for=\"calendar\">Into</label><select id=\"calendar\" name=\"calendar\">"
            )
            for calendar in scene.calendars where calendar.allowsContentModifications {
                writer.option(calendar.calendarIdentifier, calendar.title, isChosen: false)
            }
            writer.markup(
                "</select></p><p class=\"actions\"><button class=\"primary\">Import</button></p></form>\n"
            )
        }
    }
}
