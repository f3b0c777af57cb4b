/// An error that ended a page before the user acted.
///
/// ```swift
/// func isWorthAnotherTry(_ error: PageError) -> Bool { error.code == .closed }
/// ```
public struct PageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure: `pageError.code // .closed`.
    public var code: Code
    /// A description in one sentence, without a final period: `the user closed the page`.
    public var description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// The kind of error.
    ///
    /// This type is a struct rather than an enum, so new codes do not break exhaustive `switch` statements.
    ///
    /// ```swift
    /// let silent: Set<PageError.Code> = [.closed]
    /// ```
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the code: `PageError.Code.closed.description // "closed"`.
        public let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// The user closed the window or left the page: `PageError.Code.closed`.
        public static let closed = Code("closed")
        /// The program ended, for example because of a signal, before the user acted: `PageError.Code.ended`.
        public static let ended = Code("ended")
        /// The program is not installed or did not start: `PageError.Code.notStarted`.
        public static let notStarted = Code("notStarted")
        /// The page could not be shown, for example because there is no browser or no access: `PageError.Code.failed`.
        public static let failed = Code("failed")
        /// The event is too large for a page: `PageError.Code.invalidRequest`.
        public static let invalidRequest = Code("invalidRequest")
    }
}
