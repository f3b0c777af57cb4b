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
    /// How it decides.
    enum Method: Sendable {
        /// The same for everything, from the start, without remembering it.
        case always(Bool)
        /// By asking.
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
}
