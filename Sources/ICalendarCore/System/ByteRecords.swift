/// A growable list of small records in manually managed memory.
///
/// The type suits lists that are filled and emptied millions of times. Unlike an array, it needs no uniqueness check
/// for each change.
@safe struct ByteRecords<Record: BitwiseCopyable>: ~Copyable {
    private var base: UnsafeMutablePointer<Record>
    private var capacity: Int
    private(set) var count = 0

    init() {
        capacity = 256
        unsafe base = UnsafeMutablePointer<Record>.allocate(capacity: capacity)
    }

    deinit {
        unsafe base.deallocate()
    }

    var isEmpty: Bool { count == 0 }

    @inline(__always)
    func withSpan<Result>(_ body: (Span<Record>) -> Result) -> Result {
        let records = unsafe UnsafeBufferPointer(start: base, count: count)
        return unsafe body(records.span)
    }

    @inline(__always)
    mutating func append(_ record: Record) {
        if count == capacity { grow() }
        unsafe (base + count).initialize(to: record)
        count += 1
    }

    /// Removes all records from an index onward, and keeps the memory for reuse.
    mutating func removeAll(from place: Int = 0) {
        count = min(count, max(0, place))
    }

    /// Removes all records and releases excess memory.
    mutating func reset() {
        self = ByteRecords()
    }

    func copy() -> [Record] {
        unsafe Array(UnsafeBufferPointer(start: base, count: count))
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<Record>.allocate(capacity: 2 * capacity)
        unsafe larger.update(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = larger
        capacity *= 2
    }
}
