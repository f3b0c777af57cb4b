@testable import ICalendar

/// jCal and xCal: what was read of JSON is written as the same again, and whatever calendar there is comes back.
enum ExchangeTarget {
    static func run(_ bytes: [UInt8]) {
        if let file = try? CalendarFile(jCal: bytes) {
            let once = file.jCalBytes()
            guard let again = try? CalendarFile(jCal: once) else { broken("jCal cannot be read again") }
            holds(
                again.jCalBytes() == once,
                "jCal changes: \(String(decoding: once, as: UTF8.self)) \(String(decoding: again.jCalBytes(), as: UTF8.self))"
            )
            check(file)
        }
        if let file = try? CalendarFile(bytes: bytes, threads: 1) { check(file) }
    }

    /// Whether a text is in BASE64, which jCal decodes.
    private static func hasEncodedText(_ file: CalendarFile) -> Bool {
        var components = file.calendars.map(\.component)
        while let component = components.popLast() {
            components += component.components
            if component.properties.contains(where: { $0.encoding != nil }) { return true }
        }
        return false
    }

    static func check(_ file: CalendarFile) {
        guard !file.calendars.isEmpty else { return }
        let written = file.jCalBytes()
        guard let again = try? CalendarFile(jCal: written) else { broken("jCal cannot be read") }
        let held = file.calendars.map(\.component.heldByJCal)
        if !hasEncodedText(file), again.calendars.map(\.component) != held {
            broken("jCal gives another calendar: \(again.calendars.map(\.component)) is not \(held)")
        }
        holds(again.jCalBytes() == written, "jCal changes when it is written again")
        for indented in [false, true] {
            if let complaint = WellFormedXML.complaint(of: file.xCalBytes(indented: indented)) {
                broken("xCal is no XML: \(complaint)")
            }
        }
    }
}
