public import EssentialFoundation

/// Serialization to iCalendar (RFC 5545).
///
/// Unchanged content is written as it was read, including unknown properties and components, their order, unusual
/// spellings, unreadable values and lines, and bytes that are not UTF-8. Changing a property rewrites only its own
/// line. An added property or component follows its neighbor in the list.
///
/// Lines end in CRLF and are folded at 75 octets, never inside a character. ``WritingOptions/asRead`` also preserves
/// the line endings and folds of unchanged content.
///
/// Each value is written as its type requires. A VALUE parameter is added if the type is not the default. iCalendar
/// cannot represent control characters in text, so they are dropped. A property is also dropped if its name has no
/// characters that are valid in a content line.
///
/// Missing BEGIN and END lines are always added. By default, VERSION and PRODID are also added, as is a VTIMEZONE for
/// each undefined TZID that the system knows. To change these defaults, use ``WritingOptions``.
extension CalendarContents {
    /// Returns the calendars as iCalendar data, one after another.
    ///
    /// ```swift
    /// var calendar = file.calendars[0]
    /// calendar.name = "Team"
    /// let data = calendar.icsData()
    /// ```
    public func icsData(_ options: WritingOptions = WritingOptions()) -> Data {
        Data(icsBytes(options))
    }

    /// The calendars as iCalendar text: `calendar.icsText.split(separator: "\r\n").first // "BEGIN:VCALENDAR"`.
    ///
    /// Bytes that are not valid UTF-8 are replaced.
    public var icsText: String { String(decoding: icsBytes(), as: UTF8.self) }

    /// Writes the calendars to a file, replacing any existing file.
    ///
    /// The bytes are written to a new file in the same folder, which then replaces the old file and inherits its
    /// permissions, so readers never see a partial file. If the path is a symbolic link, the link is preserved and
    /// its target is replaced.
    ///
    /// ```swift
    /// try file.write(to: "team.ics")
    /// ```
    ///
    /// - Throws: `.unwritable` with the system's reason. In this case, the existing file remains unchanged.
    public func write(to path: String, options: WritingOptions = WritingOptions()) throws(CalendarError) {
        try write(to: CalendarPath(path), options: options)
    }

    /// Writes the calendars to a file whose name need not be valid UTF-8.
    ///
    /// - Throws: `.unwritable` with the system's reason.
    public func write(to path: CalendarPath, options: WritingOptions = WritingOptions()) throws(CalendarError)
    {
        try FileReplacement.write(icsBytes(options), to: path)
    }

    /// Returns the calendars as bytes, without using Foundation.
    package func icsBytes(_ options: WritingOptions = WritingOptions()) -> [UInt8] {
        var writer = CalendarWriter(keepsBytes: options.keepsBytes)
        var added = AddedZones()
        for calendar in calendarFiles.lazy.flatMap(\.calendars) {
            let zones =
                options.addsTimeZones
                ? added.definitions(for: ZoneUses(calendar.component), after: writer.bytes.count) : []
            writer.add(calendar, options, adding: zones)
        }
        return writer.bytes
    }
}

extension CalendarFile {
    /// Returns the calendars with the time zone definitions that ``WritingOptions/addsTimeZones`` adds.
    ///
    /// Use this method for output formats that do not add definitions themselves.
    package func withTimeZones() -> CalendarFile {
        var file = self
        var added = AddedZones()
        var written = 0
        for place in calendars.indices {
            let component = calendars[place].component
            let zones = added.definitions(for: ZoneUses(component), after: written)
            written += component.contentLines.count
            guard !zones.isEmpty else { continue }
            let first = component.components.firstIndex { $0.name != "VTIMEZONE" }
            file.calendars[place].component.components.insert(
                contentsOf: zones,
                at: first ?? component.components.count
            )
        }
        return file
    }
}

extension Component {
    /// The component as content lines, from BEGIN to END.
    package var contentLines: [UInt8] {
        var writer = CalendarWriter(keepsBytes: false)
        writer.add(self)
        return writer.bytes
    }
}
