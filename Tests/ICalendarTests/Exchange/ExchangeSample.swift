import ICalendar

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@testable import ICalendarCore
import ICalendar

/// Helpers to read and write jCal and xCal in tests.
enum ExchangeSample {
    /// Returns the jCal form of a property, given as a content line.
    static func jCal(_ line: String) throws -> String {
        let property = try required(Sample.property(line).property)
        return text(of: property)
    }

    /// Returns the jCal form of a property.
    static func text(of property: Property) -> String {
        let bytes = CalendarObject(Component("VCALENDAR", properties: [property])).jCalBytes()
        // The text is enclosed in `["vcalendar",[` and `],[]]`.
        return String(decoding: bytes.dropFirst(14).dropLast(5), as: UTF8.self)
    }

    /// Returns the property read from jCal, and its diagnostics.
    static func property(_ jCal: String) throws -> (property: Property?, diagnostics: [Diagnostic]) {
        let file = try CalendarFile(jCal: Array("[\"vcalendar\",[\(jCal)],[]]".utf8))
        return (file.calendars.first?.component.properties.first, file.diagnostics)
    }

    /// Returns the value of a property read from jCal, and the codes of its diagnostics.
    static func value(_ jCal: String) throws -> (value: Value?, codes: [String]) {
        let (property, diagnostics) = try property(jCal)
        return (property?.value, diagnostics.map(\.code.description))
    }

    /// Returns the contents of a file, or nil if it is not a calendar.
    static func file(_ path: String) throws -> CalendarFile? {
        let bytes = Array(try Data(contentsOf: URL(filePath: path)))
        return try? CalendarFile(bytes: bytes)
    }

    private static func required<T>(_ value: T?) throws -> T {
        guard let value else { throw CalendarError(.invalidValue, "there is no property") }
        return value
    }
}
