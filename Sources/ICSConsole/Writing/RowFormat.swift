import ICalendar

/// How a row of output is made: once an event what all its rows share, then for each row the times between.
protocol RowFormat: Sendable {
    /// What stands before the first row.
    var opening: String { get }
    /// What stands after the last row; `isEmpty` says that there was none.
    func closing(isEmpty: Bool) -> String
    /// How many bytes of the first row are left out: those that part it from a row before.
    var separatorLength: Int { get }
    /// What the rows of an event share.
    func parts(of occurrence: Occurrence, _ event: Event) -> RowParts
    /// Puts a row together; zone 0 of the clock is the display zone.
    func write(
        _ row: OccurrenceRow,
        _ template: RowTemplate,
        _ clock: inout ClockText,
        to writer: inout ByteWriter
    )
}

/// What the rows of an event share, in order: before the start, before the original start, and after it.
struct RowParts {
    /// All the bytes.
    var bytes: [UInt8] = []
    /// How many of them stand before the start.
    var head = 0
    /// Where those end that stand before the original start.
    var middle = 0
    /// What the rows do not say of the event.
    var remark: Diagnostic?
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
