#if Records
    import GRDB

    /// Why records refuse a store or a database; nothing was changed then.
    ///
    /// ```swift
    /// do {
    ///     try records.sync(with: store, from: monday.date, to: nextMonday.date)
    /// } catch let error as RecordsError where error.code == .otherStore {
    ///     print(error)
    /// }
    /// ```
    public struct RecordsError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The kind of an error.
        ///
        /// ```swift
        /// RecordsError.Code.otherStore.rawValue  // "otherStore"
        /// ```
        public enum Code: String, Sendable, Hashable {
            /// The records are of a store in another folder; ``EventRecords/adopt(_:)`` says that it has moved:
            /// `RecordsError.Code.otherStore`.
            case otherStore
            /// The database was made by a later version of this library: `RecordsError.Code.laterSchema`.
            case laterSchema
            /// The file is no database, or one of something else: `RecordsError.Code.otherDatabase`.
            case otherDatabase
            /// There are more occurrences than a sync may make rows of, or rules that take as long to follow:
            /// `RecordsError.Code.tooManyOccurrences`.
            case tooManyOccurrences
        }

        /// What kind of failure it is: `error.code == .otherStore`.
        public let code: Code
        /// What happened, in one sentence without a full stop: `these are the records of the store in /srv/calendars`.
        public let description: String

        init(_ code: Code, _ description: String) {
            self.code = code
            self.description = description
        }

        package static func text(of error: any Error) -> String {
            guard let error = error as? DatabaseError else { return "\(error)" }
            let text = error.message ?? "error \(error.resultCode.rawValue)"
            return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? text
        }
    }
#endif
