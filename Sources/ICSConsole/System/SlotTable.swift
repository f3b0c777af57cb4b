import Synchronization

/// A value for each number, kept for all threads once one has made it.
///
/// No thread ever waits for another: putting a thread to sleep and waking it costs more than making a value. Two that ask
/// for the same one at once both make it, and the first is kept.
@safe
final class SlotTable<Value: BitwiseCopyable & Sendable>: @unchecked Sendable {
    /// How many numbers there are, from 0 on.
    let count: Int
    private let values: UnsafeMutablePointer<Value>
    // How far each value is: who moves it from nothing writes it, and it is read when it is there.
    private let stages: UnsafeMutablePointer<Atomic<UInt8>>

    private static var nothing: UInt8 { 0 }
    private static var isWritten: UInt8 { 1 }
    private static var isThere: UInt8 { 2 }

    /// A table without values.
    init(count: Int) {
        self.count = count
        unsafe values = .allocate(capacity: max(1, count))
        unsafe stages = .allocate(capacity: max(1, count))
        for number in 0..<count { unsafe (stages + number).initialize(to: Atomic(Self.nothing)) }
    }

    deinit {
        unsafe stages.deinitialize(count: count)
        unsafe stages.deallocate()
        unsafe values.deallocate()
    }

    /// The value of a number, if it was made already.
    @inline(__always)
    subscript(_ number: Int) -> Value? {
        guard UInt(bitPattern: number) < UInt(bitPattern: count),
            unsafe stages[number].load(ordering: .acquiring) == Self.isThere
        else { return nil }
        return unsafe values[number]
    }

    /// Keeps the value of a number, unless there is one or the table has no such number.
    func keep(_ value: Value, at number: Int) {
        guard UInt(bitPattern: number) < UInt(bitPattern: count) else { return }
        let (isMine, _) = unsafe stages[number].compareExchange(
            expected: Self.nothing,
            desired: Self.isWritten,
            ordering: .acquiring
        )
        guard isMine else { return }
        unsafe (values + number).initialize(to: value)
        unsafe stages[number].store(Self.isThere, ordering: .releasing)
    }
}
