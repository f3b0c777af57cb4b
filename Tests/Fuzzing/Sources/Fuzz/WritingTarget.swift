import ICalendar

@testable import ICalendarCore

/// Checks that calendars survive a round trip through writing.
enum WritingTarget {
    static func run(_ bytes: [UInt8]) {
        guard let file = try? CalendarFile(bytes: bytes, threads: 1) else { return }
        check(file)
    }

    static func check(_ file: CalendarFile) {
        guard !file.calendars.isEmpty else { return }
        let written = file.icsBytes(.plain)
        checkLines(written)
        guard let again = try? CalendarFile(bytes: written, threads: 1) else {
            broken("a written file cannot be read")
        }
        // A long text that continues on lines of its own is written anew, without control characters.
        func has(_ words: String) -> Bool { file.diagnostics.contains { $0.message.contains(words) } }
        let isAnew = has("kept, but not written") && has("read as part of the text")
        holds(isAnew || again.calendars == file.calendars, "a written file reads differently")
        holds(again.icsBytes(.plain) == written, "a written file changes when rewritten")

        var kept = WritingOptions()
        kept.keepsBytes = true
        let same = try? CalendarFile(bytes: file.icsBytes(kept), threads: 1)
        holds(same != nil, "an unchanged file cannot be read")

        checkAnew(file)
        // Zones and required properties are added only once.
        guard let full = try? CalendarFile(bytes: file.icsBytes(), threads: 1) else { broken("unreadable") }
        guard let twice = try? CalendarFile(bytes: full.icsBytes(), threads: 1) else { broken("unreadable") }
        holds(full.calendars == twice.calendars, "something is added twice")
    }

    /// Checks that rewriting every line keeps all values except control characters, which are not allowed in
    /// lines.
    private static func checkAnew(_ file: CalendarFile) {
        var components = file.calendars.map(\.component)
        while let component = components.popLast() {
            components += component.components
            // The text of a property's continuation lines is not part of its source.
            if component.properties.contains(where: { "\($0.value)".contains("\\u{") }) { return }
            let bytes = component.properties.lazy.flatMap { $0.sourceBytes ?? [] }
            if bytes.contains(where: { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D || $0 == 0x7F }) {
                return
            }
        }
        let rebuilt = CalendarFile(calendars: file.calendars.map { CalendarObject($0.component.rebuilt) })
        let anew = rebuilt.icsBytes(.plain)
        checkLines(anew)
        guard let read = try? CalendarFile(bytes: anew, threads: 1) else {
            broken("a rebuilt file cannot be read")
        }
        holds(read.calendars.count == file.calendars.count, "calendars are lost")
        for (one, other) in zip(read.calendars, file.calendars) {
            if let difference = one.component.difference(from: other.component) {
                broken("a value changes when written: \(difference)")
            }
        }
    }

    /// Checks that lines end in CRLF, respect the maximum length, and are never split inside a character.
    private static func checkLines(_ bytes: [UInt8]) {
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
            holds(line.last == 0x0D, "a line does not end in CRLF")
            holds(line.count <= 76, "a line is longer than 75 octets")
        }
    }
}
