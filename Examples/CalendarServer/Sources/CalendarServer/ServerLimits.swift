import ICalendar

/// The limits on what clients can send and receive.
struct ServerLimits: Sendable {
    /// The maximum size of a stored calendar, in bytes.
    var calendarSize = 1 << 20
    /// The maximum number of stored calendars.
    var calendars = 256
    /// The maximum size of a body that is searched but not stored, in bytes.
    var searchSize = 256 << 20
    /// The maximum size of a JSON array, in bytes.
    ///
    /// Longer responses are available only as NDJSON.
    var arraySize = 4 << 20
    /// The maximum duration of an upload.
    var uploadTime = Duration.seconds(60)
    /// The maximum number of open connections, each of which may occupy one thread.
    var connections = 256
    /// The limits for reading a calendar.
    ///
    /// The server itself counts the bytes of a body, and streams long responses.
    var reading = {
        var limits = ReadingLimits.untrusted
        limits.inputSize = .max
        limits.occurrences = .max
        return limits
    }()
}

extension ReadingLimits {
    /// The options for expansion with these limits.
    var expansion: ExpansionOptions {
        var options = ExpansionOptions()
        options.limits = self
        return options
    }
}
