import ICalendar
import Testing

/// Tests the repairs that fix every error without changing any occurrence or alarm.
@Suite struct LosslessRepairTests {
    private let strict = StrictComponentTests()

    private static let start = "DTSTART:20260401T090000Z"

    private func component(_ lines: String, _ name: String = "VEVENT", uid: String = "a") -> String {
        "BEGIN:\(name)\nUID:\(uid)\nDTSTAMP:20260101T000000Z\n\(lines)\nEND:\(name)"
    }

    private func alarm(_ lines: String) -> String {
        "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:Go\n\(lines)\nEND:VALARM"
    }

    // MARK: - Numbers

    @Test(arguments: ["PRIORITY:-1", "PRIORITY:10", "PERCENT-COMPLETE:101", "SEQUENCE:-1", "SEQUENCE:x"])
    func `an out-of-range number that readers ignore is removed`(line: String) throws {
        let (text, _) = try strict.mended(strict.whole(component("\(Self.start)\n\(line)", "VTODO")))
        #expect(!text.contains(line))
    }

    @Test(arguments: ["-1", "x", "99999999999999999999", ""])
    func `an invalid REPEAT becomes 0, and DURATION is kept`(number: String) throws {
        let alarm = alarm("TRIGGER:-PT5M\nREPEAT:\(number)\nDURATION:PT5M")
        let (text, _) = try strict.mended(strict.whole(component("\(Self.start)\n\(alarm)")))
        #expect(text.contains("\r\nREPEAT:0\r\n") && text.contains("\r\nDURATION:PT5M\r\n"))
    }

    @Test(arguments: ["PT0S", "P", "-PT1M", "-P1D"])
    func `an alarm that repeats without a positive interval triggers once`(pause: String) throws {
        let alarm = alarm("TRIGGER:-PT5M\nREPEAT:3\nDURATION:\(pause)")
        let (text, _) = try strict.mended(strict.whole(component("\(Self.start)\n\(alarm)")))
        #expect(!text.contains("REPEAT") && !text.contains("DURATION"))
        let window = try OccurrenceWindow(from: instant("2026-04-01"), to: instant("2026-04-02"), in: .utc)
        #expect(try CalendarFile(text: text).alarms(in: window).diagnostics.isEmpty)
    }

    @Test func `an alarm in an unknown zone is read as UTC, and the repair mentions this`() throws {
        let alarm = alarm("TRIGGER;VALUE=DATE-TIME;TZID=Nowhere:20260401T080000")
        let (text, repairs) = try strict.mended(strict.whole(component("\(Self.start)\n\(alarm)")))
        #expect(text.contains("\r\nTRIGGER;VALUE=DATE-TIME:20260401T080000Z\r\n"))
        #expect(repairs.allSatisfy { $0.description.contains("read as UTC") }, "\(repairs)")
    }

    // MARK: - Values

    @Test(arguments: ["RRULE:", "RRULE: ", "RRULE;X-A=1:", "RRULE:;", "RRULE:FREQ=", "RRULE:x", "EXRULE:x"])
    func `an unreadable rule after another rule is removed`(line: String) throws {
        let (text, repairs) = try strict.mended(
            strict.whole(component("\(Self.start)\nRRULE:FREQ=DAILY;COUNT=2\n\(line)"))
        )
        #expect(!text.contains("\r\n\(line)\r\n") && !repairs.isEmpty)
    }

    @Test(arguments: [
        "BEGIN:VCA\n LENDAR", "BEGIN:VCALENDAR ", "begin:\n\tvcalendar", "\u{FEFF}BEGIN:VCAL\n ENDAR",
    ])
    func `a folded marker stays whole if another line has an unusual layout`(begin: String) throws {
        let text =
            "\(begin)\nVERSION:2.0\nPRODID:x\n" + component("\(Self.start)\nLOCATION:a\nb c")
            + "\nEND:VCALE\n NDAR\n"
        let (repaired, _) = try strict.mended(text)
        #expect(repaired.contains("\r\nLOCATION:a\\nb c\r\n"))
        #expect(try CalendarFile(text: repaired).diagnostics.isEmpty)
    }

