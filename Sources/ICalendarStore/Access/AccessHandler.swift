import ICalendar
import SystemIO

/// A handler that decides whether a program may use a store.
///
/// Set the handler in ``EventStore/Options/access``.
///
/// A custom handler's decisions are saved in the user's state folder, so the user is never prompted twice.
///
/// ```swift
/// var options = EventStore.Options()
/// options.access = AccessHandler { request in
///     request.kind == .writeOnlyAccessToEvents ? .granted : .refused
/// }
/// ```
public struct AccessHandler: Sendable {
    enum Method: Sendable {
        /// Decides without prompting. A value of `nil` leaves access undecided.
        case always(events: AccessRecord.Grant?, reminders: AccessRecord.Grant?)
        case asking(@Sendable (AccessRequest) throws(StoreError) -> AccessDecision)
        /// Grants everything that the user has not denied, without saving a decision. With write-only access, new
        /// events are added to the calendar with this title or identifier, unless the user has chosen another one.
        case agreeing(calendar: String?)
    }

    let method: Method

    /// Creates a handler with a custom prompt, such as a dialog.
    ///
    /// The closure may block. When the program requests access, the closure is called on a separate thread. When a
    /// program with write-only access reads from the store, the closure is called on the caller's thread. If the
    /// closure throws an error, the program receives the error and no decision is saved. The closure is never called
    /// concurrently.
    ///
    /// ```swift
    /// let handler = AccessHandler { request in
    ///     guard let first = request.calendars.first else { return .refused }
    ///     return .granted(savingIn: first)
    /// }
    /// ```
    public init(_ ask: @escaping @Sendable (AccessRequest) throws(StoreError) -> AccessDecision) {
        method = .asking(ask)
    }

    private init(_ method: Method) {
        self.method = method
    }

    /// A handler that grants everything that the operating system permits, for unattended use on servers and in tests.
    ///
    /// ```swift
    /// var options = EventStore.Options()
    /// options.access = .allow
    /// ```
    public static let allow = AccessHandler(.always(events: .fullAccess, reminders: .fullAccess))
    /// A handler that grants everything that the user has not denied, without saving a decision.
    ///
    /// Use this handler for the `--yes` option of a program that otherwise prompts the user.
    ///
    /// ```swift
    /// var options = EventStore.Options()
    /// options.access = .allowUnlessRefused
    /// ```
    public static let allowUnlessRefused = AccessHandler(.agreeing(calendar: nil))
    /// Returns a handler like ``allowUnlessRefused`` that adds new events to the calendar with the given title or
    /// identifier.
    package static func allowUnlessRefused(addingTo name: String) -> AccessHandler {
        AccessHandler(.agreeing(calendar: name))
    }
    /// A handler that denies all access, regardless of saved decisions: `storeOptions.access = .deny`.
    public static let deny = AccessHandler(.always(events: .denied, reminders: .denied))

    /// Returns a handler that grants this status without prompting.
    ///
    /// Access to reminders is never write-only.
    package static func granting(_ status: AuthorizationStatus) -> AccessHandler {
        switch status {
        case .fullAccess: allow
        case .writeOnly: AccessHandler(.always(events: .writeOnly, reminders: .denied))
        case .notDetermined: AccessHandler(.always(events: nil, reminders: nil))
        case .denied, .restricted: deny
        }
    }

    /// A handler that prompts the user on the terminal, showing the program, the folder, and the requested access.
    ///
    /// This handler is the default.
    ///
    /// The handler uses `/dev/tty`, so standard input and output can be redirected. Without a terminal, or in a
    /// background process, the request fails with ``StoreError/Code/eventStoreNotAuthorized`` and no decision is saved.
    ///
    /// ```swift
    /// var options = EventStore.Options()
    /// options.access = .terminal
    /// ```
    public static let terminal = AccessHandler { request throws(StoreError) in
        try decision(request, on: CalendarPath("/dev/tty"))
    }

    /// Returns a handler like ``terminal`` that adds new events to the calendar with the given title or identifier.
    ///
    /// The request fails with ``StoreError/Code/noCalendar`` if no calendar matches.
    package static func terminal(addingTo name: String) -> AccessHandler {
        AccessHandler { request throws(StoreError) in
            try decision(request, addingTo: name, on: CalendarPath("/dev/tty"))
        }
    }

    package static let unanswered = "no answer; nothing was remembered, so the program will ask again"

    static func decision(
        _ request: AccessRequest,
        addingTo name: String? = nil,
        on device: CalendarPath
    ) throws(StoreError) -> AccessDecision {
        var named: EventCalendar?
        if let name, request.kind == .writeOnlyAccessToEvents {
            named = request.calendars.named(name)
            guard named != nil else {
                throw StoreError(.noCalendar, name, "no calendar with this name accepts new events")
            }
        }
        do throws(FileFailure) {
            let terminal = try Terminal(device)
            var question = "\(request).\n"
            if let usage = request.usageDescription { question += "  \(usage.onOneLine)\n" }
            if request.isUpgrade { question += "It can currently only add events.\n" }
            question += "Allow it? The answer is remembered. [y/N] "
            while true {
                switch try terminal.answer(to: question).lowercased() {
                case "y", "yes":
                    if let named { return .granted(savingIn: named) }
                    return try chosen(request, terminal)
                case "n", "no", "": return .refused
                default: question = "Please answer y or n. [y/N] "
                }
            }
        } catch  where error.error.isEnd {
            throw StoreError(.eventStoreNotAuthorized, request.applicationName, unanswered)
        } catch {
            throw StoreError(
                .eventStoreNotAuthorized,
                request.applicationName,
                "no terminal to ask for access (\(error)); run the program on a terminal once, or supply an access "
                    + "handler"
            )
        }
    }

    private static func chosen(
        _ request: AccessRequest,
        _ terminal: Terminal
    ) throws(FileFailure) -> AccessDecision {
        guard request.kind == .writeOnlyAccessToEvents, let first = request.calendars.first else {
            return .granted
        }
        guard request.calendars.count > 1 else { return .granted(savingIn: first) }
        var question = "Which calendar should new events go into?\n"
        for (number, calendar) in request.calendars.enumerated() {
            question += "  \(number + 1)  \(calendar.title.onOneLine)\n"
        }
        question += "Number [1]: "
        while true {
            let answer = try terminal.answer(to: question)
            if answer.isEmpty { return .granted(savingIn: first) }
            if let number = Int(answer), request.calendars.indices.contains(number - 1) {
                return .granted(savingIn: request.calendars[number - 1])
            }
            question = "Please enter a number from 1 to \(request.calendars.count) [1]: "
        }
    }
}
