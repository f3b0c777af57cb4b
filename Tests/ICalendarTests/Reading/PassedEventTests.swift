import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Compares skipping whole events with reading them line by line.
@Suite struct PassedEventTests {
    /// The year to search, 2026, in seconds since 1970.
    private let screen = ComponentScreen(searched: 1_767_225_600..<1_798_761_600)

    @Test(arguments: ["\n", "\r\n"])
    func `ordinary events outside the window are skipped`(lineEnd: String) throws {
        let lines = [
            "UID:odd", "DTSTART;TZID=Europe/Berlin:20010102T100000",
            "DTEND;TZID=Europe/Berlin:20010102T110000",
            "DTSTAMP:20010101T000000Z", "SEQUENCE:1", "SUMMARY:a", " b", "BEGIN:VALARM", "DESCRIPTION:c",
            "END:VALARM",
            "RRULE:FREQ=DAILY;COUNT=3", "STATUS:CONFIRMED",
        ]
        #expect(try compare(calendar(lines, lineEnd)) == 3)
    }

    @Test(
        .long,
        arguments: [
            // Almost valid component names and markers.
            "BEGIN:VEVENTS\nEND:VEVENTS", "BEGIN:VEVENT ", "BEGIN: VEVENT", "begin:vevent",
            "BEGIN:VEVENT\nUID:open",
            "BEGIN:VEV\n ENT", "BEGIN:VEVENT\n ", "BEGIN:VEVENT\n\n x", "END:VEVENT ", "end:vevent",
            "END:VEV\n ENT",
            "END:VEVENTS", "END:VEVENT\n x", "END:VEVENT", "BEGINS:VEVENT", "ENDS:VEVENT", "BE\nEN\nB\nE",
            "B:\nE:",
            "BEGIN:VALARM\nBEGIN:VALARM\nEND:VALARM\nEND:VALARM", "END:VALARM", "BEGIN:VALARM",
            "begin:valarm\nEND:VALARM",
            "BEGIN:VALARM\nDTSTART:20260105\nRDATE:20260105\nEND:VALARM", "BEGIN:VALARM\nEND:VALARM\n x",
            "BEGIN:X-A\nEND:X-A", "BEGIN:VTODO\nEND:VTODO", "END:VCALENDAR\nBEGIN:VCALENDAR",
            "BEGIN:VCARD\nEND:VCARD",
            // Lines that determine an event's times.
            "DTSTART:20010102", "DTSTART:20260102", "dtstart:20260102", "D\n TSTART:20260102",
            "DTSTART:2026\n 0102",
            "DTEND;TZID=Asia/Tokyo:20010102T110000", "DTEND:20260102", "dtend:20260102",
            "DTEND:20010102\n T110000",
            "DTEND:20010102,20260102", "DTEND;X=\":\":20010102", "DTEND:20010231", "DTEND:20010102T250000",
            "DTEND",
            "DTENDX:20260102", "DTSTAMP:20010101T\n 000000Z", "DTSTAMP:20010101T000000Z", "DTSTAMPS:1",
            "DURATION:P9999D",
            "DURATION:P1D\nDURATION:P9999D", "RRULE:FREQ=DAILY", "RRULE:FREQ=DAILY;UNTIL=20010109",
            "RRULE:FREQ=DAILY;UNTIL=20270109", "RRULE:FREQ=DAILY\nRRULE:FREQ=DAILY;COUNT=2", "RDATE:20260102",
            "RECURRENCE-ID:20010102", "RECURRENCE-ID;RANGE=THISANDFUTURE:20010102", "RECURRENCE-IDS:1",
            "RELATED-TO:x",
            "SEQUENCE:2147483648", "SEQUENCE:x", "UID:second", "UID;X=1:odd", "uid:small", "EXDATE:20010103",
            "EXRULE:x",
            // Bytes that are special in iCalendar.
            "\n", "\n\n x", " \n\t\n", "SUMMARY:a\rDTSTART:20260102", "SUMMARY:a\r\r\nRDATE:20260102",
            "SUMMARY:\0",
            "\0", "\u{1}D", "\u{7F}D", "\u{FEFF}DTSTART:20260102", "\u{FEFF}", "\u{E9}t\u{E9}:1", "no colon",
            ":",
            "D",
            "D:", "R1:", "A.DTSTART:20260102", "\tRDATE:20260102",
            "SUMMARY:\(String(repeating: "x", count: 300))",
        ]
    )
    func `skipping does not affect how unusual lines are read`(odd: String) throws {
        let lines = ["UID:odd", "DTSTART;TZID=Europe/Berlin:20010102T100000", "SUMMARY:a"]
        for lineEnd in ["\n", "\r\n"] {
            for place in 0...lines.count {
                var some = lines
                some.insert(odd, at: place)
                let text = calendar(some, lineEnd)
                try compare(text)
                for limit in [0, 1, 4, 20, 64] {
                    try compare(text) { $0.lineLength = limit }
                    try compare(text) { $0.componentSize = limit }
                    try compare(text) { $0.properties = limit }
                    try compare(text) { $0.nesting = limit }
                }
            }
            try compare(calendar(lines, lineEnd, between: odd))
            try compare("BEGIN:VEVENT\nUID:outside\n\(odd)\nEND:VEVENT\n" + calendar(lines, lineEnd))
        }
    }

