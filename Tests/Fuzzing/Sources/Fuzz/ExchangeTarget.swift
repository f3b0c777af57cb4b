@testable import ICalendar

/// jCal and xCal: what was read of JSON is written as the same again, and whatever calendar there is comes back.
enum ExchangeTarget {
    static func run(_ bytes: [UInt8]) {
        if let file = try? CalendarFile(jCal: bytes) {
            let once = file.jCalBytes()
            guard let again = try? CalendarFile(jCal: once) else { broken("jCal cannot be read again") }
            holds(again.jCalBytes() == once, "jCal is written as something else")
            check(file)
        }
        if let file = try? CalendarFile(bytes: bytes, threads: 1) { check(file) }
    }

    static func check(_ file: CalendarFile) {
        guard !file.calendars.isEmpty else { return }
        let written = file.jCalBytes()
        guard let again = try? CalendarFile(jCal: written) else { broken("jCal cannot be read") }
        holds(
            again.calendars.map(\.component) == file.calendars.map(\.component.heldByJCal),
            "jCal gives another calendar"
        )
        holds(again.jCalBytes() == written, "jCal changes when it is written again")
        for indented in [false, true] {
            if let complaint = WellFormedXML.complaint(of: file.xCalBytes(indented: indented)) {
                broken("xCal is no XML: \(complaint)")
            }
        }
    }
}
