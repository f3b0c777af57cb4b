public import ICalendarCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension CalendarContents {
    /// Returns the calendars as jCal, the JSON format of RFC 7265: `["vcalendar", [PROPERTIES], [COMPONENTS]]` in UTF-8.
    ///
    /// RFC 7265 defines one calendar per document. A single calendar is written that way. Several calendars, or none,
    /// become an array, as in ical.js.
    ///
    /// If indented, each component and each property has its own line. The output is lossless: reading it with
    /// ``CalendarFile/init(jCal:name:limits:)`` returns an equal component, except for what jCal cannot
    /// represent:
    ///
    /// - VALUE becomes the type next to the values. It is read back as the first parameter, in uppercase, if the
    ///   property has another default type. If it stated the default type, or a type that the value does not have, it
    ///   is dropped. A date without `VALUE=DATE` gets it.
    /// - Parameters with the same name are merged into one with all their values.
    /// - ENCODING is only for BINARY: a text in Base64 is decoded.
    /// - Names are read back in uppercase, as when reading a file. A parameter whose name could not be read again, such
    ///   as NUL, is dropped, and so is a VALUE that does not name a type, such as `VALUE=+`.
    ///
    /// An unreadable value keeps its text, with the type that VALUE gives or else `unknown`. A list without values has
    /// none in jCal either. RFC 7265 does not allow for that, but ical.js writes and reads it the same way.
    ///
    /// ```swift
    /// let json = file.calendars[0].jCalData(indented: true)
    /// try file.jCalData().write(to: URL(filePath: "team.json"))
    /// ```
    public func jCalData(indented: Bool = false) -> Data {
        Data(jCalBytes(indented: indented))
    }

    /// Returns the same bytes as ``jCalData(indented:)``.
    package func jCalBytes(indented: Bool = false) -> [UInt8] {
        let components = calendarFiles.flatMap(\.calendars).map(\.component)
        var writer = JCalWriter(isIndented: indented)
        if components.count == 1 { writer.append(components[0]) } else { writer.append(components) }
        writer.finish()
        return writer.bytes
    }

    /// Returns the calendars as xCal, the XML format of RFC 6321, in one document in UTF-8.
    ///
    /// If indented, each element has its own line.
    ///
    /// Characters that XML cannot represent are replaced: most control characters, U+FFFE and U+FFFF with U+FFFD, and
    /// characters that are invalid in an element name with `_`. xCal has a type for each value instead of VALUE, and
    /// ENCODING only for BINARY: a text in Base64 is decoded.
    ///
    /// ```swift
    /// let xml = try CalendarFile(contentsOf: "team.ics").xCalData(indented: true)
    /// ```
    public func xCalData(indented: Bool = false) -> Data {
        Data(xCalBytes(indented: indented))
    }

    /// Returns the same bytes as ``xCalData(indented:)``.
    package func xCalBytes(indented: Bool = false) -> [UInt8] {
        var writer = XCalWriter(isIndented: indented)
        writer.append(calendarFiles.flatMap(\.calendars).map(\.component))
        return writer.bytes
    }
}

extension CalendarFile {
    /// Reads jCal, the JSON format of RFC 7265: a calendar or an array of calendars.
    ///
    /// Diagnostics use `name` for the input.
    ///
    /// Components outside any calendar are read as well. JSON that is not valid jCal affects only the property or
    /// component that contains it, and is reported in ``diagnostics`` with its line in the JSON. The line limits of
    /// `limits` apply to the bytes of a property. If the input is cut off or exceeds ``ReadingLimits/inputSize``, the
    /// components that are complete up to that point are read.
    ///
    /// ```swift
    /// let file = try CalendarFile(jCal: data, name: "team.json")
    /// for event in file.calendars.flatMap(\.events) { print(event.summary ?? "") }
    /// ```
    ///
    /// Throws `.notACalendar` if the data is not JSON, apart from being cut off, or contains no component.
    public init(jCal data: Data, name: String? = nil, limits: ReadingLimits = .standard) throws(CalendarError)
    {
        try self.init(jCal: [UInt8](data), name: name, limits: limits)
    }

    /// Reads jCal from bytes in memory.
    package init(jCal bytes: [UInt8], name: String? = nil, limits: ReadingLimits = .standard)
        throws(CalendarError)
    {
        let limit = max(0, limits.inputSize)
        let isCut = bytes.count > limit
        var reader = JCalReader(isCut ? Array(bytes[..<limit]) : bytes, file: name, limits: limits)
        do throws(JSONReader.Failure) {
            try reader.read()
        } catch {
            let isTruncated = reader.isTruncated
            if isTruncated { reader.endEarly(isSaid: isCut) }
            guard isTruncated, isCut || !reader.calendars.isEmpty else {
                throw CalendarError(.notACalendar, file: name, "line \(error.line): \(error.message)")
            }
        }
        reader.diagnostics.append(limits.remarks(ofEndOf: name, isCut: isCut))
        guard !reader.calendars.isEmpty else {
            throw CalendarError(
                .notACalendar,
                file: name,
                "this JSON is not jCal: it contains no component"
            )
        }
        self.init(name: name, calendars: reader.calendars, diagnostics: reader.diagnostics.all)
    }
}
