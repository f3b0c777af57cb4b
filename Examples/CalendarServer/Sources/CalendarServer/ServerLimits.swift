import ICalendar

/// The limits for what clients may send and receive.
struct ServerLimits: Sendable {
    /// The maximum size of a stored calendar, in bytes.
    var calendarSize = 1 << 20
    /// The maximum number of stored calendars.
    var calendars = 256
    /// The maximum size of a body that is searched but not stored, in bytes.
    var searchSize = 256 << 20
    /// The maximum size of a JSON array, in bytes; longer answers are available as NDJSON only.
    var arraySize = 4 << 20
    /// The maximum duration of an upload.
    var uploadTime = Duration.seconds(60)
    /// The maximum number of open connections, each of which may occupy one thread.
    var connections = 256
    /// The limits for reading a calendar.
    var reading = ReadingLimits.untrustedUpload
}

extension ReadingLimits {
    /// Limits for calendars from strangers: megabytes of text, but no inline attachments.
    static var untrustedUpload: ReadingLimits {
        var limits = ReadingLimits()
        limits.lineLength = 256 << 10
        limits.componentSize = 1 << 20
        limits.properties = 20_000
        limits.work = 1 << 20
        limits.zoneChanges = 100_000
        limits.diagnostics = 20
        return limits
    }

    /// The same limits for an expansion.
    var expansion: ExpansionOptions {
        var options = ExpansionOptions()
        options.limits = self
        return options
    }
}
