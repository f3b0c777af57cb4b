import Foundation
import ICalendarStore

/// A background search for reminders.
final class ReminderFetch: NSObject, Sendable {
    /// A handler that, as on Apple's systems, runs on another thread although its type is not Sendable.
    private struct Handler: @unchecked Sendable {
        let call: ([EKReminder]?) -> Void
    }

    private let task: Task<Void, Never>

    init(
        _ link: StoreLink,
        _ predicate: ReminderPredicate?,
        _ completion: @escaping ([EKReminder]?) -> Void
    ) {
        let handler = Handler(call: completion)
        task = Task.detached {
            guard let predicate, !Task.isCancelled else { return handler.call(nil) }
            let generation = link.generation
            let found = try? link.attempt { store throws(StoreError) in
                try store.reminders(matching: predicate)
            }
            if Task.isCancelled { return handler.call(nil) }
            handler.call((found ?? []).map { EKReminder($0, link, generation: generation) })
        }
    }

    func cancel() { task.cancel() }
}
