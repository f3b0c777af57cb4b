import SystemIO

/// What some work may still take, in steps that are counted; shared by all who hold it, each of whom has what those before
/// left.
final class Meter: Sendable {
    private let steps: Lock<Int>

    init(_ most: Int) {
        steps = Lock(most)
    }

    var left: Int { steps.withLock { $0 } }

    /// Takes steps away, and says whether as many were left; if not, none are from now on.
    @discardableResult
    func take(_ taken: Int) -> Bool {
        steps.withLock { left in
            let isEnough = taken <= left
            left = isEnough ? left - taken : 0
            return isEnough
        }
    }
}
