import Synchronization

/// Bytes that lie on a ``ByteShelf``, and are there as long as it is.
@safe
struct KeptBytes: BitwiseCopyable, @unchecked Sendable {
    let base: UnsafePointer<UInt8>
}

/// Keeps bytes where they never move, so that using them costs no reference.
///
/// One thread has it at a time and puts bytes on it; what was put there may be read by all, as it is not written again.
@safe
final class ByteShelf: @unchecked Sendable {
    private var pages: [UnsafeMutablePointer<UInt8>] = unsafe []
    private var used = 0
    private var size = 0
    private static let pageSize = 1 << 18

    init() {}

    deinit {
        unsafe pages.forEach { unsafe $0.deallocate() }
    }

    /// A copy of these bytes that stays where it is.
    ///
    /// With `alone`, whatever was kept before is given up, and its memory used again.
    func keep(_ bytes: [UInt8], alone: Bool = false) -> KeptBytes {
        if alone { used = 0 }
        if alone, size < bytes.count {
            unsafe pages.forEach { unsafe $0.deallocate() }
            unsafe pages = []
        }
        if unsafe size - used < bytes.count || pages.isEmpty {
            size = max(ByteShelf.pageSize, bytes.count)
            used = 0
            unsafe pages.append(.allocate(capacity: size))
        }
        let place = unsafe pages[pages.count - 1] + used
        unsafe bytes.withUnsafeBufferPointer { buffer in
            if let first = buffer.baseAddress { unsafe place.initialize(from: first, count: buffer.count) }
        }
        used += bytes.count
        return unsafe KeptBytes(base: UnsafePointer(place))
    }
}

/// A value for each number, kept for all threads once one has made it.
///
/// No thread ever waits for another: putting a thread to sleep and waking it costs more than making a value. Two that ask
/// for the same one at once both make it, and the first is kept.
@safe
final class SlotTable<Value: BitwiseCopyable & Sendable>: @unchecked Sendable {
    let count: Int
    private let values: UnsafeMutablePointer<Value>
    // How far each value is: who moves it from nothing writes it, and it is read when it is there.
    private let stages: UnsafeMutablePointer<Atomic<UInt8>>

    private static var nothing: UInt8 { 0 }
    private static var isWritten: UInt8 { 1 }
    private static var isThere: UInt8 { 2 }

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

    @inline(__always)
    subscript(_ number: Int) -> Value? {
        guard UInt(bitPattern: number) < UInt(bitPattern: count),
            unsafe stages[number].load(ordering: .acquiring) == Self.isThere
        else { return nil }
        return unsafe values[number]
    }

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
