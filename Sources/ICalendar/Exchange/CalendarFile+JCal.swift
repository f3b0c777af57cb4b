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
}