    @Test(arguments: [("VTODO", "SOURCE:x"), ("VTODO", "TZURL:x"), ("VJOURNAL", "SOURCE;VALUE=URI:a b")])
    func `an invalid URI is removed from a component that does not allow the property`(
        name: String,
        line: String
    ) throws {
        let (text, repairs) = try strict.mended(strict.whole(component("\(Self.start)\n\(line)", name)))
        #expect(!text.contains(line) && repairs.count == 1, "\(repairs)")
        let kept = try CalendarFile(text: strict.whole(component("\(Self.start)\nURL:x", name)))
        #expect(kept.repaired().file.icsText.contains("\r\nURL:x\r\n"))
        // A correctable URI is kept, even in a component that does not allow it.
        let blank = try CalendarFile(
            text: strict.whole(component("\(Self.start)\nTZURL:https://a.example/a b", name))
        )
        #expect(blank.repaired().file.icsText.contains("\r\nTZURL:https://a.example/a%20b\r\n"))
    }

    @Test(arguments: ["IANA-THING;VALUE=DATE", "X-THING;VALUE=DATE-TIME", "X-THING;VALUE=INTEGER"])
    func `a value that does not match its declared type becomes text`(name: String) throws {
        let line = "\(name):x y"
        let (text, _) = try strict.mended(strict.whole(component("\(Self.start)\n\(line)")))
        #expect(text.contains("\r\n\(name.prefix { $0 != ";" }):x y\r\n"), "\(text)")
        #expect(try CalendarFile(text: text).diagnostics.isEmpty)
    }

    @Test(arguments: [
        ("AAEC AA", "AAECAA=="), ("AAECAA", "AAECAA=="), ("AAECAAA", "AAECAAA="), ("AAECA", "AAEC"),
        ("_-8=", "/+8="), ("AAEC====", "AAEC"),
    ])
    func `Base64 is rewritten with standard padding and alphabet`(written: String, standard: String) throws {
        let line = "IMAGE;VALUE=BINARY;ENCODING=BASE64;FMTTYPE=image/png"
        let (text, _) = try strict.mended(strict.whole(component("\(Self.start)\n\(line):\(written)")))
        #expect(text.replacing("\r\n ", with: "").contains(":\(standard)\r\n"), "\(text)")
    }

    @Test(arguments: ["###", "=", "AA=AA", "A"])
    func `Base64 that decoders disagree on is kept`(written: String) throws {
        let line = "ATTACH;VALUE=BINARY;ENCODING=BASE64:\(written)"
        let file = try CalendarFile(text: strict.whole(component("\(Self.start)\n\(line)")))
        #expect(file.validate().contains { $0.code == .badValue } && file.repaired().repairs.isEmpty)
    }

    @Test func `a REPEAT over 32 bits is reduced if that changes no alarm`() throws {
        let long = alarm("TRIGGER:-PT5M\nREPEAT:9999999999\nDURATION:P30D")
        let (text, _) = try strict.mended(strict.whole(component("\(Self.start)\n\(long)")))
        #expect(text.contains("\r\nREPEAT:2147483647\r\n"))
        let short = component("\(Self.start)\n" + alarm("TRIGGER:-PT5M\nREPEAT:9999999999\nDURATION:PT1S"))
        #expect(try CalendarFile(text: strict.whole(short)).repaired().repairs.isEmpty)
    }

    @Test func `a SEQUENCE over 32 bits is reduced unless that changes the current revision`() throws {
        let one = component("\(Self.start)\nSEQUENCE:9999999999")
        #expect(try strict.mended(strict.whole(one)).text.contains("\r\nSEQUENCE:2147483647\r\n"))
        let older = component("\(Self.start)\nSUMMARY:older\nSEQUENCE:9999999998")
        let both = try CalendarFile(text: strict.whole("\(one)\n\(older)"))
        #expect(both.repaired().repairs.isEmpty)
        // A scheduling message is compared with the recipient's copy.
        let message = component("\(Self.start)\nSUMMARY:x\nORGANIZER:mailto:a@x.example\nSEQUENCE:9999999999")
        #expect(try CalendarFile(text: strict.whole(message, method: "PUBLISH")).repaired().repairs.isEmpty)
    }

    // MARK: - To-dos

