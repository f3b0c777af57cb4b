import ICalendar
import Testing

@testable import ICalendarCore

/// Tests unknown zone names with only one plausible meaning.
struct GuessedZoneSemanticsTests {
    private func start(_ parameter: String, zones: String = "") throws -> Expanded {
        let ics = calendar("DTSTART;TZID=\(parameter):20260710T100000\nDURATION:PT1H", zones: zones)
        return try expand(ics, from: "2026-07-01", to: "2026-08-01")
    }

    @Test(arguments: [
        ("GMT+0100", "+01:00"), ("UTC+02:00", "+02:00"), ("\"(GMT +01:00)\"", "+01:00"), ("+02:00", "+02:00"),
        ("(UTC-05) Bogota", "-05:00"), ("gmt-5", "-05:00"), ("\"UTC-03:30\"", "-03:30"), ("+0530", "+05:30"),
        ("(UTC+05:45) Nowhere, at all", "+05:45"), ("-1000", "-10:00"), ("UTC +1", "+01:00"),
        ("(GMT+01.00)", "+01:00"),
    ])
    func `an offset is accepted as a zone name and reported`(name: String, offset: String) throws {
        let found = try start(name)
        #expect(found.starts == ["2026-07-10T10:00:00\(offset)"])
        #expect(
            found.remarks.contains {
                $0.code == .timeZone && $0.message.contains("is an offset; read as UTC")
            }
        )
        #expect(found.remarks.allSatisfy { $0.severity == .warning })
    }

    @Test(arguments: [
        "GMT+19", "UTC+0160", "+1:0", "+", "GMT", "Etc/GMT-3", "UTC-11", "GMT+01:00 Berlin", "+10000",
    ])
    func `other names are not read as offsets`(name: String) throws {
        #expect(try !start(name).remarks.contains { $0.message.contains("is an offset") })
    }

    @Test(arguments: [
        ("Eastern Standard Time 1", "-04:00"), ("W. Europe Standard Time 12", "+02:00"),
        ("tokyo standard time 1", "+09:00"),
        ("(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna 2", "+02:00"),
    ])
    func `a number after a Windows zone name is ignored, and the name is reported`(
        name: String,
        offset: String
    ) throws {
        let found = try start("\"\(name)\"")
        #expect(found.starts == ["2026-07-10T10:00:00\(offset)"])
        #expect(found.remarks.map(\.code) == [.timeZone])
        #expect(found.remarks[0].message.contains("read as"))
    }

    @Test(arguments: [
        ("(UTC+01:00) Amsterdam, Berlin", "Europe/Berlin"), ("(GMT+01.00) Warsaw/Zagreb", "Europe/Warsaw"),
        ("(utc+01:00) ROME, AMSTERDAM, VIENNA", "Europe/Berlin"),
        ("(UTC-06:00) Mexico City, Monterrey", "America/Mexico_City"),
        ("(UTC+02:00) Kiev, Riga", "Europe/Kiev"), ("(UTC-05:00) Lima, Bogota", "America/Bogota"),
    ])
    func `several cities from a display name identify its zone`(name: String, zone: String) throws {
        let found = try start("\"\(name)\"")
        #expect(found.starts == [try start(zone).starts[0]])
        #expect(found.remarks.map(\.code) == [.timeZone])
        #expect(found.remarks[0].message == "unknown time zone \"\(name)\"; read as \"\(zone)\"")
    }

    @Test(arguments: [
        ("(UTC+03:00) Amsterdam, Berlin", "+03:00"), ("(UTC+01:00) Amsterdam, Lisbon", "+01:00"),
        ("(UTC+01:00) Berlin", "+01:00"), ("(UTC+01:00) Berlin, Berlin", "+01:00"),
    ])
    func `if the cities do not match one display name and its offset, the offset is used`(
        name: String,
        offset: String
    ) throws {
        #expect(try start("\"\(name)\"").starts == ["2026-07-10T10:00:00\(offset)"])
    }

    @Test func `a definition takes precedence over a guess`() throws {
        for name in ["Eastern Standard Time 1", "GMT+0100"] {
            let found = try start(name, zones: fixedZone(name, "+0545"))
            #expect(found.starts == ["2026-07-10T10:00:00+05:45"])
            #expect(found.diagnostics == [])
        }
        let other = try start("Eastern Standard Time 1", zones: fixedZone("Eastern Standard Time", "+0545"))
        #expect(other.starts == ["2026-07-10T10:00:00+05:45"])
        #expect(other.remarks.map(\.code) == [.timeZone])
    }

    @Test(arguments: [
        (#"Room 4\, Berlin"#, #""Room 4, Berlin""#), ("\"Room\"", "Room"), ("Room", "\"Room\""),
        (#"Room\; 4"#, #""room; 4""#), ("Room 4, Berlin", #""Room 4\, Berlin""#), (#"a\\b"#, #"a\\b"#),
        (#"\"Room\""#, "\"Room\""), (#"\"Room\""#, "room"),
    ])
    func `a definition is found regardless of escapes and quotes in the zone name`(
        defined: String,
        used: String
    )
        throws
    {
        let found = try start(used, zones: fixedZone(defined, "+0545"))
        #expect(found.starts == ["2026-07-10T10:00:00+05:45"])
        #expect(found.diagnostics == [])
        let text = calendar("DTSTART;TZID=\(used):20260710T100000", zones: fixedZone(defined, "+0545"))
        let file = try CalendarFile(text: text)
        #expect(!file.validate().contains { $0.code == .undefinedZone })
        #expect(try CalendarFile(text: file.icsText).calendars[0].timeZoneDefinitions.count == 1)
    }

    @Test(arguments: [
        ("Eastern Standard Time", "Eastern Standard Time 1"),
        ("Eastern Standard Time", "eastern standard time 12"),
        ("Customized Time Zone", "Customized Time Zone 2"), ("Room", "ROOM"), (#"\"Room\""#, "room"),
        ("Europe/Berlin", "Europe/Berlin 1"),
    ])
    func `writing and repairing keep the definition that a TZID refers to`(defined: String, used: String)
        throws
    {
        let text = calendar("DTSTART;TZID=\(used):20260710T100000", zones: fixedZone(defined, "+0545"))
        let file = try CalendarFile(text: text)
        let before = try expand([file], from: "2026-07-01", to: "2026-08-01").starts
        #expect(before == ["2026-07-10T10:00:00+0\(defined == "Europe/Berlin" ? "2:00" : "5:45")"])
        let repaired = file.repaired().file
        for written in [file.icsText, repaired.icsText] {
            let again = try CalendarFile(text: written)
            #expect(again.calendars[0].timeZoneDefinitions.count == 1)
            #expect(try expand([again], from: "2026-07-01", to: "2026-08-01").starts == before)
        }
        let name = repaired.calendars[0].timeZoneDefinitions.first?.text("TZID")
        #expect(repaired.calendars[0].events.first?.component.first("DTSTART")?.timeZoneID == name)
    }

    @Test func `writing adds the definition of a guessed zone for other readers`() throws {
        let text = calendar(
            "DTSTART;TZID=Eastern Standard Time 1:20260710T100000\nDTEND;TZID=GMT+0100:20260710T170000"
        )
        let file = try CalendarFile(text: text)
        let written = try CalendarFile(text: file.icsText)
        #expect(written.calendars[0].timeZoneDefinitions.count == 2)
        let (before, after) = try (
            expand([file], from: "2026-07-01", to: "2026-08-01"),
            expand([written], from: "2026-07-01", to: "2026-08-01")
        )
        #expect(before.spans == ["2026-07-10T10:00:00-04:00 2026-07-10T12:00:00-04:00"])
        #expect(after.spans == before.spans)
        #expect(after.diagnostics == [])
    }

    @Test(arguments: ["DTSTART;TZID=GMT+0100", "DTSTART"])
    func `an end without a zone uses the start's zone`(
        start: String
    ) throws {
        let end = start == "DTSTART" ? "" : "Z"
        let found = try expand(
            calendar("\(start):20260710T100000\nDTEND:20260710T110000"),
            from: "2026-07-01",
            to: "2026-08-01"
        )
        #expect(found.spans.count == 1)
        #expect(found.occurrences[0].end.description.prefix(16) == "2026-07-10T11:00", "\(end)")
    }

    @Test func `a timed event whose end is a date ends at midnight and is reported`() throws {
        let found = try expand(
            calendar("DTSTART;TZID=Europe/Berlin:20260710T100000\nDTEND;VALUE=DATE:20260711"),
            from: "2026-07-01",
            to: "2026-08-01"
        )
        #expect(found.spans == ["2026-07-10T10:00:00+02:00 2026-07-11T00:00:00+02:00"])
        #expect(found.warns(at: "DTEND"))
    }
}
