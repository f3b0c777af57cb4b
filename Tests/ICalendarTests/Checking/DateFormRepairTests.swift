import ICalendar
import Testing

/// Tests the repairs that match the dates of a series to the type of its DTSTART.
@Suite struct DateFormRepairTests {
    private let strict = StrictComponentTests()

    private func component(_ lines: String, _ name: String = "VEVENT") -> String {
        "BEGIN:\(name)\nUID:a\nDTSTAMP:20260101T000000Z\n\(lines)\nEND:\(name)"
    }

    /// Returns the repaired text after checking that it reads without diagnostics and needs no further
    /// repairs.
    private func mended(_ components: String...) throws -> String {
        let text = strict.whole(components.joined(separator: "\n"))
        let (mended, repairs) = try strict.mended(text)
        #expect(!repairs.isEmpty)
        let found = try CalendarFile(text: text).validate()
        for repair in repairs {
            #expect(found.contains { $0.repair == repair.violation.repair }, "\(repair)")
        }
        let again = try CalendarFile(text: mended)
        let window = try OccurrenceWindow(from: instant("2026-01-01"), to: instant("2027-01-01"), in: .utc)
        #expect(again.validate().isEmpty, "\(again.validate()) \(mended)")
        #expect(again.occurrences(in: window).diagnostics.isEmpty, "\(mended)")
        return mended
    }

    @Test(arguments: [
        (
            "RRULE:FREQ=DAILY;COUNT=6\nEXDATE:20260311T230000Z,20260312T120000Z",
            "EXDATE;VALUE=DATE:20260312,20260313"
        ),
        ("RRULE:FREQ=DAILY;COUNT=6\nEXDATE:20260311T115900Z", "EXDATE;VALUE=DATE:20260311"),
        ("RRULE:FREQ=DAILY;COUNT=6\nEXDATE;TZID=Asia/Tokyo:20260311T000000", "EXDATE;VALUE=DATE:20260311"),
        ("RRULE:FREQ=DAILY;COUNT=6\nEXDATE:20260312T000000", "EXDATE;VALUE=DATE:20260312"),
        (
            "RRULE:FREQ=DAILY;COUNT=6\nEXDATE;VALUE=DATE:20260311,20260312T000000",
            "EXDATE;VALUE=DATE:20260311,20260312"
        ),
        ("RDATE:20260401T220000Z,20260402", "RDATE;VALUE=DATE:20260402"),
        ("RDATE;VALUE=DATE:20260402Z,20260402", "RDATE;VALUE=DATE:20260402"),
        (
            "RDATE;VALUE=DATE:20260402,20260403\nRDATE;VALUE=DATE:20260403\nRDATE:20260403T000000",
            "RDATE;VALUE=DATE:20260402,20260403"
        ),
        ("RDATE;X-A=1:20260401T110000Z,20260402T000000", "RDATE;X-A=1;VALUE=DATE:20260401,20260402"),
    ])
    func `date-times in an all-day series become dates`(lines: String, new: String) throws {
        let text = try mended(component("DTSTART;VALUE=DATE:20260310\n\(lines)"))
        #expect(text.contains("\r\n\(new)\r\n"), "\(text)")
    }

    @Test(arguments: ["VTODO", "VJOURNAL"])
    func `date-times in an all-day to-do or journal become dates`(name: String) throws {
        let lines = "DTSTART;VALUE=DATE:20260310\nRRULE:FREQ=DAILY;COUNT=6\nEXDATE:20260311T230000Z"
        #expect(try mended(component(lines, name)).contains("\r\nEXDATE;VALUE=DATE:20260312\r\n"))
    }

    @Test func `a date after the last supported year is kept`() throws {
        let lines = "DTSTART;VALUE=DATE:20260310\nRDATE:99991231T230000Z"
        #expect(try CalendarFile(text: strict.whole(component(lines))).repaired().repairs.isEmpty)
    }

    @Test func `times in a floating series become local times`() throws {
        let lines = "RRULE:FREQ=DAILY;COUNT=6\nEXDATE:20260311T090000Z\nRDATE;TZID=Asia/Tokyo:20260320T100000"
        let text = try mended(component("DTSTART:20260310T090000\n\(lines)"))
        #expect(text.contains("\r\nEXDATE:20260311T090000\r\nRDATE:20260320T100000\r\n"), "\(text)")
    }

