import ICalendar
import Testing

/// Compares free/busy times with times calculated by hand.
struct FreeBusyTests {
    /// Returns the kinds of busy time for a one-hour event, or `free`.
    private func kind(_ lines: String, owner: String? = nil, usesBusyStatus: Bool = true) throws -> String {
        let text = calendar("DTSTART:20260401T090000Z\nDTEND:20260401T100000Z\n" + lines)
        let example = try PlanningCase(text, from: "2026-04-01", to: "2026-04-02")
        var options = BusyOptions(owner: owner)
        options.usesBusyStatus = usesBusyStatus
        return example.busy(options).first.map { String($0.split(separator: " ").last ?? "") } ?? "free"
    }

    @Test(arguments: [
        ("SUMMARY:plain", "busy"),
        ("STATUS:CONFIRMED", "busy"),
        ("TRANSP:OPAQUE", "busy"),
        ("TRANSP:TRANSPARENT", "free"),
        ("STATUS:CANCELLED", "free"),
        ("STATUS:TENTATIVE", "tentative"),
        ("STATUS:TENTATIVE\nTRANSP:TRANSPARENT", "free"),
        ("X-MICROSOFT-CDO-BUSYSTATUS:FREE", "free"),
        ("X-MICROSOFT-CDO-BUSYSTATUS:FREE\nTRANSP:OPAQUE", "busy"),
        ("X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE", "free"),
        ("X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE", "tentative"),
        ("X-MICROSOFT-CDO-BUSYSTATUS:OOF", "unavailable"),
        ("X-MICROSOFT-CDO-BUSYSTATUS:oof\nSTATUS:TENTATIVE", "unavailable"),
        ("X-MICROSOFT-CDO-BUSYSTATUS:BUSY\nTRANSP:TRANSPARENT", "free"),
        ("X-MICROSOFT-CDO-BUSYSTATUS:BUSY\nSTATUS:TENTATIVE", "tentative"),
    ])
    func `STATUS and TRANSP decide whether an event makes its owner busy`(lines: String, kind: String) throws
    {
        #expect(try self.kind(lines) == kind)
    }

    @Test(arguments: [
        ("ACCEPTED", "busy"), ("DECLINED", "free"), ("TENTATIVE", "tentative"), ("NEEDS-ACTION", "tentative"),
        ("DELEGATED", "free"), ("X-PERHAPS", "tentative"),
    ])
    func `the owner's reply decides whether an event counts as busy`(answer: String, kind: String) throws {
        let line = "ATTENDEE;PARTSTAT=\(answer):mailto:Nora@Studio.Example"
        #expect(try self.kind(line, owner: "nora@studio.example") == kind)
        #expect(try self.kind(line, owner: "MAILTO:NORA@studio.example") == kind)
        #expect(try self.kind(line) == "busy")
        #expect(try self.kind(line, owner: "sam@client.example") == "busy")
    }

    @Test(arguments: [
        ("NEEDS-ACTION", "ACCEPTED", "busy"), ("DECLINED", "ACCEPTED", "busy"),
        ("DECLINED", "TENTATIVE", "tentative"), ("NEEDS-ACTION", "DECLINED", "free"),
        ("NEEDS-ACTION", "DELEGATED", "free"), ("X-PERHAPS", "NEEDS-ACTION", "tentative"),
        ("TENTATIVE", "ACCEPTED", "busy"),
    ])
    func `the busiest of the owner's replies applies`(
        one: String,
        other: String,
        kind: String
    ) throws {
        let lines = [one, other].map { "ATTENDEE;PARTSTAT=\($0):mailto:nora@studio.example" }
        for lines in [lines, lines.reversed()] {
            let text = "ATTENDEE;PARTSTAT=ACCEPTED:mailto:a@b.c\n" + lines.joined(separator: "\n")
            #expect(try self.kind(text, owner: "nora@studio.example") == kind)
        }
    }

    @Test(arguments: ["", "  ", "mailto:"])
    func `an owner without an address does not match anyone`(owner: String) throws {
        let line = "ATTENDEE;PARTSTAT=DECLINED:mailto:nora@studio.example"
        #expect(try kind(line, owner: owner) == "busy")
    }

    @Test func `accepting a tentative event leaves it tentative`() throws {
        let lines = "STATUS:TENTATIVE\nATTENDEE;PARTSTAT=ACCEPTED:mailto:nora@studio.example"
        #expect(try kind(lines, owner: "nora@studio.example") == "tentative")
    }

