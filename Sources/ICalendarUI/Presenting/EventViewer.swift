public import ICalendarStore

/// The action that closed the event details, like `EKEventViewAction`.
///
/// ```swift
/// EventViewAction.deleted.rawValue  // 2
/// ```
public enum EventViewAction: Int, Sendable, Hashable {
    /// The user viewed, and possibly edited, the event: `EventViewAction.done.rawValue // 0`.
    case done = 0
    /// The user deleted the event: `EventViewAction.deleted.rawValue // 2`.
    case deleted = 2
}

/// A page in the user's browser that shows a stored event, like `EKEventViewController`.
///
/// ```swift
/// let action = try await EventViewer.present(calendarEvent, using: pageProgram)
/// ```
public enum EventViewer {
    /// Shows an event from a store.
    ///
    /// ```swift
    /// if try await EventViewer.present(calendarEvent, allowsEditing: true, using: pageProgram) == .deleted { return }
    /// ```
    ///
    /// - Parameters:
    ///   - event: A saved event.
    ///   - allowsEditing: Whether the page links to the editor and offers to delete the event.
    ///   - program: The program that shows the page. The program must use the store's folder.
    /// - Throws: ``PageError`` if the user closes the window, the page cannot be shown, or the event was never saved;
    ///   `CancellationError` if the task is canceled.
    public static func present(
        _ event: CalendarEvent,
        allowsEditing: Bool = false,
        using program: PageProgram
    ) async throws -> EventViewAction {
        guard let identifier = event.occurrenceIdentifier, !event.isNew else {
            throw PageError(.invalidRequest, "only a saved event has details to show")
        }
        var request = PageRequest(.viewer, program: program.applicationName)
        request.identifier = identifier
        request.mayEdit = allowsEditing
        return try await program.reply(to: request).action == .deleted ? .deleted : .done
    }
}