    @Test func `the times of a floating series are kept if X-WR-TIMEZONE might apply`() throws {
        let lines = "DTSTART:20260310T090000\nRRULE:FREQ=DAILY;COUNT=6\nEXDATE:20260311T090000Z"
        let text = strict.whole("X-WR-TIMEZONE:Europe/Berlin\n" + component(lines))
        #expect(try CalendarFile(text: text).repaired().repairs.isEmpty)
    }

    @Test(arguments: [
        ("DTSTART:20260310T090000Z", "RDATE:20260320T090000Z,20260321T100000Z"),
        ("DTSTART:20260310T090000", "RDATE:20260320T090000,20260321T100000"),
    ])
    func `a date in a timed series gets the time of day from DTSTART`(start: String, new: String) throws {
        let last = new.split(separator: ",").last ?? ""
        let text = try mended(component("\(start)\nRDATE;VALUE=DATE:20260320,\(last)"))
        #expect(text.contains("\r\n\(new)\r\n"), "\(text)")
    }

    @Test(arguments: [
        (
            "EXDATE;VALUE=DATE:20260311,20260312T080000Z",
            "EXDATE;VALUE=DATE:20260311\r\nEXDATE:20260312T080000Z"
        ),
        (
            "EXDATE;TZID=Asia/Tokyo:20260311T170000,20260312T080000Z,20260313",
            "EXDATE;TZID=Asia/Tokyo:20260311T170000\r\nEXDATE:20260312T080000Z\r\nEXDATE;VALUE=DATE:20260313"
        ),
        (
            "RDATE;VALUE=PERIOD:20260320T080000Z/PT2H,20260321T080000Z",
            "RDATE;VALUE=PERIOD:20260320T080000Z/PT2H\r\nRDATE:20260321T080000Z"
        ),
    ])
    func `a list with mixed value types becomes one property per type`(line: String, new: String) throws {
        let rule = "RRULE:FREQ=DAILY;BYHOUR=8,9;COUNT=6"
        let series = component("DTSTART:20260310T080000Z\nDURATION:PT1H\n\(rule)\n\(line)")
        let (text, repairs) = try strict.mended(strict.whole(series), leaving: [.undefinedZone])
        #expect(text.contains("\r\n\(new)\r\n"), "\(text)")
        #expect(repairs.count == new.split(separator: "\r\n").count, "\(repairs)")
    }

