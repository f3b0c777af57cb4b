import ICSPages
import ICalendar
import ICalendarStore
import ICalendarUI

/// The head, navigation and footer of every page.
struct PageFrame {
    let title: String
    /// The page's name in the navigation.
    let page: String
    var previous: WebAddress?
    var next: WebAddress?
    /// The address that shows today on the same page.
    var today: WebAddress?
    /// The day for a new event.
    var date: CivilDate?

    private static let views = [
        ("month", "Month"), ("week", "Week"), ("day", "Day"), ("agenda", "Agenda"),
        ("reminders", "Reminders"),
    ]
    private static let more = [
        ("calendars", "Calendars"), ("import", "Import"), ("history", "History"), ("help", "Help"),
    ]

    func bytes(_ scene: PageScene, _ contents: (inout MarkupWriter) -> Void) -> [UInt8] {
        var writer = MarkupWriter()
        writeHead(to: &writer)
        if let task = scene.task {
            writeAsker(task.request, to: &writer)
        } else {
            writeNavigation(to: &writer)
        }
        writer.markup("<main id=\"main\" tabindex=\"-1\"")
        writer.markup(["month", "week", "day"].contains(page) ? ">\n" : " class=\"narrow\">\n")
        if let notice = scene.notice { writeNotice(notice, scene, to: &writer) }
        writer.markup("<div class=\"title\"><h1>\(title)</h1>\n")
        writeSteps(to: &writer)
        writer.markup("</div>\n")
        contents(&writer)
        if ["month", "week", "day"].contains(page) {
            // The script fills in these fields when an event is dragged.
            writer.form("move", scene, " id=\"move\" hidden")
            writer.markup("</form>\n")
        }
        writer.markup("</main>\n<footer><p>Times in \(scene.zone.identifier)</p></footer>\n")
        // When the window is closed, the browser stops loading this endless image.
        if scene.task != nil { writer.markup("<img src=\"window.gif\" alt=\"\" hidden>\n") }
        writer.markup("</body>\n</html>\n")
        return writer.take()
    }

    /// Writes the name of the program that requested the page and what the program will learn.
    private func writeAsker(_ request: PageRequest, to writer: inout MarkupWriter) {
        writer.markup("<body><header class=\"top\"><p id=\"asker\">For <b>")
        writer.markup("<bdi>\(request.program, atMost: 100)</bdi></b>, which ")
        switch request.page {
        case .editor: writer.markup("learns only whether you save, delete or cancel.")
        case .viewer: writer.markup("learns only when you are done.")
        case .chooser: writer.markup("learns only which calendars you choose.")
        case .access: writer.markup("asks for access.")
        }
        writer.markup("</p></header>\n")
    }

    private func writeNavigation(to writer: inout MarkupWriter) {
        writer.markup("<body><a class=\"skip\" href=\"#main\">Skip to the contents</a>\n")
        writer.markup("<header class=\"top\">\n<nav class=\"views\" aria-label=\"Views\"><ul>")
        for (name, words) in Self.views { writeItem(name, words, to: &writer) }
        writer.markup("</ul></nav>\n<nav class=\"more\" aria-label=\"More\"><ul>")
        for (name, words) in Self.more { writeItem(name, words, to: &writer) }
        writer.markup("</ul></nav>\n<a id=\"new\" class=\"button primary\" href=\"")
        let query = date.map { ["date": $0.description] } ?? [:]
        writer.markup("\(WebAddress("new", query))\">New event</a>\n</header>\n")
    }

    private func writeHead(to writer: inout MarkupWriter) {
        writer.markup(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <link rel="icon" href="icon.svg" type="image/svg+xml">
            <link rel="stylesheet" href="style.css">
            <link rel="stylesheet" href="colors.css">
            <script src="script.js" defer></script>
            <title>
            """
        )
        writer.markup("\(title) – Calendar</title>\n</head>\n")
    }

    private func writeItem(_ name: String, _ words: String, to writer: inout MarkupWriter) {
        let isDated = ["month", "week", "day", "agenda"].contains(name)
        let address = WebAddress(name, isDated ? date.map { ["date": $0.description] } ?? [:] : [:])
        writer.markup("<li><a href=\"\(address)\"\(markup: name == page ? " aria-current=\"page\"" : "")>")
        writer.markup("\(words)</a></li>")
    }

    private func writeSteps(to writer: inout MarkupWriter) {
        guard let previous, let next else { return }
        writer.markup("<nav class=\"steps\" aria-label=\"Period\"><a id=\"previous\" class=\"button\"")
        writer.markup(" rel=\"prev\" href=\"\(previous)\" aria-label=\"Previous \(page)\">‹</a>")
        if let today {
            writer.markup("<a id=\"today\" class=\"button\" href=\"\(today)\">Today</a>")
        }
        writer.markup(
            "<a id=\"next\" class=\"button\" rel=\"next\" href=\"\(next)\" aria-label=\"Next \(page)\">›</a></nav>\n"
        )
    }

    private func writeNotice(_ notice: PageNotice, _ scene: PageScene, to writer: inout MarkupWriter) {
        writer.markup("<div class=\"notice\" role=\"status\"><p><bdi>\(notice.words)</bdi></p>")
        if let entry = notice.entry, !entry.isUndone, entry.obstacle == nil {
            writer.form("undo", scene)
            writer.hidden("number", "\(entry.number)")
            if let date { writer.hidden("date", date.description) }
            writer.markup("<button id=\"undo\">Undo</button></form>")
        }
        writer.markup("</div>\n")
    }
}

extension Markup.StringInterpolation {
    /// Appends a URL's escaped text.
    mutating func appendInterpolation(_ address: WebAddress) {
        appendInterpolation(address.text, atMost: 16_384)
    }
}

extension MarkupWriter {
    /// Appends the opening tag of a form and the form's token.
    mutating func form(_ page: String, _ scene: PageScene, _ attributes: Markup = "") {
        markup("<form method=\"post\" action=\"\(WebAddress(page))\"\(markup: attributes)>")
        hidden("token", scene.session.formToken)
    }

    mutating func hidden(_ name: String, _ value: String) {
        markup("<input type=\"hidden\" name=\"\(name)\" value=\"")
        lines(value, atMost: 1 << 20)
        markup("\">")
    }

    /// Appends a link to an event, labeled with its title and its time on this day, if any.
    mutating func event(_ event: ViewedEventLink) {
        markup("<a href=\"\(WebAddress("event", ["id": event.identifier]))\">")
        if !event.time.isEmpty {
            markup("<span class=\"at\">\(event.time, atMost: 40)</span> ")
        }
        markup("<bdi class=\"what\">\(event.title, atMost: 200)</bdi></a>")
    }

    /// Appends an event's CSS classes, which determine its color and state.
    mutating func classes(_ event: ViewedEventLink) {
        markup(" c\(event.color)")
        if event.isOff { markup(" off") }
        if event.isTentative { markup(" maybe") }
    }
}
