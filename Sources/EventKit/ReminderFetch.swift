import Foundation
import ICalendarStore

/// A search for reminders in the background.
final class ReminderFetch: NSObject, Sendable {
    private let task: Task<Void, Never>

    init(
        _ link: StoreLink,
        _ predicate: ReminderPredicate?,
        _ completion: @escaping ([EKReminder]?) -> Void
    ) {
        // As on Apple's systems, the handler is called on another thread, although its type does not say so.
        nonisolated(unsafe) let completion = completion
        task = Task.detached {
            guard let predicate, !Task.isCancelled else { return unsafe completion(nil) }
            let generation = link.generation
            let found = try? link.attempt { store throws(StoreError) in
                try store.reminders(matching: predicate)
            }
            if Task.isCancelled { return unsafe completion(nil) }
            unsafe completion((found ?? []).map { EKReminder($0, link, generation: generation) })
        }
    }

    func cancel() { task.cancel() }
}