    @Test(arguments: [
        ("EXDATE;VALUE=DATE:20260311,20260312T080000Z", "EXDATE:20260311T080000Z,20260312T080000Z"),
        ("EXDATE:20260311\nRDATE:20260320T080000Z", "EXDATE:20260311T080000Z"),
        ("EXDATE;VALUE=DATE:20260320\nRDATE:20260320T100000Z", nil),
        ("EXDATE;VALUE=DATE:20260311\nRDATE;VALUE=PERIOD:20260311T150000Z/PT1H", nil),
    ])
    func `a date in EXDATE becomes a date-time if all instances on that day start at the time of DTSTART`(
        lines: String,
        new: String?
    ) throws {
        let series = component("DTSTART:20260310T080000Z\nRRULE:FREQ=DAILY;COUNT=6\n\(lines)")
        let text = try strict.mended(strict.whole(series)).text
        if let new { #expect(text.contains("\r\n\(new)\r\n"), "\(text)") }
        #expect(text.contains("VALUE=DATE") == (new == nil), "\(text)")
    }

    @Test(arguments: ["", "\nRANGE", "\nSTATUS:CANCELLED"])
    func `a date-only RECURRENCE-ID becomes the start of the only instance on that day`(more: String)
        throws
    {
        let series = component(
            "DTSTART;TZID=Europe/Berlin:20260327T090000\nDURATION:P1D\nRRULE:FREQ=DAILY;COUNT=5"
        )
        let range = more == "\nRANGE" ? ";RANGE=THISANDFUTURE" : ""
        let times = more == "\nSTATUS:CANCELLED" ? "" : "\nDTSTART;TZID=Europe/Berlin:20260329T110000"
        let id = "RECURRENCE-ID\(range);VALUE=DATE:20260329\(times)"
        let override = component(more == "\nRANGE" ? id : id + more)
        let (text, _) = try strict.mended(strict.whole("\(series)\n\(override)"), leaving: [.undefinedZone])
        #expect(text.contains("\r\nRECURRENCE-ID\(range);TZID=Europe/Berlin:20260329T090000\r\n"), "\(text)")
    }

    @Test(arguments: ["RRULE:FREQ=HOURLY;COUNT=60", "RRULE:FREQ=DAILY;COUNT=6\nRDATE:20260311T230000Z"])
    func `a date-only RECURRENCE-ID is kept if the day has several instances`(lines: String) throws {
        let series = component("DTSTART:20260310T080000Z\n\(lines)")
        let override = component("RECURRENCE-ID;VALUE=DATE:20260311\nDTSTART:20260311T100000Z")
        #expect(try CalendarFile(text: strict.whole("\(series)\n\(override)")).repaired().repairs.isEmpty)
    }

    @Test(arguments: [
        ("RECURRENCE-ID;RANGE=THISANDFUTURE:20260328T080000Z", "PT1H", "DURATION:PT1H"),
        ("RECURRENCE-ID;RANGE=THISANDFUTURE:20260328T080000Z", "P1D", "DURATION:P1D"),
        ("RECURRENCE-ID:20260328T080000Z\nDURATION:PT3H", "PT1H", "DURATION:PT1H"),
        ("RECURRENCE-ID:20260328T080000Z\nDTEND:20260328T110000Z", "PT1H", "DURATION:PT1H"),
    ])
    func `a canceled override without DTSTART gets the times of the canceled instance`(
        lines: String,
        length: String,
        new: String
    ) throws {
        let zone = "DTSTART;TZID=Europe/Berlin:"
        let series = component("\(zone)20260327T090000\nDURATION:\(length)\nRRULE:FREQ=DAILY;COUNT=5")
        let cancelled = component("\(lines)\nSTATUS:CANCELLED")
        let (text, _) = try strict.mended(strict.whole("\(series)\n\(cancelled)"), leaving: [.undefinedZone])
        #expect(text.contains("\r\n\(zone)20260328T090000\r\n\(new)\r\nEND"), "\(text)")
        #expect(!text.contains("PT3H") && !text.contains("DTEND"))
    }

    @Test(arguments: ["RECURRENCE-ID", "RECURRENCE-ID;RANGE=THISANDFUTURE"])
    func `a canceled override that matches no instance stays without a length`(id: String) throws {
        let series = component("DTSTART:20260310T080000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=5")
        let cancelled = component("\(id):20260311T100000Z\nSTATUS:CANCELLED")
        let (text, _) = try strict.mended(strict.whole("\(series)\n\(cancelled)"))
        #expect(text.contains("\r\nDTSTART:20260311T100000Z\r\nEND"), "\(text)")
    }

    @Test(arguments: [
        ("URL: http://x.example/a y", "URL:http://x.example/a%20y"),
        ("URL:https://x.example/a|b{c}", "URL:https://x.example/a%7Cb%7Bc%7D"),
        ("URL:https://x.example/100%", "URL:https://x.example/100%25"),
        ("ATTACH:https://x.example/ö", "ATTACH:https://x.example/%C3%B6"),
        ("CONFERENCE;VALUE=URI:tel:+1 555", "CONFERENCE;VALUE=URI:tel:+1%20555"),
        ("IMAGE;VALUE=URI:https://x.example/a b.png", "IMAGE;VALUE=URI:https://x.example/a%20b.png"),
        ("URL: https://x.example/ ", "URL:https://x.example/"),
    ])
    func `a URI is percent-encoded`(line: String, new: String) throws {
        let text = try mended(component("DTSTART:20260401T090000Z\n\(line)"))
        #expect(text.contains("\r\n\(new)\r\n"), "\(text)")
    }

    @Test(arguments: [
        "see our page", "C:\\tmp\\a b", "Zoom: https://x.example/a b", "<https://x.example>", "x",
    ])
    func `text is kept if it might not be a URI`(text: String) throws {
        let file = try CalendarFile(text: strict.whole(component("DTSTART:20260401T090000Z\nURL:\(text)")))
        #expect(file.validate().contains { $0.code.rawValue == "bad-uri" } && file.repaired().repairs.isEmpty)
    }
}
