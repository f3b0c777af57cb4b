public import EssentialFoundation
public import ICalendarCore

extension CalendarContents {
    /// Returns the calendars as jCal, the JSON format of RFC 7265: `["vcalendar", [PROPERTIES], [COMPONENTS]]` in UTF-8.
    ///
    /// RFC 7265 defines one calendar per document, so a single calendar is written that way. Any other number of
    /// calendars becomes an array, as in ical.js.
    ///
    /// If indented, each component and each property has its own line. Reading the output with
    /// ``CalendarFile/init(jCal:name:limits:)`` returns equal components, with these exceptions:
    ///
    /// - jCal replaces VALUE with a type next to the values. If the property has another default type, VALUE is read
    ///   back as the first parameter, in uppercase. A VALUE that states the default type, or a type that does not match
    ///   the value, is dropped. A date without `VALUE=DATE` gets it.
    /// - Parameters with the same name are merged into one with all their values.
    /// - ENCODING is only for BINARY: a text in Base64 is decoded.
    /// - Names are read back in uppercase, as when reading a file. A parameter with an unreadable name, such as NUL, is
    ///   dropped, and so is a VALUE that does not name a type, such as `VALUE=+`.
    ///
    /// An unreadable value keeps its text, with the type that VALUE states or else `unknown`. An empty list has no
    /// values in jCal either. RFC 7265 does not allow this, but ical.js writes and reads it the same way.
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
    /// invalid characters in element names with `_`. xCal has a type for each value instead of VALUE, and ENCODING only
    /// for BINARY; other Base64 text is decoded.
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
    /// The name of the input in diagnostics is `name`.
    ///
    /// Components outside any calendar are read as well. JSON that is not valid jCal affects only the property or
    /// component that contains it, and is reported in ``diagnostics`` with its line in the JSON. The line limits in
    /// `limits` apply to the bytes of a property. If the input is truncated or exceeds ``ReadingLimits/inputSize``, the
    /// components that are complete up to that point are read.
    ///
    /// ```swift
    /// let file = try CalendarFile(jCal: data, name: "team.json")
    /// for event in file.calendars.flatMap(\.events) { print(event.summary ?? "") }
    /// ```
    ///
    /// Throws `.notACalendar` if the data is neither JSON nor truncated JSON, or contains no component.
    public init(jCal data: Data, name: String? = nil, limits: ReadingLimits = .standard) throws(CalendarError)
    {
        try self.init(jCal: [UInt8](data), name: name, limits: limits)
    }

    /// Reads jCal from an array of bytes.
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
