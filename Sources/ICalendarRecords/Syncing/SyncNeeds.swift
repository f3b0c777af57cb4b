#if Records
    import ICalendar
    import ICalendarStore
    import SystemIO

    /// What is yet to be synced: gathered by those who hear of changes, taken by the one who syncs.
    ///
    /// What comes while a sync is at work is joined, so that who is slow needs no more memory, and misses nothing.
    final class SyncNeeds: Sendable {
        enum Need: Sendable {
            case nothing
            case items(Set<ItemName>)
            case everything
        }

        /// How many items are named; beyond them it is as if it were not known which.
        private static let mostItems = 100_000

        /// One signal stands for all that were not taken yet.
        let signals: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation
        private let need = Lock(Need.nothing)

        init() {
            (signals, continuation) = AsyncStream.makeStream(
                of: Void.self,
                bufferingPolicy: .bufferingNewest(1)
            )
        }

        /// Asks for a sync of some items, or of everything when it is nil.
        func note(_ items: Set<ItemIdentifier>?) {
            let names = items.map { Set($0.map(ItemName.init)) }
            need.withLock { $0 = Self.joined($0, names) }
            continuation.yield()
        }

        /// Asks for a look at the window alone.
        func nudge() { continuation.yield() }

        func end() { continuation.finish() }

        func take() -> Need {
            need.withLock { need in
                defer { need = .nothing }
                return need
            }
        }

        private static func joined(_ need: Need, _ names: Set<ItemName>?) -> Need {
            guard let names else { return .everything }
            switch need {
            case .everything: return .everything
            case .nothing: return names.count > mostItems ? .everything : .items(names)
            case .items(let others):
                let all = others.union(names)
                return all.count > mostItems ? .everything : .items(all)
            }
        }
    }

    /// What names an item in a store, without its occurrences.
    struct ItemName: Hashable, Comparable {
        let calendar: String
        let uid: String

        init(_ identifier: ItemIdentifier) {
            calendar = identifier.calendarIdentifier
            uid = identifier.uid
        }

        static func < (left: ItemName, right: ItemName) -> Bool {
            (left.calendar, left.uid) < (right.calendar, right.uid)
        }
    }
#endif
