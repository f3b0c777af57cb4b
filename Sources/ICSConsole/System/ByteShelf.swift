import Synchronization

/// A region of bytes on a ``ByteShelf``, valid as long as the shelf exists.
@safe
struct KeptBytes: BitwiseCopyable, @unchecked Sendable {
    let base: UnsafePointer<UInt8>
}

/// Storage for bytes at fixed addresses, which can be used without reference counting.
///
/// Only one thread at a time may add bytes. Any thread may read the bytes, since they never change.
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

    /// Returns a copy of the bytes at a fixed address.
    ///
    /// If `alone` is true, discards all earlier bytes and reuses their memory.
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

/// A table of numbered values that threads share.
///
/// Threads never wait for each other, since suspending and waking a thread costs more than creating a value. If two
/// threads need the same value at the same time, both create it, and the table keeps the first one.
@safe
final class SlotTable<Value: BitwiseCopyable & Sendable>: @unchecked Sendable {
    let count: Int
    private let values: UnsafeMutablePointer<Value>
    // The stage of each value. The thread that changes it from `nothing` writes the value. Other threads read the value
    // once the stage is `isThere`.
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
