import ICSPages
import ICalendarStore

/// A page with a form for importing a file and the result of the last import.
struct ImportPage {
    let scene: PageScene
    var error: String?
    /// A line for each item, if a file was imported.
    var lines: [String] = []

    private static let mostLines = 200

    func bytes() -> [UInt8] {
        let frame = PageFrame(title: "Import", page: "import")
        return frame.bytes(scene) { writer in
            writer.error(error)
            if !lines.isEmpty {
                writer.markup("<ul class=\"results\">")
                for line in lines.prefix(Self.mostLines) {
                    writer.markup("<li><bdi>\(line)</bdi></li>")
                }
                if lines.count > Self.mostLines {
                    writer.markup("<li>and \(lines.count - Self.mostLines) more</li>")
                }
                writer.markup("</ul>\n")
            }
            writer.form("import", scene, " enctype=\"multipart/form-data\" class=\"editor\" id=\"import\"")
            writer.markup("<p class=\"field\"><label for=\"file\">File (.ics)</label><input type=\"file\"")
            writer.markup(" id=\"file\" name=\"file\" accept=\".ics,text/calendar\" required></p>\n<p")
            writer.markup(" class=\"field\"><label for=\"calendar\">Into</label><select id=\"calendar\"")
            writer.markup(" name=\"calendar\">")
            for calendar in scene.calendars where calendar.allowsContentModifications {
                writer.option(calendar.calendarIdentifier, calendar.title, isChosen: false)
            }
            writer.markup(
                "</select></p><p class=\"actions\"><button class=\"primary\">Import</button></p></form>\n"
            )
        }
    }
}
