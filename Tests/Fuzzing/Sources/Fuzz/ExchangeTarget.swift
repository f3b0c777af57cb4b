import ICalendar

@testable import ICalendarCore
@testable import ICalendarExchange

/// Checks jCal and xCal: parsed JSON is written back unchanged, and every calendar survives a round trip.
enum ExchangeTarget {
    static func run(_ bytes: [UInt8]) {
        if let file = try? CalendarFile(jCal: bytes) {
            let once = file.jCalBytes()
            guard let again = try? CalendarFile(jCal: once) else { broken("rewritten jCal cannot be read") }
            holds(
                again.jCalBytes() == once,
                "jCal changes: \(String(decoding: once, as: UTF8.self)) \(String(decoding: again.jCalBytes(), as: UTF8.self))"
            )
            check(file)
        }
        if let file = try? CalendarFile(bytes: bytes, threads: 1) { check(file) }
    }

    /// Returns whether the file contains anything that jCal cannot represent.
    ///
    /// Such contents are Base64 text, which jCal decodes, and invalid parameter or type names.
    private static func hasWhatIsLost(_ file: CalendarFile) -> Bool {
        var components = file.calendars.map(\.component)
        while let component = components.popLast() {
            components += component.components
            for property in component.properties {
                if property.encoding != nil { return true }
                for parameter in property.parameters {
                    if !ExchangeName.isPlain(parameter.name) { return true }
                    if parameter.name == "VALUE", !parameter.values.allSatisfy(ExchangeName.isPlain) {
                        return true
                    }
                }
            }
        }
        return false
    }

    static func check(_ file: CalendarFile) {
        guard !file.calendars.isEmpty else { return }
        let written = file.jCalBytes()
        guard let again = try? CalendarFile(jCal: written) else { broken("written jCal cannot be read") }
        let held = file.calendars.map(\.component.heldByJCal)
        if !hasWhatIsLost(file), again.calendars.map(\.component) != held {
            broken("jCal changes the calendar: \(again.calendars.map(\.component)) is not \(held)")
        }
        holds(again.jCalBytes() == written, "jCal changes when rewritten")
        for indented in [false, true] {
            if let complaint = WellFormedXML.complaint(of: file.xCalBytes(indented: indented)) {
                broken("xCal is no XML: \(complaint)")
            }
        }
    }
}
