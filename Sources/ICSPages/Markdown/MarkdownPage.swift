import ICSViews
import ICalendar

/// The events in a window as Markdown, with a heading for each day and a list item for each event.
package struct MarkdownPage: Sendable {
    private let contents: PageContents
    private let list: DayList

    package init(_ contents: PageContents) {
        self.contents = contents
        list = contents.days
    }

    /// Writes the page in chunks.
    package func write<Failure: Error>(_ put: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
        var text = "# \(MarkdownText.escaped(contents.title))\n\n"
        text += PageDates.period(from: contents.first, until: contents.end)
        text += ", times in \(MarkdownText.escaped(contents.zone.identifier))\n"
        if contents.events.isEmpty { text += "\nNo events in this period.\n" }
        if let notice = contents.notice { text += "\n**\(MarkdownText.escaped(notice))**\n" }
        try put(Array(text.utf8))
        let named = contents.calendars.count > 1
        for day in list.days where !day.entries.isEmpty {
            var text = "\n## \(PageDates.long(day.date))\n\n"
            for entry in day.entries {
                append(
                    entry,
                    hasDetails: entry.dayNumber == 1 || day.date == contents.first,
                    named,
                    to: &text
                )
            }
            try put(Array(text.utf8))
        }
    }

    private func append(
        _ entry: DayList.Entry,
        hasDetails: Bool,
        _ namesCalendar: Bool,
        to text: inout String
    ) {
        let event = entry.event
        text += "- **\(PageDates.time(of: entry, in: list.zone))** "
        let title = MarkdownText.escaped(event.shownTitle)
        text += event.isOff ? "~~\(title)~~" : title
        if let location = event.location, !location.isEmpty {
            text += ", \(MarkdownText.escaped(location, atMost: 200))"
        }
        var marks = event.marks
        if let place = entry.place { marks.append(place) }
        if entry.isConflicting { marks.append("overlaps") }
        if namesCalendar { marks.append(MarkdownText.escaped(event.calendar.title, atMost: 200)) }
        if !marks.isEmpty { text += " *(\(marks.joined(separator: ", ")))*" }
        text += "\n"
        guard hasDetails else { return }
        if let url = event.url, let address = WebLink.checked(url) {
            text += "  - <\(address)>\n"
        }
        for line in PageText.clean(event.notes ?? "", atMost: PageLimits.notes).split(separator: "\n") {
            let escaped = MarkdownText.escaped(String(line), atMost: PageLimits.notes)
            if escaped.contains(where: { $0 != " " }) { text += "  - \(escaped)\n" }
        }
    }
}
