import ICalendar

/// How a row of output is made: once an event what all its rows share, then for each row the times between.
protocol RowFormat: Sendable {
    /// What stands before the first row.
    var opening: String { get }
    /// What stands after the last row; `isEmpty` says that there was none.
    func closing(isEmpty: Bool) -> String
    /// How many bytes of the first row are left out: those that part it from a row before.
    var separatorLength: Int { get }
    /// How many kinds of rows an event has, of which each shares its own parts.
    static var kinds: Int { get }
    /// Which kind a row is of, from 0 on.
    func kind(of row: OccurrenceRow) -> Int
    /// What the rows of an event share that are of the kind of this occurrence; nothing else about the occurrence matters.
    func parts(of occurrence: Occurrence, _ event: Event) -> RowParts
    /// Puts a row together; zone 0 of the clock is the display zone.
    func write(
        _ row: OccurrenceRow,
        _ template: RowTemplate,
        _ patches: [RowPatch],
        _ clock: inout ClockText,
        to writer: inout ByteWriter
    )
}

extension RowFormat {
    static var kinds: Int { 1 }

    @inline(__always)
    func kind(of row: OccurrenceRow) -> Int { 0 }
}

/// What the rows of an event share, in order: before the start, before the original start, and after it.
struct RowParts {
    /// All the bytes.
    var bytes: [UInt8] = []
    /// How many of them stand before the start.
    var head = 0
    /// Where those end that stand before the original start.
    var middle = 0
    /// What differs from row to row after the original start.
    var patches: [RowPatch] = []
    /// What the rows do not say of the event.
    var remark: Diagnostic?
}

/// The value of a trigger among the bytes that the rows of an event share.
struct RowPatch: Sendable {
    /// Where it starts and ends.
    var start: Int
    var end: Int
    /// What stands there instead.
    let trigger: StandaloneTrigger
}

/// The parts of a row where they are kept, and what form its times have.
struct RowTemplate: BitwiseCopyable, Sendable {
    /// The bytes of ``RowParts``.
    let bytes: KeptBytes
    /// The ends of the parts.
    let head: UInt32
    let middle: UInt32
    let tail: UInt32
    /// The form of start and end.
    let form: TimeForm
    /// The form of the original start, or nil when there is none.
    let originalForm: TimeForm?
    /// Whether something was found wrong with the event.
    let isDiagnosed: Bool
    /// Whether there are patches.
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
