public import ICalendarCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension CalendarFile {
    /// The calendars as jCal, the JSON of RFC 7265 in UTF-8.
    ///
    /// RFC 7265 knows one calendar a document. One is written as it says; several, or none, as an array of them, which
    /// is what ical.js makes of such a file too. ``CalendarObject/jCalData(indented:)`` says what jCal cannot hold.
    ///
    /// ```swift
    /// let file = try CalendarFile(contentsOf: "team.ics")
    /// try file.jCalData().write(to: URL(filePath: "team.json"))
    /// ```
    public func jCalData(indented: Bool = false) -> Data {
        Data(jCalBytes(indented: indented))
    }

    /// The calendars as jCal, as ``jCalData(indented:)`` gives them.
    package func jCalBytes(indented: Bool = false) -> [UInt8] {
        if calendars.count == 1 { return calendars[0].jCalBytes(indented: indented) }
        var writer = JCalWriter(isIndented: indented)
        writer.append(calendars.map(\.component))
        writer.finish()
        return writer.bytes
    }

    /// Reads jCal, the JSON of RFC 7265: a calendar, or an array of calendars; `name` is what diagnostics call it.
    ///
    /// Components outside any calendar are read too. What is JSON but cannot be used costs the property or the component
    /// that it is in, and is said in ``diagnostics`` with its line in the JSON. Of `limits` those about lines hold for
    /// the bytes of a property; of what is larger than ``ReadingLimits/inputSize`` the components are read that are
    /// whole up to there.
    ///
    /// ```swift
    /// let file = try CalendarFile(jCal: data, name: "team.json")
    /// for event in file.calendars.flatMap(\.events) { print(event.summary ?? "") }
    /// ```
    ///
    /// Throws `.notACalendar` when the data is no JSON, or holds no component.
    public init(jCal data: Data, name: String? = nil, limits: ReadingLimits = .init()) throws(CalendarError) {
        try self.init(jCal: [UInt8](data), name: name, limits: limits)
    }

    /// Reads jCal from bytes in memory, as ``init(jCal:name:limits:)-(Data,_,_)`` does.
    ///
    /// Throws `.notACalendar` when they are no JSON, or hold no component.
    public init(jCal bytes: [UInt8], name: String? = nil, limits: ReadingLimits = .init())
        throws(CalendarError)
    {
        let limit = max(0, limits.inputSize)
        let isCut = bytes.count > limit
        var reader = JCalReader(isCut ? Array(bytes[..<limit]) : bytes, file: name, limits: limits)
        do throws(JSONReader.Failure) {
            try reader.read()
        } catch {
            // What is cut off ends in the middle of something.
            guard isCut, reader.json.isAtEnd else {
                throw CalendarError(.notACalendar, file: name, "line \(error.line): \(error.message)")
            }
            reader.endEarly()
        }
        reader.diagnostics.append(limits.remarks(ofEndOf: name, isCut: isCut))
        guard !reader.calendars.isEmpty else {
            throw CalendarError(
                .notACalendar,
                file: name,
                "this is JSON, but not jCal: there is no component in it"
            )
        }
        self.init(name: name, calendars: reader.calendars, diagnostics: reader.diagnostics.all)
    }

    /// The calendars as xCal, the XML of RFC 6321, in one document.
    ///
    /// ``CalendarObject/xCalData(indented:)`` says what XML cannot hold.
    ///
    /// ```swift
    /// let xml = try CalendarFile(contentsOf: "team.ics").xCalData(indented: true)
    /// ```
    public func xCalData(indented: Bool = false) -> Data {
        Data(xCalBytes(indented: indented))
    }

    /// The calendars as xCal, as ``xCalData(indented:)`` gives them.
    package func xCalBytes(indented: Bool = false) -> [UInt8] {
        var writer = XCalWriter(isIndented: indented)
        writer.append(calendars.map(\.component))
        return writer.bytes
    }
}

extension CalendarObject {
    /// The calendar as jCal, the JSON of RFC 7265: `["vcalendar", [PROPERTIES], [COMPONENTS]]` in UTF-8.
    ///
    /// Indented, each component and each property has a line of its own. Nothing that ``CalendarFile`` reads is lost:
    /// reading it back with ``CalendarFile/init(jCal:name:limits:)-(Data,_,_)`` gives an equal component, but for what
    /// jCal has no place for:
    ///
    /// - VALUE becomes the type beside the values. It comes back as the first parameter, in capitals, where the
    ///   property has another type by default; where it said no more than that, or what the value is not, it is gone.
    ///   A date without `VALUE=DATE` gets it.
    /// - Parameters of one name become one with all their values.
    /// - ENCODING is for BINARY alone: a text in BASE64 is decoded.
    /// - Names come back in capitals, as reading a file gives them too. A parameter whose name is none that can be read
    ///   again, such as NUL, is gone, and so is a VALUE that names no type, such as `VALUE=+`.
    ///
    /// A value that could not be read keeps its text: of type `unknown`, or of the type that VALUE gives it. A list
    /// without values has none here either, which RFC 7265 does not foresee, but ical.js writes and reads the same.
    ///
    /// ```swift
    /// let json = file.calendars[0].jCalData(indented: true)
    /// ```
    public func jCalData(indented: Bool = false) -> Data {
        Data(jCalBytes(indented: indented))
    }

    /// The calendar as jCal, as ``jCalData(indented:)`` gives it.
    package func jCalBytes(indented: Bool = false) -> [UInt8] {
        var writer = JCalWriter(isIndented: indented)
        writer.append(component)
        writer.finish()
        return writer.bytes
    }

    /// The calendar as xCal, the XML of RFC 6321, in UTF-8; indented, each element has a line of its own.
    ///
    /// What XML cannot hold is changed: most control characters and U+FFFE and U+FFFF become U+FFFD, and what may not
    /// stand in the name of an element becomes `_`. XCal has a type beside each value and no VALUE, and ENCODING for
    /// BINARY alone: a text in BASE64 is decoded.
    ///
    /// ```swift
    /// let xml = file.calendars[0].xCalData()
    /// ```
    public func xCalData(indented: Bool = false) -> Data {
        Data(CalendarFile(calendars: [self]).xCalBytes(indented: indented))
    }
}
