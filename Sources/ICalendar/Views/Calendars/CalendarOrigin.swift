/// What reading remembers of a VCALENDAR's own lines, for writing it as it was.
///
/// Components and properties remember their own bytes; this is the rest: how BEGIN and END were written, where the
/// calendar's properties stood among the components, and lines that could not be used.
struct CalendarOrigin: Sendable {
    /// The line of BEGIN, or nil when it was a plain one, or when there was none.
    var begin: [UInt8]?
    /// The line of END, likewise.
    var end: [UInt8]?
    /// The bytes of each run of the calendar's own properties, and the line on which it starts.
    var runs: [ObjectIdentifier: Int] = [:]
    /// Whether properties stood behind components, which RFC 5545 section 3.4 does not have.
    var isInterleaved = false
    /// Lines between the components that could not be used, in their order.
    var junk: [(line: Int, bytes: SourceLine)] = []

    /// BEGIN as RFC 5545 wants it.
    static let plainBegin = Array("BEGIN:VCALENDAR\r\n".utf8)
    /// END as RFC 5545 wants it.
    static let plainEnd = Array("END:VCALENDAR\r\n".utf8)
}
