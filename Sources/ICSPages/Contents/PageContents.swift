package import ICSViews
package import ICalendar

/// The events in a window, collected for a page.
///
/// A page shows an event on each of its days, so a calendar of long events could make the page excessively large. The
/// number of entries is therefore limited (see ``PageLimits``).
package struct PageContents: Sendable {
    /// The title, or nil to use the calendars' names.
    private let givenTitle: String?
    package let zone: Zone
    package let present: Instant
    /// The first day of the window.
    package let first: CivilDate
    /// The day after the last day.
    package let end: CivilDate
    package private(set) var events: [ViewedEvent] = []
    /// Whether a limit caused some events in the window to be dropped.
    package private(set) var isLimited = false
    private var entries = 0
    private var textUnits = 0

    /// Creates empty contents.
    ///
    /// - Parameter end: The end of the window, exclusive. If it is the first instant of a day, that day is not shown.
    package init(
        title: String? = nil,
        from start: Instant,
        to end: Instant,
        in zone: Zone,
        present: Instant
    ) {
        givenTitle = title
        self.zone = zone
        self.present = present
        first = zone.civil(at: start).date
        let last = zone.civil(at: max(start, end.adding(seconds: -1))).date
        self.end = last.adding(days: 1)
    }

    /// Adds an event; returns false if the page is full.
    package mutating func add(_ event: ViewedEvent) -> Bool {
        let days = DayList.days(of: event, in: zone).clamped(to: first.dayNumber..<end.dayNumber)
        let units = Self.units(of: event) + days.count * min(event.title.utf8.count, PageLimits.text)
        guard entries + days.count <= PageLimits.entries, textUnits + units <= PageLimits.allText else {
            isLimited = true
            return false
        }
        entries += max(1, days.count)
        textUnits += units
        events.append(event)
        return true
    }

    /// Returns the total length of the text that a page shows once per event.
    private static func units(of event: ViewedEvent) -> Int {
        var units = min(event.notes?.utf8.count ?? 0, 3 * PageLimits.notes)
        for person in event.people.prefix(PageLimits.list) {
            units += min(person.text.utf8.count, PageLimits.text)
        }
        for category in event.categories.prefix(PageLimits.list) {
            units += min(category.utf8.count, PageLimits.text)
        }
        return units
    }

    /// The page's title.
    package var title: String {
        if let givenTitle { return givenTitle }
        var titles: [String] = []
        for calendar in calendars where !titles.contains(calendar.title) {
            titles.append(PageText.line(calendar.title, atMost: 80))
            if titles.count > 3 { return "Calendar" }
        }
        return titles.isEmpty ? "Calendar" : titles.joined(separator: ", ")
    }

    package var days: DayList { DayList(events, from: first, until: end, in: zone) }

    package var dayCount: Int { end.dayNumber - first.dayNumber }

    /// The message to show on a page that omits some events.
    package var notice: String? {
        guard isLimited else { return nil }
        let limit =
            entries >= PageLimits.entries / 2
            ? "\(PageLimits.entries) entries" : "\(PageLimits.allText >> 20) MiB of text"
        return "limit reached: a page holds \(limit); use --from and --to to narrow the window"
    }

    /// The calendars, in the order in which their events first appear.
    package var calendars: [ViewedCalendar] {
        var known: Set<ViewedCalendar> = []
        var calendars: [ViewedCalendar] = []
        for event in events where known.insert(event.calendar).inserted { calendars.append(event.calendar) }
        return calendars
    }

    /// A color for each calendar: its own color or one from a palette.
    package var colors: [ViewedCalendar: ViewedColor] {
        var colors: [ViewedCalendar: ViewedColor] = [:]
        var next = 0
        for calendar in calendars {
            if let color = calendar.color {
                colors[calendar] = color
            } else {
                colors[calendar] = Self.palette[next % Self.palette.count]
                next += 1
            }
        }
        return colors
    }

    package static let palette = [
        ViewedColor(red: 0x2F, green: 0x6F, blue: 0xB5), ViewedColor(red: 0xC2, green: 0x56, blue: 0x1A),
        ViewedColor(red: 0x2E, green: 0x8B, blue: 0x57), ViewedColor(red: 0x8E, green: 0x4E, blue: 0xC6),
        ViewedColor(red: 0xB8, green: 0x33, blue: 0x6A), ViewedColor(red: 0x0E, green: 0x7C, blue: 0x86),
        ViewedColor(red: 0x9A, green: 0x7B, blue: 0x0A), ViewedColor(red: 0x5B, green: 0x64, blue: 0x70),
    ]
}

extension [ViewedCalendar: ViewedColor] {
    /// The event's own color or, if it has none, its calendar's color.
    package subscript(_ event: ViewedEvent) -> ViewedColor? { event.ownColor ?? self[event.calendar] }
}

extension ViewedEvent {
    /// The title, or `(no title)` if it is empty.
    package var shownTitle: String { Words.title(title) }

    /// The labels for the event's special properties, such as `canceled`.
    package var marks: [String] {
        var marks: [String] = []
        if status == .cancelled { marks.append("canceled") }
        if status == .tentative { marks.append("tentative") }
        if participation == .declined { marks.append("declined") }
        return marks
    }

    /// Whether the event is canceled or the user declined it.
    package var isOff: Bool { status == .cancelled || participation == .declined }
}
