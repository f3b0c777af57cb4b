import ICalendar
public import ICalendarStore

extension AccessHandler {
    /// Returns a handler that requests access on a page in the user's browser.
    ///
    /// The page shows the program, the folder, the requested access, and the reason. For a program that only adds
    /// events, the user chooses the calendar. Closing the window is not a decision. If the user does so, the request
    /// fails with `StoreError.Code.eventStoreNotAuthorized`, and the program can ask again.
    ///
    /// ```swift
    /// var options = EventStore.Options()
    /// options.access = .page(reason: "Adds the lessons that you book.")
    /// ```
    ///
    /// - Parameters:
    ///   - reason: The reason for the request, like a usage description on Apple's systems.
    ///   - program: The program that shows the page. The page uses the store's folder instead of the program's.
    public static func page(reason: String? = nil, using program: PageProgram = PageProgram())
        -> AccessHandler
    {
        AccessHandler { request throws(StoreError) in
            var program = program
            program.directory = request.directory.description
            var page = PageRequest(.access, program: request.applicationName)
            page.access =
                request.description + (request.isUpgrade ? "; it can currently only add events" : "")
            page.isWriteOnly = request.kind == .writeOnlyAccessToEvents
            page.isForReminders = request.kind == .fullAccessToReminders
            page.reason = reason ?? request.usageDescription
            let reply: PageReply
            do { reply = try program.wait(for: page) { false } } catch {
                throw StoreError(
                    .eventStoreNotAuthorized,
                    request.applicationName,
                    "\(error); nothing was remembered, so the program will ask again"
                )
            }
            guard reply.action == .granted else { return .refused }
            let chosen = reply.calendars?.first?.identifier
            let calendar = request.calendars.first { $0.calendarIdentifier == chosen }
            return calendar.map { .granted(savingIn: $0) } ?? .granted
        }
    }
}
