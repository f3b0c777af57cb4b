import ICSPages
import ICalendarUI

/// A page that describes the pages' keyboard shortcuts and limits.
enum HelpPage {
    static func bytes(_ scene: PageScene) -> [UInt8] {
        PageFrame(title: "Help", page: "help").bytes(scene) { writer in
            writer.markup(
                """
                <h2>Keys</h2>
                <dl class="keys">
                <dt><kbd>j</kbd></dt><dd>next period</dd>
                <dt><kbd>k</kbd></dt><dd>previous period</dd>
                <dt><kbd>t</kbd></dt><dd>today</dd>
                <dt><kbd>n</kbd></dt><dd>new event</dd>
                <dt><kbd>/</kbd></dt><dd>calendars</dd>
                <dt><kbd>?</kbd></dt><dd>this page</dd>
                <dt><kbd>Esc</kbd></dt><dd>back, or put a dragged event back</dd>
                </dl>
                <p>Keys, dragging and live updates need the script of this page. Everything else works without it.</p>
                <h2>Moving an event</h2>
                <p>Drag an event to another day or time, or its lower edge to another end. On a touch screen, press the
                event until it lifts, then drag it. Without dragging, use Edit, or “Move to another time” on the page of
                the event. For a series, you are asked which part to change. Every change can be undone, also later, on
                the page History.</p>

                """
            )
        }
    }

    /// Returns the welcome page, which a link opens.
    ///
    /// It redirects to another page.
    static func welcome(to page: String) -> [UInt8] {
        plain("Calendar", next: page) { writer in
            writer.markup("<p><a href=\"\(page)\">Open the calendar</a></p>")
        }
    }

    /// Returns a page for a browser without a session.
    ///
    /// The page reveals nothing about the store.
    static func refusal(_ words: String) -> [UInt8] {
        plain("No access") { writer in
            writer.markup("<h1>No access</h1><p>\(words)</p>")
        }
    }

    /// The page shown after a task has ended.
    static var ended: [UInt8] { refusal("This page has expired. Open a new one from the program.") }

    /// Returns a task's last page.
    static func farewell(_ action: PageReply.Action) -> [UInt8] {
        let words =
            switch action {
            case .saved: "Saved"
            case .deleted: "Deleted"
            case .granted: "Allowed"
            case .refused: "Not allowed"
            case .canceled: "Canceled"
            default: "Done"
            }
        return plain(words, isStyled: true) { writer in
            writer.markup("<div role=\"status\"><h1>\(words)</h1><p>You can close this window.</p></div>")
        }
    }

    /// Returns a page without navigation.
    private static func plain(
        _ title: String,
        next: String? = nil,
        isStyled: Bool = false,
        _ contents: (inout MarkupWriter) -> Void
    ) -> [UInt8] {
        var writer = MarkupWriter()
        writer.markup("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n")
        if let next {
            writer.markup("<meta http-equiv=\"refresh\" content=\"0;url=\(next)\">\n")
        }
        writer.markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        // If there is no session, neither the icon nor a style sheet is available.
        if next != nil || isStyled {
            writer.markup("<link rel=\"icon\" href=\"icon.svg\" type=\"image/svg+xml\">\n")
        }
        if isStyled { writer.markup("<link rel=\"stylesheet\" href=\"style.css\">\n") }
        writer.markup("<title>\(title)")
        writer.markup(
            title == "Calendar" ? "</title></head>\n<body><main>" : " – Calendar</title></head>\n<body><main>"
        )
        contents(&writer)
        writer.markup("</main></body></html>\n")
        return writer.take()
    }
}
