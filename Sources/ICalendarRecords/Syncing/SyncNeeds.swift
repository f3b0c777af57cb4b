#if Records
    import ICalendarStore
    import SystemIO

    /// The pending sync work, collected from change notifications and consumed by the syncing task.
    ///
    /// Changes during a sync are merged, so a slow consumer uses no extra memory and misses nothing.
    final class SyncNeeds: Sendable {
        enum Need: Sendable {
            case nothing
            case items(Set<ItemName>)
            case everything
        }

        /// The maximum number of items to track; if there are more, the entire window is synced.
        private static let mostItems = 100_000

        /// The signals for new work; one pending signal is enough.
        let signals: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation
        private let need = Lock(Need.nothing)

        init() {
            (signals, continuation) = AsyncStream.makeStream(
                of: Void.self,
                bufferingPolicy: .bufferingNewest(1)
            )
        }

        /// Requests a sync of the given items, or of everything if `items` is nil.
        func note(_ items: Set<ItemIdentifier>?) {
            let names = items.map { Set($0.map(ItemName.init)) }
            need.withLock { $0 = Self.joined($0, names) }
            continuation.yield()
        }

        /// Requests only a check of whether the window has moved.
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

    /// An item's name in a store, which does not identify an occurrence.
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
