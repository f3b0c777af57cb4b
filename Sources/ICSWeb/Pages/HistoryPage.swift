import ICSPages
import ICalendar
import ICalendarStore

/// A page with the most recent changes, each with an undo button.
struct HistoryPage {
    let scene: PageScene
    let entries: [HistoryEntry]
    var error: String?

    private static let most = 100

    func bytes() -> [UInt8] {
        PageFrame(title: "History", page: "history").bytes(scene) { writer in
            if let error {
                writer.markup("<p class=\"error\" role=\"alert\">")
                writer.text(error)
                writer.markup("</p>\n")
            }
            if entries.isEmpty { writer.markup("<p class=\"empty\">No changes yet.</p>\n") }
            writer.markup("<ol class=\"history\">\n")
            for entry in entries.prefix(Self.most) {
                writer.markup(
                    entry.isUndone
                        ? "<li class=\"line off\"><bdi class=\"what\">"
                        : "<li class=\"line\"><bdi class=\"what\">"
                )
                writer.text(entry.summary, atMost: 300)
                writer.markup("</bdi> <span class=\"tag\">")
                let civil = scene.zone.civil(at: entry.time)
                writer.text(
                    "\(civil.date) \(PageDates.time(entry.time, in: scene.zone)), \(entry.applicationName)"
                )
                writer.markup("</span>")
                if entry.isUndone {
                    writer.markup(" <span class=\"tag\">undone</span>")
                } else if entry.obstacle == nil {
                    writer.form("undo", scene, " class=\"inline\"")
                    writer.hidden("number", "\(entry.number)")
                    writer.markup("<button aria-label=\"Undo: ")
                    writer.text(entry.summary, atMost: 200)
                    writer.markup("\">Undo</button></form>")
                }
                writer.markup("</li>\n")
            }
            writer.markup("</ol>\n")
        }
    }

    /// Returns the page that asks whether to overwrite later changes.
    static func question(_ entry: HistoryEntry, _ changed: [UndoStep], _ scene: PageScene) -> [UInt8] {
        PageFrame(title: "Overwrite later changes?", page: "undo").bytes(scene) { writer in
            writer.markup("<p>Undoing “<bdi>")
            writer.text(entry.summary)
            writer.markup("</bdi>” overwrites what has changed since:</p><ul>")
            for step in changed.prefix(20) {
                writer.markup("<li><bdi>")
                writer.text(step.title ?? step.path)
                writer.markup("</bdi></li>")
            }
            writer.markup("</ul>")
            writer.form("undo", scene)
            writer.hidden("number", "\(entry.number)")
            writer.hidden("overwrite", "yes")
            writer.markup("<p class=\"actions\"><button class=\"danger\">Overwrite</button>")
            writer.markup("<a class=\"button\" id=\"back\" href=\"month\">Cancel</a></p></form>\n")
        }
    }
}
