#if Records
    /// The changes that a sync made, listed by occurrence identifier.
    ///
    /// ```swift
    /// let report = try records.sync(with: store, from: monday.date, to: nextMonday.date)
    /// print(report)  // 1 inserted, 14 unchanged
    /// for identifier in report.inserted { print("new:", identifier) }
    /// try records.sync(with: store, from: monday.date, to: nextMonday.date).isEmpty  // true
    /// ```
    public struct SyncReport: Sendable, Hashable, Codable, CustomStringConvertible {
        /// The new occurrences: `for identifier in report.inserted { print("+", identifier) }`.
        public var inserted: [String] = []
        /// The changed occurrences, including occurrences moved out of the window: `print(report.updated.count)`.
        public var updated: [String] = []
        /// The missing occurrences, which were flagged as removed: `print(report.removed.count)`.
        public var removed: [String] = []
        /// The removed occurrences that returned: `print(report.returned.count)`.
        public var returned: [String] = []
        /// The number of unchanged occurrences: `print(report.unchanged)`.
        public var unchanged = 0

        /// The missing occurrences that were kept because their calendar could not be fully read:
        /// `if !report.kept.isEmpty { print("look at the calendars") }`.
        public var kept: [String] = []
        /// The identifiers shared by several events at different times, of which only the first has a row:
        /// `print(report.withoutRow)`.
        public var withoutRow: [String] = []

        /// Creates an empty report.
        ///
        /// ```swift
        /// SyncReport().isEmpty  // true
        /// ```
        public init() {}

        /// Whether the sync made no changes: `SyncReport().isEmpty // true`.
        public var isEmpty: Bool {
            inserted.isEmpty && updated.isEmpty && removed.isEmpty && returned.isEmpty
        }

        /// A summary that states the number of changes of each kind: `SyncReport().description // "0 unchanged"`.
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
