import Foundation
import ICalendarStore

/// A search for reminders in the background.
final class ReminderFetch: NSObject, Sendable {
    private let task: Task<Void, Never>

    init(
        _ link: StoreLink,
        _ predicate: ReminderPredicate?,
        _ completion: @escaping @Sendable ([EKReminder]?) -> Void
    ) {
        task = Task.detached {
            guard let predicate, !Task.isCancelled else { return completion(nil) }
            let generation = link.generation
            let found = try? link.attempt { store throws(StoreError) in
                try store.reminders(matching: predicate)
            }
            if Task.isCancelled { return completion(nil) }
            completion((found ?? []).map { EKReminder($0, link, generation: generation) })
        }
    }

    func cancel() { task.cancel() }
}
