package import ICalendar
package import SystemIO

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

    package func write(
        _ occurrences: Occurrences,
        threads: Int,
        limit: Int,
        to descriptor: Descriptor
    ) -> WrittenRows {
        func rows<Layout: RowLayout>(_ layout: Layout) -> WrittenRows {
            RowWriter.write(occurrences, as: layout, threads: threads, limit: limit, to: descriptor)
        }
        return switch self {
        case .text: rows(TextRows())
        case .json: rows(JSONRows(isArray: true))
        case .ndjson: rows(JSONRows(isArray: false))
        case .ics: rows(EventRows(.ics, of: occurrences))
        case .jcal: rows(EventRows(.jcal, of: occurrences))
        case .xcal: rows(EventRows(.xcal, of: occurrences))
        // Free/busy times are not occurrences.
        case .freebusy: WrittenRows()
        case .csv: rows(CSVRows())
        case .html, .svg, .md, .month: PageOutput.write(occurrences, as: self, limit: limit, to: descriptor)
        }
    }
}
