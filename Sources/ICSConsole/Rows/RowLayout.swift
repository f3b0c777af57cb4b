import ICalendar

/// What a row looks like: once an event what all its rows share, then for each row the times between.
protocol RowLayout: Sendable {
    var opening: String { get }
    func closing(isEmpty: Bool) -> String
    /// The number of bytes to omit from the first row: those that separate it from an earlier row.
    var separatorLength: Int { get }
    /// How many kinds of rows an event has, of which each has a template of its own.
    static var kinds: Int { get }
    /// Which kind a row is of, from 0 on.
    func kind(of row: OccurrenceRow) -> Int
    /// What the rows of an event share that are of the kind of this occurrence; nothing else about the occurrence matters.
    func parts(of occurrence: Occurrence, _ event: Event, kind: Int) -> RowParts
    /// Puts a row together; zone 0 of the clock is the display zone.
    func write(
        _ row: OccurrenceRow,
        _ template: RowTemplate,
        _ patches: [RowPatch],
        _ clock: inout ClockText,
        to writer: inout ByteWriter
    )
}

extension RowLayout {
    static var kinds: Int { 1 }

    @inline(__always)
    func kind(of row: OccurrenceRow) -> Int { 0 }
}

/// What the rows of an event share, in order: before the start, between start and end, before the original start, and
/// after it.
struct RowParts {
    var bytes: [UInt8] = []
    /// Where each of the first three parts ends.
    var head = 0
    var between = 0
    var middle = 0
    /// What differs from row to row after the original start.
    var patches: [RowPatch] = []
    var remark: Diagnostic?
}

struct RowPatch: Sendable {
    var start: Int
    var end: Int
    let trigger: StandaloneTrigger
}

/// ``RowParts`` where they are kept, and what form its times have.
struct RowTemplate: BitwiseCopyable, Sendable {
    let bytes: KeptBytes
    let head: UInt32
    let between: UInt32
    let middle: UInt32
    let tail: UInt32
    let form: TimeForm
    let originalForm: TimeForm?
    let isDiagnosed: Bool
    let isPatched: Bool
}

/// What a key of an ``OccurrenceRow`` counts.
enum TimeForm: BitwiseCopyable, Sendable, Hashable {
    /// Wall-clock seconds, of which the day matters.
    case date
    /// Wall-clock seconds without a zone.
    case floating
    /// Seconds since 1970 in the zone of this number, see ``ZoneNumbers``.
    case zoned(Int32)
}
