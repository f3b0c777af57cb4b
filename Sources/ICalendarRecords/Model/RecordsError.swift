#if Records
    import GRDB

    /// An error thrown when a sync or a database is rejected.
    ///
    /// When this error is thrown, nothing has been changed.
    ///
    /// ```swift
    /// do {
    ///     try records.sync(with: store, from: monday.date, to: nextMonday.date)
    /// } catch let error as RecordsError where error.code == .otherStore {
    ///     print(error)
    /// }
    /// ```
    public struct RecordsError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The kind of error.
        ///
        /// ```swift
        /// RecordsError.Code.otherStore.rawValue  // "otherStore"
        /// ```
        public enum Code: String, Sendable, Hashable {
            /// The records belong to a store in another folder: `RecordsError.Code.otherStore`. If the store has moved,
            /// call ``EventRecords/adopt(_:)``.
            case otherStore
            /// A later version of this library created the database: `RecordsError.Code.laterSchema`.
            case laterSchema
            /// The file is not a database, or its contents are not records: `RecordsError.Code.otherDatabase`.
            case otherDatabase
            /// There are too many occurrences to sync, or rules that would take too long to expand:
            /// `RecordsError.Code.tooManyOccurrences`.
            case tooManyOccurrences
        }

        /// The kind of error: `error.code == .otherStore`.
        public let code: Code
        /// The error as a phrase without a final period: `the records belong to the store in /srv/calendars`.
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
