#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension CalendarObject {
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

extension CalendarFile {
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