    @Test func `Outlook's busy status can be ignored by an option`() throws {
        #expect(try kind("X-MICROSOFT-CDO-BUSYSTATUS:FREE", usesBusyStatus: false) == "busy")
    }

    @Test func `periods are merged, clipped to the window, and never overlap`() throws {
        let text = calendar(
            "UID:a\nDTSTART:20260401T080000Z\nDTEND:20260401T100000Z",
            "UID:b\nDTSTART:20260401T100000Z\nDTEND:20260401T110000Z",
            "UID:c\nDTSTART:20260401T103000Z\nDTEND:20260401T120000Z\nSTATUS:TENTATIVE",
            "UID:d\nDTSTART:20260401T120000Z",
            "UID:e\nDTSTART:20260401T113000Z\nDTEND:20260401T130000Z\nX-MICROSOFT-CDO-BUSYSTATUS:OOF"
        )
        let example = try PlanningCase(text, from: "2026-04-01T09:00:00", to: "2026-04-01T12:45:00")
        #expect(
            example.busy() == [
                "2026-04-01T09:00:00Z 2026-04-01T11:00:00Z busy",
                "2026-04-01T11:00:00Z 2026-04-01T11:30:00Z tentative",
                "2026-04-01T11:30:00Z 2026-04-01T12:45:00Z unavailable",
            ]
        )
        let made = example.file.freeBusy(in: example.window)
        #expect(made.busyTimes.map(\.kind) == [.busy, .unavailable, .tentative])
        #expect(made.start?.civil.description == "2026-04-01T09:00:00")
        #expect(made.end?.civil.description == "2026-04-01T12:45:00")
        #expect(!made.isShortened(in: example.window))
    }

    @Test func `all-day events are counted in the display time zone`() throws {
        let text = calendar("DTSTART;VALUE=DATE:20260329", "UID:b\nDTSTART:20260330T120000\nDURATION:PT1H")
        let example = try PlanningCase(text, from: "2026-03-28", to: "2026-04-01", in: "Europe/Berlin")
        #expect(
            example.busy() == [
                "2026-03-28T23:00:00Z 2026-03-29T22:00:00Z busy",
                "2026-03-30T10:00:00Z 2026-03-30T11:00:00Z busy",
            ]
        )
    }

    @Test func `periods from VFREEBUSY components are merged`() throws {
        let text = calendar(
            components: """
                BEGIN:VFREEBUSY
                UID:f
                FREEBUSY;FBTYPE=BUSY-TENTATIVE:20260401T080000Z/PT2H,20260401T200000Z/20260401T190000Z
                FREEBUSY;FBTYPE=FREE:20260401T120000Z/PT1H
                FREEBUSY:20260401T093000Z/P1D
                END:VFREEBUSY
                """
        )
        let example = try PlanningCase(text, from: "2026-04-01", to: "2026-04-02")
        #expect(
            example.busy() == [
                "2026-04-01T08:00:00Z 2026-04-01T09:30:00Z tentative",
                "2026-04-01T09:30:00Z 2026-04-02T00:00:00Z busy",
            ]
        )
    }

    @Test func `the search stops at the limit on periods and reports where it stopped`() throws {
        let text = calendar("DTSTART:20260101T000000Z\nDURATION:PT1S\nRRULE:FREQ=SECONDLY;INTERVAL=2")
        let example = try PlanningCase(text, from: "2026-01-01", to: "2026-12-01")
        var options = BusyOptions()
        options.limit = 1000
        let made = example.file.freeBusy(in: example.window, options: options)
        #expect(made.periods.count == 1000)
        #expect(made.isShortened(in: example.window))
        #expect(made.end?.civil.description == "2026-01-01T00:33:20")
    }

    @Test func `invalid parts of free/busy components are reported`() throws {
        let text = calendar(
            components: """
                BEGIN:VFREEBUSY
                UID:f
                FREEBUSY:20260401T080000Z/-PT2H,20260401T200000Z/20260401T190000Z
                FREEBUSY:20260402T080000/PT1H
                END:VFREEBUSY
                BEGIN:VAVAILABILITY
                UID:v
                DTSTART;TZID=Mars/Olympus:20260401T000000
                DURATION:-P1D
                BEGIN:AVAILABLE
                UID:b
                END:AVAILABLE
                BEGIN:AVAILABLE
                DTSTART;TZID=Mars/Olympus:20260401T100000
                DTEND;TZID=Mars/Olympus:20260401T090000
                END:AVAILABLE
                END:VAVAILABILITY
                BEGIN:VAVAILABILITY
                UID:w
                DTSTART:20260402T000000Z
                DTEND:20260401T000000Z
                END:VAVAILABILITY
                BEGIN:VAVAILABILITY
                UID:x
                DTSTART:20260431T000000Z
                DTEND:20260331T000000Z
                END:VAVAILABILITY
                """
        )
        let example = try PlanningCase(text, from: "2026-04-01", to: "2026-04-08")
        let busy = example.file.freeBusy(in: example.window)
        #expect(
            busy.diagnostics.map(\.description) == [
                "test.ics:5: error: FREEBUSY: a period does not end after it starts; skipped"
                    + " … and 1 more line like this",
                "test.ics:6: warning: FREEBUSY: a period is not in UTC; read as UTC",
                "test.ics:10: warning: unknown time zone \"Mars/Olympus\"; times read as floating",
                "test.ics:11: warning: VAVAILABILITY: DURATION cannot be used; read as having no end",
                "test.ics:12: error: AVAILABLE skipped: no DTSTART",
                "test.ics:15: warning: AVAILABLE has no UID; using one derived from its content",
                "test.ics:17: warning: AVAILABLE: DTEND is before DTSTART; read as zero length",
                "test.ics:20: error: VAVAILABILITY does not end after it starts; skipped",
                "test.ics:27: warning: VAVAILABILITY: DTSTART is not a valid time; read as having no start",
            ]
        )
        #expect(FreeBusy(busy.component) == busy)
        #expect(FreeBusy(busy.component).diagnostics == [])
    }

    @Test func `periods with a TZID are read in that zone`() throws {
        let text = """
            BEGIN:VCALENDAR
            VERSION:2.0
            BEGIN:VFREEBUSY
            UID:a
            FREEBUSY;TZID=Europe/Berlin:20260401T100000/20260401T110000,20260402T100000/PT1H
            FREEBUSY;TZID=Mars/Olympus:20260403T100000/PT1H
            FREEBUSY;TZID=America/New_York:20260404T100000Z/20260404T080000
            END:VFREEBUSY
            END:VCALENDAR
            """
        let example = try PlanningCase(text, from: "2026-04-01", to: "2026-04-08")
        let busy = example.file.freeBusy(in: example.window)
        #expect(
            example.busy() == [
                "2026-04-01T08:00:00Z 2026-04-01T09:00:00Z busy",
                "2026-04-02T08:00:00Z 2026-04-02T09:00:00Z busy",
                "2026-04-03T10:00:00Z 2026-04-03T11:00:00Z busy",
                "2026-04-04T10:00:00Z 2026-04-04T12:00:00Z busy",
            ]
        )
        #expect(
            busy.diagnostics.map(\.message) == [
                "FREEBUSY: a period is not in UTC; read as a time in Europe/Berlin",
                "FREEBUSY: a period is not in UTC; read as UTC",
                "FREEBUSY: a period is not in UTC; read as a time in America/New_York",
            ]
        )
    }

    @Test func `diagnostics for the events are included`() throws {
        let example = try PlanningCase(calendar("SUMMARY:when?"), from: "2026-04-01", to: "2026-04-08")
        let said = example.file.freeBusy(in: example.window).diagnostics
        #expect(said.map(\.code) == [.missingProperty])
        #expect(said == example.file.occurrences(in: example.window).diagnostics)
    }

    @Test func `the resulting component is ready to publish`() throws {
        let example = try PlanningCase(
            calendar("DTSTART:20260401T090000Z\nDURATION:PT1H"),
            from: "2026-04-01",
            to: "2026-04-02"
        )
        var options = BusyOptions(owner: "nora@studio.example")
        options.stamp = Instant(secondsSince1970: 0)
        let made = example.file.freeBusy(in: example.window, options: options)
        #expect(made.uid?.hasPrefix("freebusy-") == true)
        #expect(made.stamp == Instant(secondsSince1970: 0))
        #expect(made.organizer?.email == "nora@studio.example")
        #expect(made == example.file.freeBusy(in: example.window, options: options))
        #expect(example.file.occurrences(in: example.window).freeBusy(options) == made)
        #expect(example.file.calendars.first?.freeBusy(in: example.window, options: options) == made)
    }
}
