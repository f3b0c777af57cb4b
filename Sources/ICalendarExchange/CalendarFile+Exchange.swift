public import EssentialFoundation
public import ICalendarCore

extension CalendarContents {
    /// Returns the calendars as jCal, the JSON format defined in RFC 7265: `["vcalendar", [PROPERTIES], [COMPONENTS]]`
    /// in UTF-8.
    ///
    /// A single calendar is written as a document as defined in RFC 7265. Any other number of calendars is written as
    /// an array, as in ical.js.
    ///
    /// If `indented` is true, each component and each property has its own line. Reading the output with
    /// ``CalendarFile/init(jCal:name:limits:)`` returns equal components, with these exceptions:
    ///
    /// - jCal replaces VALUE with a type next to the values. If that type is not the property's default, VALUE is read
    ///   back as the first parameter, in uppercase. A VALUE with the default type, or with a type that does not match
    ///   the value, is dropped. `VALUE=DATE` is added to a date that lacks it.
    /// - Parameters with the same name are merged into one.
    /// - ENCODING is preserved only for BINARY. Other Base64 text is decoded.
    /// - Names are read back in uppercase, as they are from a file. A parameter with an unreadable name, such as NUL,
    ///   and a VALUE that does not name a type, such as `VALUE=+`, are dropped.
    ///
    /// An unreadable value keeps its text, with the type from VALUE or, if there is none, the type `unknown`. An empty
    /// list becomes a property without values. RFC 7265 does not allow this, but ical.js reads and writes such
    /// properties.
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

    /// Returns the calendars as a single UTF-8 document in xCal, the XML format defined in RFC 6321.
    ///
    /// If `indented` is true, each element has its own line.
    ///
    /// Characters that XML cannot represent are replaced. Most control characters, U+FFFE and U+FFFF become U+FFFD, and
    /// invalid characters in element names become `_`. Instead of VALUE, xCal has a type for each value. ENCODING is
    /// preserved only for BINARY; other Base64 text is decoded.
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
    /// Reads a calendar or an array of calendars in jCal, the JSON format defined in RFC 7265.
    ///
    /// Diagnostics show `name` as the file name.
    ///
    /// Components outside any calendar are read as well. JSON that is not valid jCal affects only the property or
    /// component that contains it, and is reported in ``diagnostics`` with its line number. Limits on lines apply to
    /// the bytes of a property. If the input is truncated or exceeds ``ReadingLimits/inputSize``, the components that
    /// are complete up to that point are read.
    ///
    /// ```swift
    /// let file = try CalendarFile(jCal: data, name: "team.json")
    /// for event in file.calendars.flatMap(\.events) { print(event.summary ?? "") }
    /// ```
    ///
    /// Throws `.notACalendar` if the data is neither JSON nor truncated JSON, or if it contains no component.
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
        jCalRemarks = reader.remarks
    }
}
