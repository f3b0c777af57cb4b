import ICalendar
import Testing

/// Tests repairs of zones that strict readers reject.
@Suite struct StrictZoneTests {
    /// Returns the repaired calendar after checking that it needs no more repairs and keeps its occurrences.
    private func mended(_ text: String, leaving: Set<Violation.Code> = []) throws -> String {
        let file = try CalendarFile(text: text)
        let (mended, repairs) = file.repaired()
        #expect(repairs.filter(\.isLoss).isEmpty)
        let again = try CalendarFile(text: mended.icsText)
        let errors = again.validate().filter { $0.severity == .error && !leaving.contains($0.code) }
        #expect(errors.map(\.description) == [], "\(mended.icsText)")
        #expect(again.repaired().repairs.isEmpty)
        for zone in ["UTC", "Asia/Tokyo", "America/New_York"] {
            let before = try expand([file], from: "2025-06-01", to: "2027-01-01", in: zone).lines
            #expect(!before.isEmpty)
            #expect(try expand([again], from: "2025-06-01", to: "2027-01-01", in: zone).lines == before)
        }
        return mended.icsText
    }

    private func zone(_ name: String, _ observances: String...) -> String {
        let parts = observances.map { "BEGIN:STANDARD\n\($0)\nEND:STANDARD" }
        return (["BEGIN:VTIMEZONE", "TZID:\(name)"] + parts + ["END:VTIMEZONE"]).joined(separator: "\n")
    }

    @Test(arguments: [
        "DTSTART;TZID=FOO:20260401T090000\nDTEND;TZID=FOO:20260401T100000",
        "DTSTART;TZID=\"GMT-05.00/-04.00\":20260402T130000\nRRULE:FREQ=WEEKLY;UNTIL=20260501T035959Z;BYDAY=TH",
        "DTSTART;TZID=LOLOLOL:20260403T100000\nRRULE:FREQ=MONTHLY;COUNT=6\nEXDATE:20260603T100000Z",
        "DTSTART;TZID=FOO:20260401T090000\nDTEND;TZID=Europe/Berlin:20260401T110000",
        "DTSTART;TZID=FOO:20260401T090000\nDURATION:PT1H\nRDATE;TZID=BAR:20260404T090000\nEXDATE;TZID=FOO:20260401T090000",
        "DTSTART;TZID=Europe/Berlin:20260401T090000\nRRULE:FREQ=DAILY;COUNT=4\nEXDATE;TZID=FOO:20260402T090000",
    ])
    func `an unknown zone is removed, because its times are floating`(lines: String) throws {
        let text = try mended(calendar(lines))
        for name in ["FOO", "BAR", "LOLOLOL", "GMT-05"] { #expect(!text.contains(name), "\(text)") }
    }

    @Test func `an override in an unknown zone still matches its instance`() throws {
        let series = "DTSTART;TZID=FOO:20260401T090000\nRRULE:FREQ=DAILY;COUNT=3"
        let override = "RECURRENCE-ID;TZID=FOO:20260402T090000\nDTSTART;TZID=FOO:20260402T120000"
        #expect(
            try mended(calendar(events: [series, override])).contains("RECURRENCE-ID:20260402T090000\r\n")
        )
    }

    @Test func `a zone whose name starts with a slash needs no definition`() throws {
        let text = "DTSTART;TZID=/example.com/Mars:20260401T090000"
        #expect(try mended(calendar(text)).contains(text))
    }

    @Test(arguments: [
        "BEGIN:VTIMEZONE\nTZID:Nothing\nEND:VTIMEZONE",
        "BEGIN:VTIMEZONE\nX-INVALID-TIMEZONE:TRUE\nEND:VTIMEZONE",
        "BEGIN:VTIMEZONE\nTZID:\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0100\n"
            + "END:STANDARD\nEND:VTIMEZONE",
    ])
    func `an unusable definition is removed`(zone: String) throws {
        #expect(try !mended(calendar("DTSTART:20260401T090000Z", zones: zone)).contains("VTIMEZONE"))
    }

    @Test func `the system's definition replaces an unusable definition`() throws {
        for offset in ["+5744", "x"] {
            let broken = zone(
                "Europe/Prague",
                "DTSTART:18500101T000000\nTZOFFSETFROM:\(offset)\nTZOFFSETTO:\(offset)"
            )
            let text = try mended(calendar("DTSTART;TZID=Europe/Prague:20260401T090000", zones: broken))
            #expect(text.contains("TZOFFSETTO:+0200") && !text.contains(offset))
        }
        let own = zone("Own", "DTSTART:1970\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0100")
        #expect(
            try mended(calendar("DTSTART;TZID=Own:20260401T090000", zones: own)).contains(
                "DTSTART:20260401T090000\r\n"
            )
        )
    }

    @Test func `ignored observances are removed, and others are normalized`()
        throws
    {
        let good = "DTSTART:20250101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200"
        let (event, start) = (
            "DTSTART;TZID=Own:20260401T090000\nRRULE:FREQ=MONTHLY;COUNT=5", "DTSTART:20260601T000000"
        )
        for (line, expected) in [
            ("X:1\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0300", nil),
            ("\(start)\nTZOFFSETFROM:+0200\nTZOFFSETTO:+9900", nil),
            ("\(start)\nTZOFFSETFROM:+5328\nTZOFFSETTO:+0300", "TZOFFSETFROM:+0300"),
            ("\(start)\nTZOFFSETTO:+0300", "TZOFFSETFROM:+0300"),
            ("\(start)Z\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0300", start),
            ("DTSTART;TZID=Own:20260601T000000\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0300", start),
            ("DTSTART;VALUE=DATE:20260601\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0300", start),
            (
                "\(start)\nRDATE;VALUE=PERIOD:20260701T000000/PT1H\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0300",
                "RDATE:20260701T000000"
            ),
            ("\(start)\nRRULE:FREQ=YEARLY;COUNT=0\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0300", start),
        ] {
            let text = try mended(calendar(event, zones: zone("Own", good, line)))
            #expect(text.split(separator: "BEGIN:STANDARD").count == (expected == nil ? 2 : 3), "\(line)")
            if let expected { #expect(text.contains("\r\n\(expected)\r\n"), "\(line): \(text)") }
        }
    }

    @Test func `an observance is kept if another depends on it`() throws {
        let parts = [
            "STANDARD\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0300",
            "DAYLIGHT\nDTSTART:20260601T000000\nTZOFFSETTO:+0100",
        ]
        .map { "BEGIN:\($0)\nEND:\($0.prefix(8))" }
        let own = "BEGIN:VTIMEZONE\nTZID:Own\n\(parts.joined(separator: "\n"))\nEND:VTIMEZONE"
        let text = try mended(
            calendar("DTSTART;TZID=Own:20260401T090000\nRRULE:FREQ=MONTHLY;COUNT=5", zones: own)
        )
        #expect(text.contains("TZOFFSETFROM:+0300"))
    }

    @Test func `UNTIL is converted to UTC only in definitions of system zones`() throws {
        let line =
            "DTSTART:20200601T000000\nRRULE:FREQ=YEARLY;UNTIL=20240601T000000\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0300"
        for (name, isOfSystem) in [("Europe/Berlin", true), ("Own", false)] {
            let text = try mended(
                calendar("DTSTART;TZID=\(name):20260401T090000", zones: zone(name, line)),
                leaving: isOfSystem ? [] : [.untilType]
            )
            #expect(text.contains("UNTIL=20240531T220000Z") == isOfSystem)
        }
    }
}
