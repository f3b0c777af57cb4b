import ICalendar

@testable import ICalendarCore

/// Sample inputs for reading tests, with shorthands for the results.
enum Sample {
    /// Returns a calendar that contains the given lines.
    static func calendar(_ lines: String...) -> String {
        (["BEGIN:VCALENDAR", "VERSION:2.0"] + lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
    }

    /// Returns a calendar with one event that contains the given lines.
    static func event(_ lines: String...) -> String {
        calendar("BEGIN:VEVENT", lines.joined(separator: "\r\n"), "END:VEVENT")
    }

    /// Returns the property read from a line, and any diagnostics.
    ///
    /// Without a component, the line is in a component that allows the property: a to-do for DUE, else an event.
    static func property(
        _ line: String,
        in component: String? = nil
    ) throws -> (property: Property?, diagnostics: [Diagnostic]) {
        let component = component ?? holder(line.utf8)
        let file = try CalendarFile(text: calendar("BEGIN:\(component)", line, "END:\(component)"))
        return (file.calendars.first?.component.components.first?.properties.first, file.diagnostics)
    }

    /// Returns the property's value, and the codes of any diagnostics.
    static func value(_ line: String) throws -> (value: Value?, codes: [String]) {
        let (property, diagnostics) = try property(line)
        return (property?.value, diagnostics.map(\.code.description))
    }

    /// Returns the value in a line of bytes, and the codes of any diagnostics.
    static func value(_ bytes: [UInt8]) throws -> (value: Value?, codes: [String]) {
        let holder = holder(bytes)
        let head = Array("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:\(holder)\r\n".utf8)
        let foot = Array("\r\nEND:\(holder)\r\nEND:VCALENDAR\r\n".utf8)
        let file = try CalendarFile(bytes: head + bytes + foot)
        return (
            file.calendars.first?.component.components.first?.properties.first?.value,
            file.diagnostics.map(\.code.description)
        )
    }

    private static func holder(_ line: some Sequence<UInt8>) -> String {
        line.starts(with: "DUE".utf8) ? "VTODO" : "VEVENT"
    }

    /// Returns the summaries of the calendars' top-level components.
    static func summaries(_ text: String) throws -> (summaries: [String], codes: [String]) {
        let file = try CalendarFile(text: text)
        let components = file.calendars.flatMap(\.component.components)
        return (components.map { $0.text("SUMMARY") ?? "-" }, file.diagnostics.map(\.code.description))
    }
}
