#if Records
    /// What a sync has changed, by the identifiers of the occurrences.
    ///
    /// ```swift
    /// let report = try records.sync(with: store, from: monday.date, to: nextMonday.date)
    /// print(report)  // 1 inserted, 14 unchanged
    /// for identifier in report.inserted { print("new:", identifier) }
    /// try records.sync(with: store, from: monday.date, to: nextMonday.date).isEmpty  // true
    /// ```
    public struct SyncReport: Sendable, Hashable, Codable, CustomStringConvertible {
        /// What was found for the first time: `for identifier in report.inserted { print("+", identifier) }`.
        public var inserted: [String] = []
        /// What was there and is different now, also what was moved out of the window: `print(report.updated.count)`.
        public var updated: [String] = []
        /// What is gone, and flagged: `print(report.removed.count)`.
        public var removed: [String] = []
        /// What was gone and is there again: `print(report.returned.count)`.
        public var returned: [String] = []
        /// How many are as they were: `print(report.unchanged)`.
        public var unchanged = 0

        /// Rows of which the occurrence was not found, and that stay, as their calendar could not be read as a whole:
        /// `if !report.kept.isEmpty { print("look at the calendars") }`.
        public var kept: [String] = []
        /// Identifiers that several events at different times have, of which the first alone has a row:
        /// `print(report.withoutRow)`.
        public var withoutRow: [String] = []

        /// A report of nothing.
        ///
        /// ```swift
        /// SyncReport().isEmpty  // true
        /// ```
        public init() {}

        /// Whether nothing was changed: `SyncReport().isEmpty // true`.
        public var isEmpty: Bool {
            inserted.isEmpty && updated.isEmpty && removed.isEmpty && returned.isEmpty
        }

        /// What was changed, in numbers: `SyncReport().description // "0 unchanged"`.
        public var description: String {
            let parts = [
                (inserted.count, "inserted"), (updated.count, "updated"), (removed.count, "removed"),
                (returned.count, "returned"),
            ]
            return (parts.filter { $0.0 > 0 } + [(unchanged, "unchanged")]).map { "\($0) \($1)" }
                .joined(separator: ", ")
        }
    }
#endif
