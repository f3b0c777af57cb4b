#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Writing a calendar as iCalendar (RFC 5545).
///
/// What was not changed since it was read is written as it was: unknown properties and components, their order, odd
/// spellings, values and lines that could not be read, bytes that are not UTF-8. A changed property changes its own
/// line alone; what was added stands behind its neighbour in the list. Lines end in CRLF and are folded at 75 octets,
/// never inside a character; with ``WritingOptions/asRead`` what was not changed keeps its line ends and folds too. Values are written as their types want it, with a VALUE parameter where the type is not
/// the property's own; for control characters in texts iCalendar has no form, so they are left out, as is a property
/// whose name has no letter that can stand in a line.
///
/// A calendar is given a frame of BEGIN and END if it came without, VERSION and PRODID where they are missing, and a
/// VTIMEZONE for each TZID in use that it does not define and that the system knows; ``WritingOptions`` says otherwise.
extension CalendarObject {
    /// The calendar as bytes.
    ///
    /// ```swift
    /// var calendar = file.calendars[0]
    /// calendar.name = "Team"
    /// let data = calendar.icsData()
    /// ```
    public func icsData(_ options: WritingOptions = WritingOptions()) -> Data {
        Data(icsBytes(options))
    }

    /// The calendar as text: `calendar.icsText.split(separator: "\r\n").first // "BEGIN:VCALENDAR"`.
    ///
    /// Bytes that are not UTF-8 are replaced.
    public var icsText: String { String(decoding: icsBytes(), as: UTF8.self) }

    /// The calendar as bytes, without Foundation.
    package func icsBytes(_ options: WritingOptions = WritingOptions()) -> [UInt8] {
        CalendarFile(calendars: [self]).icsBytes(options)
    }

    /// Writes the calendar to a file, in the place of what was there; see ``CalendarFile/write(to:options:)-(String,_)``.
    ///
    /// ```swift
    /// try calendar.write(to: "studio.ics")
    /// ```
    ///
    /// Throws `.unwritable` with the system's reason.
    public func write(to path: String, options: WritingOptions = WritingOptions()) throws(CalendarError) {
        try write(to: CalendarPath(path), options: options)
    }

    /// Writes the calendar to a file whose name need not be UTF-8.
    ///
    /// Throws `.unwritable` with the system's reason.
    public func write(to path: CalendarPath, options: WritingOptions = WritingOptions()) throws(CalendarError)
    {
        try FileReplacement.write(icsBytes(options), to: path)
    }
}

extension CalendarFile {
    /// The file's calendars as bytes, one after the other.
    ///
    /// ```swift
    /// let file = try CalendarFile(contentsOf: "team.ics")
    /// let data = file.icsData()
    /// ```
    ///
    /// See ``CalendarObject/icsData(_:)`` for what is written and how.
    public func icsData(_ options: WritingOptions = WritingOptions()) -> Data {
        Data(icsBytes(options))
    }

    /// The file's calendars as text: `file.icsText.hasSuffix("END:VCALENDAR\r\n") // true`.
    ///
    /// Bytes that are not UTF-8 are replaced.
    public var icsText: String { String(decoding: icsBytes(), as: UTF8.self) }

    /// The file's calendars as bytes, without Foundation.
    package func icsBytes(_ options: WritingOptions = WritingOptions()) -> [UInt8] {
        var writer = CalendarWriter(keepsBytes: options.keepsBytes)
        var added = AddedZones()
        for calendar in calendars {
            let zones =
                options.addsTimeZones
                ? added.definitions(for: ZoneUses(calendar.component), after: writer.bytes.count) : []
            writer.add(calendar, options, adding: zones)
        }
        return writer.bytes
    }

    /// The calendars with the definitions of time zones that writing adds (``WritingOptions/addsTimeZones``), for forms
    /// that add none.
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

    /// Writes the calendars to a file, in the place of what was there.
    ///
    /// The bytes go to a new file in the same folder, which then takes the old one's place and permissions, so that
    /// nobody ever sees half of them. A symbolic link stays one, and the file behind it is replaced.
    ///
    /// ```swift
    /// try file.write(to: "team.ics")
    /// ```
    ///
    /// Throws `.unwritable` with the system's reason; what was there before is then untouched.
    public func write(to path: String, options: WritingOptions = WritingOptions()) throws(CalendarError) {
        try write(to: CalendarPath(path), options: options)
    }

    /// Writes the calendars to a file whose name need not be UTF-8.
    ///
    /// Throws `.unwritable` with the system's reason.
    public func write(to path: CalendarPath, options: WritingOptions = WritingOptions()) throws(CalendarError)
    {
        try FileReplacement.write(icsBytes(options), to: path)
    }
}

extension Component {
    /// The component as it stands in a file, from BEGIN to END.
    package var contentLines: [UInt8] {
        var writer = CalendarWriter(keepsBytes: false)
        writer.add(self)
        return writer.bytes
    }
}
