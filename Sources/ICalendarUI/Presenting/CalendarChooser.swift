public import ICalendarStore

/// A page in the user's browser for choosing calendars, like `EKCalendarChooser`.
///
/// ```swift
/// let chosen = try await CalendarChooser.present(display: .writableCalendarsOnly)
/// ```
public enum CalendarChooser {
    /// The calendars to choose from, with the same raw values as `EKCalendarChooserDisplayStyle`.
    ///
    /// ```swift
    /// CalendarChooser.Display.writableCalendarsOnly.rawValue  // 1
    /// ```
    public enum Display: Int, Sendable, Hashable {
        /// Every calendar: `CalendarChooser.Display.allCalendars.rawValue // 0`.
        case allCalendars = 0
        /// Only calendars that accept new items: `CalendarChooser.Display.writableCalendarsOnly.rawValue // 1`.
        case writableCalendarsOnly = 1
    }

    /// The number of calendars that the user can select, with the same raw values as `EKCalendarChooserSelectionStyle`.
    ///
    /// ```swift
    /// CalendarChooser.Style.multiple.rawValue  // 1
    /// ```
    public enum Style: Int, Sendable, Hashable {
        /// Exactly one calendar: `CalendarChooser.Style.single.rawValue // 0`.
        case single = 0
        /// Any number of calendars: `CalendarChooser.Style.multiple.rawValue // 1`.
        case multiple = 1
    }

    /// Lets the user choose calendars.
    ///
    /// Returns nil if the user cancels.
    ///
    /// Without full access to the items in `store`, the program can only add items, so only calendars that accept new
    /// items are shown. The program learns nothing about calendars that the user does not choose.
    ///
    /// The result contains the identifiers, titles, and colors of the calendars. The paths are empty. With access,
    /// `EventStore.calendar(withIdentifier:)` returns complete calendars.
    ///
    /// ```swift
    /// guard let chosen = try await CalendarChooser.present(selection: [eventCalendar], style: .single) else { return }
    /// ```
    ///
    /// - Parameters:
    ///   - selection: The initially selected calendars.
    ///   - display: The calendars to choose from.
    ///   - style: The number of calendars that the user can select.
    ///   - entityType: The type of items that the calendars accept.
    ///   - store: The program's own store, if any. The store's access limits `display`.
    ///   - program: The program that shows the page.
    /// - Throws: ``PageError`` if the user closes the window or the page cannot be shown; `CancellationError` if the
    ///   task is canceled.
    public static func present(
        selection: Set<EventCalendar> = [],
        display: Display = .allCalendars,
        style: Style = .multiple,
        entityType: EntityType = .event,
        for store: EventStore? = nil,
        using program: PageProgram = PageProgram()
    ) async throws -> Set<EventCalendar>? {
        var request = PageRequest(.chooser, program: program.applicationName)
        request.selection = selection.map(\.calendarIdentifier).sorted()
        request.isMultiple = style == .multiple
        let mayRead = store?.authorizationStatus(for: entityType) == .fullAccess
        request.isWritableOnly = display == .writableCalendarsOnly || !mayRead
        request.isForReminders = entityType == .reminder
        let reply = try await program.reply(to: request)
        guard reply.action == .chosen else { return nil }
        let calendars = (reply.calendars ?? []).map { choice in
            EventCalendar(
                chosen: choice.identifier,
                title: choice.title,
                color: choice.color.flatMap { CalendarColor($0) },
                for: entityType
            )
        }
        return Set(calendars)
    }
}
