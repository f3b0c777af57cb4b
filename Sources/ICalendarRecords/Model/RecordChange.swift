#if Records
    /// A change to a record since a given change.
    ///
    /// Several changes to a record are combined into the last one, which contains the record in its current state.
    ///
    /// ```swift
    /// for change in try records.pending(for: "search") {
    ///     switch change.kind {
    ///     case .inserted, .updated, .returned: print("index", change.record.id, change.record.title ?? "")
    ///     case .removed: print("forget", change.record.id)
    ///     }
    ///     try records.acknowledge(change, for: "search")
    /// }
    /// ```
    public struct RecordChange: Sendable, Hashable, Codable {
        /// The kind of change to an occurrence.
        ///
        /// ```swift
        /// let kinds: [RecordChange.Kind] = [.inserted, .updated, .removed, .returned]
        /// ```
        public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
            /// The occurrence is new: `RecordChange.Kind.inserted`.
            case inserted
            /// The occurrence was changed: `RecordChange.Kind.updated`.
            case updated
            /// The occurrence was removed: `RecordChange.Kind.removed`.
            case removed
            /// The removed occurrence has returned, possibly changed: `RecordChange.Kind.returned`.
            case returned
        }

        /// The kind of change.
        ///
        /// If `recordChange.kind == .removed`, delete any data derived from the record.
        public let kind: Kind
        /// The record in its current state, or in its last state if the occurrence was removed.
        ///
        /// `recordChange.record.title // "Stand-up"`
        public let record: EventRecord

        /// The change's number, which is greater for later changes: `try records.changes(after: recordChange.number)`.
        public var number: Int64 { record.lastChange }

        init(_ record: EventRecord, after known: Int64) {
            self.record = record
            if record.isRemoved {
                kind = .removed
            } else if record.firstChange > known {
                kind = .inserted
            } else {
                kind = record.returnChange > known ? .returned : .updated
            }
        }
    }
#endif
