import ICSPages

/// The keys and the limits of the pages.
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
                </dl>
                <p>Keys, dragging and live updates need the script of this page. Everything else works without it.</p>
                <h2>Moving an event</h2>
                <p>Drag an event to another day or time, or edit it. For a series, you are asked which part to change.
                Every change can be undone, also later, on the page History.</p>

                """
            )
        }
    }

    /// Returns the page behind a link, which leads on to the month.
    static func welcome() -> [UInt8] {
        var writer = MarkupWriter()
        writer.markup(
            """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta http-equiv="refresh" content="0;url=month">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <link rel="icon" href="icon.svg" type="image/svg+xml">
            <title>Calendar</title></head>
            <body><main><p><a href="month">Open the calendar</a></p></main></body></html>

            """
        )
        return writer.take()
    }

    /// Returns a page for a browser without a session, which tells nothing about the store.
    static func refusal(_ words: String) -> [UInt8] {
        var writer = MarkupWriter()
        writer.markup(
            """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>No access – Calendar</title></head>
            <body><main><h1>No access</h1><p>
            """
        )
        writer.text(words)
        writer.markup("</p></main></body></html>\n")
        return writer.take()
    }
}
