package import ICSPages
package import ICSViews
package import ICalendar
package import SystemIO

/// Receives occurrences one at a time and writes CSV rows or an HTML, SVG, or Markdown page.
package struct PageOutput {
    private let format: OutputFormat
    private let descriptor: Descriptor
    private let zone: Zone
    package private(set) var contents: PageContents
    private var rows: [UInt8] = []
    /// A cache of the strings shared by occurrences of recent events.
    private var known: [ObjectIdentifier: (event: ViewedEvent, source: Occurrence)] = [:]

    private static let blockSize = 1 << 16
    /// The maximum number of cached events.
    private static let mostKnown = 10_000

    /// Creates an output, or returns nil for other formats.
    package init?(_ format: OutputFormat, in window: OccurrenceWindow, to descriptor: Descriptor) {
        guard format == .csv || format.isPage else { return nil }
        self.init(page: format, in: window, to: descriptor)
    }

    /// Creates an output that collects ``contents`` for a page written by the caller.
    package init(gathering window: OccurrenceWindow) {
        self.init(page: .html, in: window, to: .output)
    }

    private init(page format: OutputFormat, in window: OccurrenceWindow, to descriptor: Descriptor) {
        self.format = format
        self.descriptor = descriptor
        zone = window.zone
        contents = PageContents(
            from: window.searchedRange.lowerBound,
            to: window.searchedRange.upperBound,
            in: zone,
            present: .present
        )
        if format == .csv { rows = Array(CSVRow.header.utf8) }
    }

    /// The diagnostic for a full page.
    package var notice: Diagnostic? {
        contents.notice.map { Diagnostic(.error, .limit, $0) }
    }

    /// Whether the page is full and would ignore further occurrences.
    var isFull: Bool { contents.isLimited }

    /// Adds an occurrence.
    ///
    /// `addresses` are the user's addresses in lowercase, used to identify declined events.
    package mutating func add(
        _ occurrence: Occurrence,
        of calendar: ViewedCalendar,
        addresses: Set<String> = []
    ) throws(WriteError) {
        if format == .csv { return try addRow(occurrence, of: calendar) }
        guard !contents.isLimited else { return }
        _ = contents.add(viewed(occurrence, of: calendar, addresses))
    }

    private mutating func addRow(
        _ occurrence: Occurrence,
        of calendar: ViewedCalendar
    ) throws(WriteError) {
        rows += Array("\(MomentText.start(occurrence, in: zone)),".utf8)
        let end = occurrence.endsLater ? occurrence.end : occurrence.start
        rows += Array(MomentText.text(end, in: zone).utf8)
        CSVRow.appendDetails(
            of: occurrence.event,
            isAllDay: occurrence.isAllDay,
            calendar: calendar.title,
            uid: occurrence.uid,
            to: &rows
        )
        if rows.count >= Self.blockSize {
            try descriptor.write(rows)
            rows.removeAll(keepingCapacity: true)
        }
    }

    /// Returns the visible parts of an occurrence.
    ///
    /// All occurrences of an event share the same strings.
    private mutating func viewed(
        _ occurrence: Occurrence,
        of calendar: ViewedCalendar,
        _ addresses: Set<String>
    ) -> ViewedEvent {
        let identity = occurrence.frameIdentity
        if let known = known[identity], known.event.calendar == calendar {
            var event = known.event
            event.start = EventTime(occurrence.start)
            event.end = EventTime(occurrence.end)
            let first = occurrence.start.instant(in: zone)
            event.span = first..<max(first, occurrence.end.instant(in: zone))
            return event
        }
        var event = ViewedEvent(occurrence, of: calendar, in: zone, addresses: addresses)
        event.title = PageText.line(event.title, atMost: PageLimits.text)
        event.location = event.location.map { PageText.line($0, atMost: PageLimits.text) }
        event.notes = event.notes.map { PageText.clean($0, atMost: PageLimits.notes) }
        if known.count >= Self.mostKnown { known = [:] }
        // Keep an occurrence, since its identity could be reused after deallocation.
        known[identity] = (event, occurrence)
        return event
    }

    /// Writes the remaining rows or the page.
    package func finish() throws(WriteError) {
        switch format {
        case .html: try HTMLPage(contents).write { bytes throws(WriteError) in try descriptor.write(bytes) }
        case .md: try MarkdownPage(contents).write { bytes throws(WriteError) in try descriptor.write(bytes) }
        case .svg where contents.dayCount <= SVGWeek.mostDays:
            try SVGWeek(contents).write { bytes throws(WriteError) in try descriptor.write(bytes) }
        case .month: try writeMonths()
        case .svg: try SVGYear(contents).write { bytes throws(WriteError) in try descriptor.write(bytes) }
        default: try descriptor.write(rows)
        }
    }

    /// Writes grids for the months in the window.
    private func writeMonths() throws(WriteError) {
        let ability = ColorAbility.of(
            .auto,
            isTerminal: descriptor.isTerminal,
            environment: SystemCalls.environment
        )
        let layout = ViewLayout(width: Screen.of(descriptor).columns, now: .present, ability: ability)
        // Group the events by day only once, since there can be many events and days.
        var events: [CivilDate: [ViewedEvent]] = [:]
        var months: [CivilDate] = []
        var next = contents.first
        while next < contents.end {
            months.append(MonthGrid.days(of: next).lowerBound)
            next = MonthGrid.days(of: next).upperBound
        }
        for event in contents.events {
            let days = DayList.days(of: event, in: zone)
                .clamped(to: contents.first.dayNumber..<contents.end.dayNumber)
            guard let last = days.last else { continue }
            var month = MonthGrid.days(of: CivilDate(dayNumber: days.lowerBound))
            while month.lowerBound.dayNumber <= last {
                events[month.lowerBound, default: []].append(event)
                month = MonthGrid.days(of: month.upperBound)
            }
        }
        for (number, month) in months.enumerated() {
            var lines = number > 0 ? "\n" : ""
            for line in MonthGrid(events[month] ?? [], of: month, in: zone, layout).lines {
                lines += line.rendered(ability) + "\n"
            }
            try descriptor.write(Array(lines.utf8))
        }
    }

    /// Writes a page of at most `limit` occurrences.
    static func write(
        _ occurrences: Occurrences,
        as format: OutputFormat,
        limit: Int,
        to descriptor: Descriptor
    ) -> WrittenRows {
        guard var output = PageOutput(format, in: occurrences.window, to: descriptor) else {
            return WrittenRows()
        }
        var diagnostics: [Diagnostic] = []
        var decoded: Set<ObjectIdentifier> = []
        var count = 0
        do throws(WriteError) {
            for occurrence in occurrences.prefix(limit) {
                let name = occurrence.calendarName ?? "Calendar"
                let calendar = ViewedCalendar(
                    identifier: occurrence.file ?? name,
                    title: name,
                    color: occurrence.calendarColor.flatMap(ViewedColor.init(css:))
                )
                try output.add(occurrence, of: calendar)
                if output.isFull { break }
                count += 1
                if decoded.insert(occurrence.eventIdentity).inserted {
                    diagnostics += occurrence.decodedEvent().diagnostics
                }
            }
            if let notice = output.notice { diagnostics.append(notice) }
            try output.finish()
            return WrittenRows(count: count, diagnostics: diagnostics)
        } catch {
            return WrittenRows(count: count, diagnostics: diagnostics, failure: error)
        }
    }
}
