import ICalendar
import SystemIO

/// What could not be done as it should have been when commits were finished after a crash.
///
/// A journal is finished by whoever comes upon it: when a store is opened, looked at or written to. What is to be told of
/// that is told once for all, so it is gathered here and not lost when the store looks again.
package final class RecoveryNotes: Sendable {
    private let steps = Lock<[LeftOutStep]>([])

    /// No notes.
    package init() {}

    /// Notes steps, each once.
    func add(_ new: [LeftOutStep]) {
        guard !new.isEmpty else { return }
        steps.withLock { known in
            for step in new where !known.contains(step) { known.append(step) }
        }
    }

    /// The steps that were noted, in order.
    package var leftOut: [LeftOutStep] { steps.withLock { $0 } }
    /// What people should know of them.
    package var remarks: [String] { leftOut.map(\.remark) }
}