    @Test(arguments: [
        "DTSTART:20260401T090000Z\nDUE:20260401T110000Z\nDURATION:PT2H",
        "DTSTART:20260401T090000Z\nDUE:20260401T110000Z\nDURATION:PT1H",
        "DUE:20260401T110000Z\nDURATION:PT1H",
    ])
    func `DURATION is removed if DUE takes precedence`(times: String) throws {
        let alarms = alarm("TRIGGER;RELATED=END:-PT5M")
        let (text, _) = try strict.mended(strict.whole(component("\(times)\n\(alarms)", "VTODO")))
        #expect(!text.contains("DURATION") && text.contains("DUE:20260401T110000Z"))
    }

    @Test func `DURATION is removed from a to-do without DTSTART`() throws {
        #expect(
            !(try strict.mended(strict.whole(component("DURATION:PT1H", "VTODO"))).text).contains("DURATION")
        )
    }

    // MARK: - Triggers

    @Test(arguments: ["TRIGGER:-PT5M", "TRIGGER;RELATED=START:-P1D", "TRIGGER;X-A=1:PT0S"])
    func `a trigger in a to-do with DUE but no DTSTART becomes relative to the end`(trigger: String) throws {
        let todo = component("DUE:20260401T110000Z\n" + alarm(trigger), "VTODO")
        #expect(try strict.mended(strict.whole(todo)).text.contains("RELATED=END"))
    }

    @Test(arguments: ["VEVENT", "VTODO"])
    func `a trigger relative to a missing end becomes relative to the start`(name: String) throws {
        let item = component("\(Self.start)\n" + alarm("TRIGGER;RELATED=END:-PT5M"), name)
        #expect(!(try strict.mended(strict.whole(item)).text).contains("RELATED"))
    }

    @Test func `a trigger is still relative to the ends of RDATE periods`() throws {
        let times = "\(Self.start)\nRDATE;VALUE=PERIOD:20260402T090000Z/PT75M"
        let item = component("\(times)\n" + alarm("TRIGGER;RELATED=END:-PT15M"))
        #expect(try CalendarFile(text: strict.whole(item)).repaired().file.icsText.contains("RELATED=END"))
    }

    @Test func `a trigger is not made relative to an unreadable DUE`() throws {
        let item = component(
            "RECURRENCE-ID:20260402T090000Z\nDUE:20260231T120000Z\n" + alarm("TRIGGER:-PT15M"),
            "VTODO"
        )
        let text = try CalendarFile(text: strict.whole(item)).repaired().file.icsText
        #expect(!text.contains("DUE") && !text.contains("RELATED"))
    }

    @Test func `an empty ACTION becomes DISPLAY, with the required text`() throws {
        let alarm = "BEGIN:VALARM\nACTION:\nTRIGGER:-PT5M\nEND:VALARM"
        let (text, _) = try strict.mended(strict.whole(component("\(Self.start)\nSUMMARY:Lunch\n\(alarm)")))
        #expect(text.contains("\r\nACTION:DISPLAY\r\n") && text.contains("\r\nDESCRIPTION:Lunch\r\n"))
    }

    @Test func `an all-day event gets the end time that its alarm needs`() throws {
        let item = component("DTSTART;VALUE=DATE:20260401\n" + alarm("TRIGGER;RELATED=END:-PT5M"))
        #expect(try strict.mended(strict.whole(item)).text.contains("DTEND;VALUE=DATE:20260402"))
    }

    // MARK: - Overrides

    @Test(arguments: [
        (
            "DTSTART;VALUE=DATE:20260401", "RECURRENCE-ID:20260402T220000Z",
            "RECURRENCE-ID;VALUE=DATE:20260403"
        ),
        (
            "DTSTART;VALUE=DATE:20260401", "RECURRENCE-ID:20260402T000000Z",
            "RECURRENCE-ID;VALUE=DATE:20260402"
        ),
        (
            "DTSTART;VALUE=DATE:20260401", "RECURRENCE-ID;RANGE=THISANDFUTURE:20260402T000000",
            "RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20260402"
        ),
        ("DTSTART:20260401T090000", "RECURRENCE-ID:20260402T090000Z", "RECURRENCE-ID:20260402T090000"),
        ("DTSTART:20260401T090000Z", "RECURRENCE-ID:20260402T090000", "RECURRENCE-ID:20260402T090000Z"),
    ])
    func `a RECURRENCE-ID gets the value type of its series`(start: String, id: String, new: String) throws {
        let series = component("\(start)\nRRULE:FREQ=DAILY;COUNT=5")
        let override = component(
            "\(id)\n\(start.replacing("20260401", with: "20260402"))\nSUMMARY:Moved\nLOCATION:B"
        )
        let (text, _) = try strict.mended(strict.whole("\(series)\n\(override)"))
        #expect(text.contains("\r\n\(new)\r\n"), "\(text)")
    }

    @Test func `a RECURRENCE-ID date that matches a timed instance is unchanged`() throws {
        let series = component("\(Self.start)\nRRULE:FREQ=HOURLY;COUNT=50")
        let override = component("RECURRENCE-ID;VALUE=DATE:20260402\nDTSTART:20260402T120000Z")
        let file = try CalendarFile(text: strict.whole("\(series)\n\(override)"))
        #expect(file.repaired().repairs.isEmpty)
    }

    @Test(arguments: [
        ("DTSTART:20260401T090000Z", "RECURRENCE-ID:20260402T090000Z", "DTSTART:20260402T090000Z"),
        (
            "DTSTART:20260401T090000Z\nDTEND:20260401T103000Z", "RECURRENCE-ID:20260402T090000Z",
            "DTSTART:20260402T090000Z\r\nDURATION:PT1H30M"
        ),
        (
            "DTSTART;VALUE=DATE:20260401\nDURATION:P2D", "RECURRENCE-ID:20260401T220000Z",
            "DTSTART;VALUE=DATE:20260402\r\nDTEND;VALUE=DATE:20260404"
        ),
        (
            "DTSTART:20260401T090000\nDURATION:PT1H", "RECURRENCE-ID:20260402T090000",
            "DTSTART:20260402T090000\r\nDURATION:PT1H"
        ),
        // A day on which the series has no instance.
        (
            "DTSTART:20260401T090000Z\nDURATION:PT1H", "RECURRENCE-ID:20270402T110000Z",
            "DTSTART:20270402T110000Z"
        ),
    ])
    func `a canceled override gets the times of its instance`(start: String, id: String, new: String) throws {
        let series = component("\(start)\nRRULE:FREQ=DAILY;COUNT=5")
        let cancelled = component("\(id)\nSTATUS:CANCELLED")
        let (text, _) = try strict.mended(strict.whole("\(series)\n\(cancelled)"))
        #expect(text.contains("\r\n\(new)\r\n"), "\(text)")
        #expect(try strict.mended(strict.whole(cancelled)).text.contains("\r\nDTSTART"))
    }

    @Test func `a canceled override gets times in its series' zone`() throws {
        let series = component(
            "DTSTART;TZID=Europe/Berlin:20260327T090000\nDURATION:P1D\nRRULE:FREQ=DAILY;COUNT=5"
        )
        let cancelled = component("RECURRENCE-ID:20260328T080000Z\nSTATUS:CANCELLED")
        let (text, _) = try strict.mended(strict.whole("\(series)\n\(cancelled)"))
        #expect(
            text.contains("\r\nDTSTART;TZID=Europe/Berlin:20260328T090000\r\nDURATION:PT23H\r\n"),
            "\(text)"
        )
    }

    // MARK: - METHOD

    @Test(arguments: ["CONFIRMED", "TENTATIVE", "cancelled ", "X-GONE"])
    func `a cancellation gets the status CANCELLED and a revision number`(status: String) throws {
        let event = component(
            "\(Self.start)\nORGANIZER:mailto:a@x.example\nATTENDEE:mailto:b@x.example\nSTATUS:\(status)"
        )
        let (text, _) = try strict.mended(strict.whole(event, method: "CANCEL"))
        #expect(text.contains("\r\nSEQUENCE:0\r\n"))
    }

    @Test func `repairing a cancellation does not add an organizer`() throws {
        let event = component("\(Self.start)\nSTATUS:CONFIRMED")
        let (text, _) = try strict.mended(strict.whole(event, method: "CANCEL"), leaving: [.methodNeeds])
        #expect(text.contains("\r\nSTATUS:CANCELLED\r\n") && !text.contains("ORGANIZER"))
    }
}
