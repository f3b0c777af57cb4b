public import EssentialFoundation
public import ICalendarCore

extension CalendarContents {
    /// Returns the calendars as jCal, the JSON format of RFC 7265: `["vcalendar", [PROPERTIES], [COMPONENTS]]` in UTF-8.
    ///
    /// A single calendar becomes a document as RFC 7265 defines it. Any other number of calendars becomes an array, as
    /// in ical.js.
    ///
    /// With `indented`, each component and each property has its own line. Reading the output with
    /// ``CalendarFile/init(jCal:name:limits:)`` returns equal components, with these exceptions:
    ///
    /// - jCal replaces VALUE with a type next to the values. If that is not the default type of the property, VALUE is
    ///   read back as the first parameter, in uppercase. A VALUE with the default type, or with a type that does not
    ///   match the value, is dropped. A date without `VALUE=DATE` gets it.
    /// - Parameters with the same name are merged into one.
    /// - ENCODING is kept only for BINARY. Other Base64 text is decoded.
    /// - Names are read back in uppercase, as from a file. A parameter with an unreadable name, such as NUL, and a
    ///   VALUE that does not name a type, such as `VALUE=+`, are dropped.
    ///
    /// An unreadable value keeps its text, with the type from VALUE or else `unknown`. An empty list becomes a property
    /// without values. RFC 7265 does not allow a property without values, but ical.js reads and writes such properties.
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
    /// With `indented`, each element has its own line.
    ///
    /// Characters that XML cannot represent are replaced: most control characters, U+FFFE and U+FFFF with U+FFFD, and
    /// invalid characters in element names with `_`. xCal has a type for each value instead of VALUE. ENCODING is kept
    /// only for BINARY; other Base64 text is decoded.
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
    /// Diagnostics show `name` as the file name.
    ///
    /// Components outside any calendar are read as well. JSON that is not valid jCal affects only the property or
    /// component that contains it, and ``diagnostics`` reports it with its line in the JSON. Limits on lines apply to
    /// the bytes of a property. If the input is truncated or exceeds ``ReadingLimits/inputSize``, the components that
    /// are complete by then are read.
    ///
    /// ```swift
    /// let file = try CalendarFile(jCal: data, name: "team.json")
    /// for event in file.calendars.flatMap(\.events) { print(event.summary ?? "") }
    /// ```
    ///
    /// Throws `.notACalendar` if the data is not JSON, not even truncated JSON, or contains no component.
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
            if !isTruncated, reader.documentCount > 0 {
                reader.diagnostics.add(.error, .framing, line: error.line, "rest skipped: \(error.message)")
            }
            guard isTruncated && (isCut || !reader.calendars.isEmpty) || reader.documentCount > 0 else {
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
