package enum OutputFormat: String, Sendable, CaseIterable {
    /// One aligned, readable line per occurrence.
    case text
    /// One array of objects.
    case json
    /// One object per line.
    case ndjson
    /// A single calendar of events (RFC 5545). An empty calendar contains the definition of UTC, since a component is
    /// required.
    case ics
    case jcal
    case xcal
    /// Free and busy times instead of occurrences.
    case freebusy
    /// One row per occurrence for spreadsheets (RFC 4180).
    case csv
    /// A single web page with months, an agenda, and details.
    case html
    /// A single image: a grid of at most 14 days, or the number of events on each day of one or more years.
    case svg
    /// Markdown with one heading per day.
    case md
    /// Grids of months that fit the width of the terminal.
    case month

    /// Whether the format is a single page.
    ///
    /// A page is written only once all events are known.
    package var isPage: Bool {
        switch self {
        case .html, .svg, .md, .month: true
        default: false
        }
    }
}
