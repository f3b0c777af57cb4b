import ICalendar
import Synchronization

/// A value for each number, made when it is first asked for, once for all threads.
///
/// Reading a value that is there takes no lock.
@safe
final class SlotTable<Value: BitwiseCopyable & Sendable>: @unchecked Sendable {
    /// How many numbers there are, from 0 on.
    let count: Int
    private let values: UnsafeMutablePointer<Value>
    // Whether a value is there: set after it was written, looked at before it is read.
    private let isThere: UnsafeMutablePointer<Atomic<Bool>>
    private let locks: [SlotLock]

    /// A table without values.
    init(count: Int) {
        self.count = count
        unsafe values = .allocate(capacity: max(1, count))
        unsafe isThere = .allocate(capacity: max(1, count))
        for number in 0..<count { unsafe (isThere + number).initialize(to: Atomic(false)) }
        locks = (0..<64).map { _ in SlotLock() }
    }

    deinit {
        unsafe isThere.deinitialize(count: count)
        unsafe isThere.deallocate()
        unsafe values.deallocate()
    }

    /// The value of a number, if it was made already.
    @inline(__always)
    subscript(_ number: Int) -> Value? {
        guard UInt(bitPattern: number) < UInt(bitPattern: count),
            unsafe isThere[number].load(ordering: .acquiring)
        else { return nil }
        return unsafe values[number]
    }

    /// The value of a number, made if need be; of a number that the table has not it is not kept.
    ///
    /// While a value is made, another thread that wants the same one waits for it, as may one that wants another.
    func value(_ number: Int, make: () -> Value) -> Value {
        guard UInt(bitPattern: number) < UInt(bitPattern: count) else { return make() }
        return locks[number % locks.count].lock.withLock { _ in
            if unsafe isThere[number].load(ordering: .acquiring) { return unsafe values[number] }
            let value = make()
            unsafe (values + number).initialize(to: value)
            unsafe isThere[number].store(true, ordering: .releasing)
            return value
        }
    }
}

/// One of the locks of a ``SlotTable``.
private final class SlotLock: Sendable {
    let lock = Lock(false)
}
