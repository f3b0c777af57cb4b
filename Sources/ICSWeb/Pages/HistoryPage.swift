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
            writer.error(error)
            if entries.isEmpty { writer.markup("<p class=\"empty\">No changes yet.</p>\n") }
            writer.markup("<ol class=\"history\">\n")
            for entry in entries.prefix(Self.most) {
                writer.markup(entry.isUndone ? "<li class=\"line off\">" : "<li class=\"line\">")
                writer.markup("<bdi class=\"what\">\(entry.summary, atMost: 300)</bdi> <span class=\"tag\">")
                let (date, time) = (
                    scene.zone.civil(at: entry.time).date, PageDates.time(entry.time, in: scene.zone)
                )
                writer.markup("\(date) \(time), \(entry.applicationName)</span>")
                if entry.isUndone {
                    writer.markup(" <span class=\"tag\">undone</span>")
                } else if entry.obstacle == nil {
                    writer.form("undo", scene, " class=\"inline\"")
                    writer.hidden("number", "\(entry.number)")
                    writer.markup("<button")
                    writer.markup(" aria-label=\"Undo: \(entry.summary, atMost: 200)\">Undo</button></form>")
                }
                writer.markup("</li>\n")
            }
            writer.markup("</ol>\n")
        }
    }

    /// Returns the page that asks whether to overwrite later changes.
    static func question(_ entry: HistoryEntry, _ changed: [UndoStep], _ scene: PageScene) -> [UInt8] {
        PageFrame(title: "Overwrite later changes?", page: "undo").bytes(scene) { writer in
            writer.markup("<p>Undoing “<bdi>\(entry.summary)</bdi>” overwrites what has changed since:</p>")
            writer.markup("<ul>")
            for step in changed.prefix(20) {
                writer.markup("<li><bdi>\(step.title ?? step.path)</bdi></li>")
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
