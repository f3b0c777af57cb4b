public import ICalendar
public import ICalendarStore

/// The action that closed an editor, like `EKEventEditViewAction`.
///
/// ```swift
/// let words = ["canceled", "saved", "deleted"][EventEditAction.saved.rawValue]  // "saved"
/// ```
public enum EventEditAction: Int, Sendable, Hashable {
    /// The user closed the editor without saving: `EventEditAction.canceled.rawValue // 0`.
    case canceled = 0
    /// The user saved the event, possibly with changes: `EventEditAction.saved.rawValue // 1`.
    case saved = 1
    /// The user deleted the stored event: `EventEditAction.deleted.rawValue // 2`.
    case deleted = 2

    init(_ reply: PageReply) {
        switch reply.action {
        case .saved: self = .saved
        case .deleted: self = .deleted
        default: self = .canceled
        }
    }
}

/// An editor in the user's browser, like `EKEventEditViewController`.
///
/// The program `ics-web` shows the page and saves the event. The calling program needs no access to calendars and
/// learns only the user's action, not the changes or the calendar.
///
/// ```swift
/// let event = try Event("Wheel throwing", start: EventTime("2026-04-02 17:00", in: "Europe/Berlin"))
/// if try await EventEditor.present(event) == .saved { print("see you there") }
/// ```
public enum EventEditor {
    /// Shows a new event, which the user can edit and save in any calendar.
    ///
    /// Cancel the task to close the page.
    ///
    /// ```swift
    /// let action = try await EventEditor.present(event)
    /// ```
    ///
    /// - Throws: ``PageError`` if the user closes the window or the page cannot be shown; `CancellationError` if the
    ///   task is canceled.
    public static func present(_ event: Event, using program: PageProgram = PageProgram()) async throws
        -> EventEditAction
    {
        var request = PageRequest(.editor, program: program.applicationName)
        request.event = CalendarObject(events: [event]).icsText
        return EventEditAction(try await program.reply(to: request))
    }

    /// Shows an event from a store with its unsaved changes and lets the user save or delete it.
    ///
    /// An event that was never saved is shown as a new event, and its calendar is preselected. `program` must use the
    /// store's folder. For a series, the page asks which occurrences to change. The value and the calling program's
    /// store do not change. With full access, call `EventStore.refresh(_:)` to read the result.
    ///
    /// ```swift
    /// let action = try await EventEditor.present(calendarEvent, using: pageProgram)
    /// ```
    ///
    /// - Throws: ``PageError`` if the user closes the window or the page cannot be shown; `CancellationError` if the
    ///   task is canceled.
    public static func present(_ event: CalendarEvent, using program: PageProgram) async throws
        -> EventEditAction
    {
        var request = PageRequest(.editor, program: program.applicationName)
        request.identifier = event.isNew ? nil : event.occurrenceIdentifier
        request.selection = event.calendar.map { [$0.calendarIdentifier] }
        if event.isNew || event.hasChanges {
            request.event = CalendarObject(events: [event.event]).icsText
        }
        return EventEditAction(try await program.reply(to: request))
    }
}
