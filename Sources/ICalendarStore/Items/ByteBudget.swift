import ICalendar
import SystemIO

/// How many bytes of files a store reads together: what is beyond is left out, and is among the failures.
///
/// A million items have about one gigabyte.
final class ByteBudget: Sendable {
    private let rest: Lock<Int>

    /// So many bytes; usually 4 GiB.
    init(_ bytes: Int = 4 << 30) {
        rest = Lock(bytes)
    }

    /// Takes some of them; false, with nothing taken, when there are not so many.
    func take(_ count: Int) -> Bool {
        rest.withLock { rest in
            guard count <= rest else { return false }
            rest -= count
            return true
        }
    }
}
