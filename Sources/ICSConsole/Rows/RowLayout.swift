import ICalendar

/// A row format.
///
/// The bytes that the rows of an event share are encoded once; only the times are written for each row.
protocol RowLayout: Sendable {
    var opening: String { get }
    func closing(isEmpty: Bool) -> String
    /// The number of bytes to omit from the first row: the separator from an earlier row.
    var separatorLength: Int { get }
    /// The number of kinds of rows per event. Each kind has its own template.
    static var kinds: Int { get }
    /// Returns the kind of a row, from 0.
    func kind(of row: OccurrenceRow) -> Int
    /// Returns the parts shared by an event's rows of one kind. `occurrence` may be any occurrence of that kind.
    func parts(of occurrence: Occurrence, _ event: Event, kind: Int) -> RowParts
    /// Writes a row. The writer has room for the template and ``ClockText/longestTimes``. The clock's zone 0 is the
    /// display zone.
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

/// The bytes shared by the rows of an event.
///
/// The bytes have four parts: before the start, between start and end, before the original start, and after it.
struct RowParts {
    var bytes: [UInt8] = []
    /// The ends of the first three parts.
    var head = 0
    var between = 0
    var middle = 0
    /// The positions after the original start that vary between rows.
    var patches: [RowPatch] = []
    var remark: Diagnostic?
}

struct RowPatch: Sendable {
    var start: Int
    var end: Int
    let trigger: StandaloneTrigger
}

/// Encoded ``RowParts``, together with the forms of their times.
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

/// The interpretation of a key of an ``OccurrenceRow``.
enum TimeForm: BitwiseCopyable, Sendable, Hashable {
    /// Wall-clock seconds, of which only the day matters.
    case date
    /// Wall-clock seconds without a zone.
    case floating
    /// Seconds since 1970, in the zone with this number (see ``ZoneNumbers``).
    case zoned(Int32)
}
