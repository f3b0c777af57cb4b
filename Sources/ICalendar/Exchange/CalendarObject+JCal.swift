#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

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
}
