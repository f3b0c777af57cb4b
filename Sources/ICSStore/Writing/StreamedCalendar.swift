import ICSConsole
import ICalendar

/// Writes events as one calendar, so that memory does not grow with their number.
///
/// The events stand by themselves: their times are in UTC, so that no definition of a zone has to be known before.
struct StreamedCalendar {
    private let form: EventForm
    private let descriptor: Descriptor
    private var bytes: [UInt8]
    private var isEmpty = true

    /// So many bytes are written at a time, about.
    private static let blockSize = 1 << 16

    /// A calendar without events so far.
    init(_ form: EventForm, to descriptor: Descriptor) {
        self.form = form
        self.descriptor = descriptor
        bytes = Array(form.opening(by: CollectedItems.productID).utf8)
    }

    /// Adds an event.
    mutating func add(_ event: Event) throws(WriteError) {
        if !isEmpty { bytes += Array(form.separator.utf8) }
        isEmpty = false
        bytes += form.bytes(of: event.component)
        if bytes.count >= Self.blockSize { try flush() }
    }

    /// Ends the calendar and writes what was not written yet.
    mutating func finish() throws(WriteError) {
        if isEmpty { bytes += form.nothing }
        bytes += Array(form.closing.utf8)
        try flush()
    }

    private mutating func flush() throws(WriteError) {
        try descriptor.writeShown(bytes, isJSON: form == .jcal)
        bytes.removeAll(keepingCapacity: true)
    }
}
