import ICalendar
import SystemIO

/// Who decides whether a program may use a store, supplied in ``EventStore/Options/access``.
///
/// What a handler of one's own decides is remembered in the user's state folder, so that nobody is asked twice.
///
/// ```swift
/// var options = EventStore.Options()
/// options.access = AccessHandler { request in
///     request.kind == .writeOnlyAccessToEvents ? .granted : .refused
/// }
/// ```
public struct AccessHandler: Sendable {
    enum Method: Sendable {
        case always(Bool)
        case asking(@Sendable (AccessRequest) throws(StoreError) -> AccessDecision)
        /// Yes to what nobody has refused, without remembering it; with write-only access new events go to the calendar of
        /// this title or identifier, unless a person chose one.
        case agreeing(calendar: String?)
    }

    let method: Method

    /// A handler that asks in a way of its own, such as a dialogue.
    ///
    /// It may take its time. It is called on a thread of its own when a program requests access, and on the thread of the
    /// caller when a read of a store with write-only access asks for more. An error that it throws reaches the program,
    /// and nothing is remembered. Two questions are never asked at once.
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

    /// Everything is granted from the start, as far as the operating system permits it: for servers and tests, whose
    /// users have nobody to ask.
    ///
    /// ```swift
    /// var options = EventStore.Options()
    /// options.access = .allow
    /// ```
    public static let allow = AccessHandler(.always(true))
    /// Everything is granted from the start that a person has not refused, without remembering it: for the `--yes` of a
    /// program that asks otherwise.
    ///
    /// ```swift
    /// var options = EventStore.Options()
    /// options.access = .allowUnlessRefused
    /// ```
    public static let allowUnlessRefused = AccessHandler(.agreeing(calendar: nil))
    /// The same for somebody who has named the calendar already to which the program shall add events, by its title or its
    /// identifier.
    package static func allowUnlessRefused(addingTo name: String) -> AccessHandler {
        AccessHandler(.agreeing(calendar: name))
    }
    /// Nothing is granted, whatever was remembered: `storeOptions.access = .deny`.
    public static let deny = AccessHandler(.always(false))

    /// A question on the terminal that names the program, the folder and what is asked for; the default.
    ///
    /// It uses `/dev/tty`, so that standard input and output may go elsewhere. Without a terminal, or when it runs in the
    /// background of one, the request fails with ``StoreError/Code/eventStoreNotAuthorized``, and nothing is remembered.
    ///
    /// ```swift
    /// var options = EventStore.Options()
    /// options.access = .terminal
    /// ```
    public static let terminal = AccessHandler { request throws(StoreError) in
        try decision(request, on: CalendarPath("/dev/tty"))
    }

    /// The same for a person who has named the calendar already in which the program shall add events, by its title or its
    /// identifier.
    ///
    /// The request fails with ``StoreError/Code/noCalendar`` where there is none of that name.
    package static func terminal(addingTo name: String) -> AccessHandler {
        AccessHandler { request throws(StoreError) in
            try decision(request, addingTo: name, on: CalendarPath("/dev/tty"))
        }
    }

    package static let unanswered = "nobody answered; nothing is remembered, and the program asks again"

    static func decision(
        _ request: AccessRequest,
        addingTo name: String? = nil,
        on device: CalendarPath
    ) throws(StoreError) -> AccessDecision {
        var named: EventCalendar?
        if let name, request.kind == .writeOnlyAccessToEvents {
            named = request.calendars.named(name)
            guard named != nil else {
                throw StoreError(.noCalendar, name, "there is no such calendar that events can be added to")
            }
        }
        do throws(FileFailure) {
            let terminal = try Terminal(device)
            var question = "\(request).\n"
            if request.isUpgrade { question += "So far it may only add events.\n" }
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
                "there is no terminal to ask for access on (\(error)); the program must be started on one once, or "
                    + "supply an access handler"
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
        var question = "In which calendar shall it add them?\n"
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
            question = "Please answer with a number from 1 to \(request.calendars.count) [1]: "
        }
    }
}
