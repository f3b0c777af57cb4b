#if Records
    /// What became of a record since somebody looked last.
    ///
    /// Of several changes to one record only the last is given, with the record as it is now.
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
        /// What happened to an occurrence.
        ///
        /// ```swift
        /// let kinds: [RecordChange.Kind] = [.inserted, .updated, .removed, .returned]
        /// ```
        public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
            /// It is there for the first time: `RecordChange.Kind.inserted`.
            case inserted
            /// It is different: `RecordChange.Kind.updated`.
            case updated
            /// It is gone: `RecordChange.Kind.removed`.
            case removed
            /// It was gone and is there again, perhaps different: `RecordChange.Kind.returned`.
            case returned
        }

        /// What happened: `recordChange.kind == .removed` asks for forgetting.
        public let kind: Kind
        /// The record as it is now; of a removed occurrence as it was.
        ///
        /// `recordChange.record.title // "Stand-up"`
        public let record: EventRecord

        /// The number of the change; later ones are greater: `try records.changes(after: recordChange.number)` goes on from here.
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
