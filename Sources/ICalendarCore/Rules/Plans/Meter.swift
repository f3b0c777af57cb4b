import SystemIO

/// What some work may still take, in steps that are counted; shared by all who hold it, each of whom has what those before
/// left.
package final class Meter: Sendable {
    private let steps: Lock<Int>

    init(_ most: Int) {
        steps = Lock(most)
    }

    package var left: Int { steps.withLock { $0 } }

    /// Takes steps away, and says whether as many were left; if not, none are from now on.
    @discardableResult
    package func take(_ taken: Int) -> Bool {
        steps.withLock { left in
            let isEnough = taken <= left
            left = isEnough ? left - taken : 0
            return isEnough
        }
    }
}
