public import EssentialFoundation
public import ICalendarCore

extension CalendarFile {
    /// Reads data in memory, such as an upload.
    ///
    /// Diagnostics show `name` as its file name.
    ///
    /// ```swift
    /// let upload = Data("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n".utf8)
    /// let file = try CalendarFile(data: upload, name: "upload.ics")
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/notACalendar`` if the data contains no calendar.
    public init(
        data: Data,
        name: String? = nil,
        limits: ReadingLimits = .standard,
        threads: Int? = nil
    ) throws(CalendarError) {
        try self.init(bytes: Array(data), name: name, limits: limits, threads: threads)
    }

    /// Reads the file at a `file:` URL.
    ///
    /// For other URLs, download the data first, for example with `URLSession`, and pass it to
    /// ``init(data:name:limits:threads:)``.
    ///
    /// ```swift
    /// let file = try CalendarFile(contentsOf: URL(filePath: "calendar.ics"))
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/unreadable`` if the URL is not a file URL or the file cannot be read, and
    ///   ``CalendarError/Code/notACalendar`` if the file contains no calendar.
    public init(
        contentsOf url: URL,
        limits: ReadingLimits = .standard,
        threads: Int? = nil
    ) throws(CalendarError) {
        guard url.isFileURL else {
            throw CalendarError(.unreadable, file: url.absoluteString, "not a file URL; download it first")
        }
        try self.init(contentsOf: url.path(percentEncoded: false), limits: limits, threads: threads)
    }
}
