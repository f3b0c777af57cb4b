import SystemIO

/// A step budget that all of its holders share.
package final class Meter: Sendable {
    private let steps: Lock<Int>

    init(_ most: Int) {
        steps = Lock(most)
    }

    package var left: Int { steps.withLock { $0 } }

    /// Takes steps from the budget.
    ///
    /// Returns false, and exhausts the budget, if fewer steps remain.
    @discardableResult
    package func take(_ taken: Int) -> Bool {
        steps.withLock { left in
            let isEnough = taken <= left
            left = isEnough ? left - taken : 0
            return isEnough
        }
    }
}
