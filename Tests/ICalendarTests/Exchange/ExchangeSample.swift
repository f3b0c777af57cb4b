import ICalendar

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@testable import ICalendarCore
import ICalendar

/// Short ways to write and read jCal and xCal in tests.
enum ExchangeSample {
    /// The jCal of a property that stands on one line of an event.
    static func jCal(_ line: String) throws -> String {
        let property = try required(Sample.property(line).property)
        return text(of: property)
    }

    /// The jCal of a property.
    static func text(of property: Property) -> String {
        let bytes = CalendarObject(Component("VCALENDAR", properties: [property])).jCalBytes()
        // Around it stand `["vcalendar",[` and `],[]]`.
        return String(decoding: bytes.dropFirst(14).dropLast(5), as: UTF8.self)
    }

    /// The property of a line of jCal, and what was said of it.
    static func property(_ jCal: String) throws -> (property: Property?, diagnostics: [Diagnostic]) {
        let file = try CalendarFile(jCal: Array("[\"vcalendar\",[\(jCal)],[]]".utf8))
        return (file.calendars.first?.component.properties.first, file.diagnostics)
    }

    /// The value of a property of jCal, and the codes of what was said of it.
    static func value(_ jCal: String) throws -> (value: Value?, codes: [String]) {
        let (property, diagnostics) = try property(jCal)
        return (property?.value, diagnostics.map(\.code.description))
    }

    /// What a file holds, or nil when it is no calendar.
    static func file(_ path: String) throws -> CalendarFile? {
        let bytes = Array(try Data(contentsOf: URL(filePath: path)))
        return try? CalendarFile(bytes: bytes)
    }

    private static func required<T>(_ value: T?) throws -> T {
        guard let value else { throw CalendarError(.invalidValue, "there is no property") }
        return value
    }
}