    @Test func `events with UIDs to keep are not skipped`() throws {
        var screen = screen
        screen.keptUIDs = [UIDHash("odd")]
        #expect(try compare(calendar(["UID:odd", "DTSTART:20010102"], "\n"), screen) == 2)
    }

    @Test func `an event that crosses a buffer boundary is read`() throws {
        var text = "BEGIN:VCALENDAR\r\n"
        for number in 0..<4000 {
            let summary = String(repeating: "x", count: number * 7 % 600)
            text +=
                "BEGIN:VEVENT\r\nUID:\(number)\r\nDTSTART:20010102\r\nSUMMARY:\(summary)\r\nEND:VEVENT\r\n"
        }
        #expect(try compare(text + "END:VCALENDAR\r\n") > 3900)
        #expect(try compare(text) > 3900)
        #expect(try compare(String(text.dropLast(4))) > 3900)
    }

    // MARK: - Comparisons

    /// Returns a calendar with three past events, the second with the given lines.
    private func calendar(_ lines: [String], _ lineEnd: String, between: String? = nil) -> String {
        func event(_ lines: [String]) -> [String] { ["BEGIN:VEVENT"] + lines + ["END:VEVENT"] }
        let all =
            ["BEGIN:VCALENDAR", "VERSION:2.0"] + ["BEGIN:VTODO", "END:VTODO"]
            + event(["UID:1", "DTSTART:20010101"])
            + (between.map { [$0] } ?? []) + event(lines) + event(["UID:2", "DTSTART;VALUE=DATE:20010103"])
            + ["END:VCALENDAR", ""]
        return all.joined(separator: "\n").replacing("\n", with: lineEnd)
    }

    /// Reads a calendar with and without skipping, compares both, and returns the number of skipped events.
    @discardableResult
    private func compare(
        _ text: String,
        _ screen: ComponentScreen? = nil,
        _ change: (inout ReadingLimits) -> Void = { _ in }
    ) throws -> Int {
        var limits = ReadingLimits()
        change(&limits)
        let bytes = Array(text.utf8)
        let whole = try read(bytes, screen ?? self.screen, limits, isPassing: false)
        let passing = try read(bytes, screen ?? self.screen, limits, isPassing: true)
        #expect(passing.verdicts == whole.verdicts, "\(text.debugDescription)")
        #expect(passing.lines == whole.lines, "\(text.debugDescription)")
        #expect(passing.remarks == whole.remarks, "\(text.debugDescription)")
        return passing.count
    }

    private struct Reading {
        var verdicts: [ComponentScreen.Verdict] = []
        /// The line number of each component's last line.
        var lines: [Int] = []
        var remarks: [String] = []
        var count = 0
    }

    private func read(_ bytes: [UInt8], _ screen: ComponentScreen, _ limits: ReadingLimits, isPassing: Bool)
        throws
        -> Reading
    {
        var result = Reading()
        var reader = try CalendarReader(ByteSource(bytes: bytes, name: nil), limits: limits)
        while true {
            while isPassing, let extent = reader.passEvent(screen) {
                result.verdicts.append(.leaveOut(extent))
                result.lines.append(reader.scanner.lineNumber)
                result.count += 1
            }
            let step = try reader.next()
            if step == .end { break }
            result.lines.append(reader.scanner.lineNumber)
            if step == .slice {
                result.verdicts.append(reader.withPendingBytes { screen.verdict($0, $1, $2) })
            }
        }
        result.remarks = reader.diagnostics.all.map(\.description)
        return result
    }
}
