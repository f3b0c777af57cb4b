import ICalendar
import Testing

/// Tests repairs of components and alarms that strict readers reject.
@Suite struct StrictComponentTests {
    /// Returns the repaired calendar after checking that it needs no more repairs and keeps its occurrences.
    @discardableResult
    func mended(_ text: String, leaving: Set<Violation.Code> = []) throws -> (
        text: String, repairs: [Repair]
    ) {
        let file = try CalendarFile(text: text)
        let (mended, repairs) = file.repaired()
        let again = try CalendarFile(text: mended.icsText)
        let errors = again.validate().filter { $0.severity == .error && !leaving.contains($0.code) }
        #expect(errors.map(\.description) == [], "\(mended.icsText)")
        #expect(again.repaired().repairs.isEmpty)
        for zone in ["UTC", "Asia/Tokyo"] {
            for preference in [ZonePreference.system, .file] {
                var options = ExpansionOptions()
                options.zonePreference = preference
                let (from, to) = ("2025-06-01", "2027-01-01")
                let before = try expand([file], from: from, to: to, in: zone, options: options)
                let after = try expand([again], from: from, to: to, in: zone, options: options)
                #expect(before.lines == after.lines)
                #expect(before.occurrences.map(\.event.status) == after.occurrences.map(\.event.status))
            }
            let window = try OccurrenceWindow(
                from: instant("2025-06-01", in: Zone(identifier: zone)),
                to: instant("2027-01-01", in: Zone(identifier: zone)),
                in: Zone(identifier: zone)
            )
            #expect(
                file.alarms(in: window).map(\.instant)
                    == again.alarms(in: window).map(\.instant)
            )
        }
        return (mended.icsText, repairs)
    }

    func whole(_ components: String, method: String? = nil) -> String {
        let method = method.map { "METHOD:\($0)\n" } ?? ""
        return crlf("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n\(method)\(components)\nEND:VCALENDAR\n")
    }

    @Test(arguments: ["VALUE=DURATION:PT1H", "value=duration:PT1H"])
    func `a parameter after the colon is moved before it`(value: String) throws {
        let text = calendar("DTSTART:20260401T090000Z").replacing(
            "PRODID",
            with: "REFRESH-INTERVAL:\(value)\r\nPRODID"
        )
        let (mended, repairs) = try mended(text)
        #expect(mended.contains("\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n"))
        #expect(repairs.filter(\.isLoss).isEmpty)
    }

    // MARK: - Events without occurrences

    @Test(arguments: [
        "DTSTART:20260231T100000", "DTSTART;VALUE=DATE:Next Year", "DTSTART:\nDTEND:20260401T100000Z",
    ])
    func `an event with an unreadable start is removed and reported`(start: String) throws {
        let broken = "UID:b\n\(start)\nSUMMARY:lost"
        let (text, repairs) = try mended(calendar(events: ["DTSTART:20260401T090000Z", broken]))
        #expect(!text.contains("UID:b") && text.contains("UID:a"))
        let losses = repairs.filter(\.isLoss)
        #expect(losses.map(\.before) == ["UID:b"])
        #expect(losses.first?.violation.line == 12)
        #expect(losses.first?.description.contains("remove the VEVENT") == true)
    }

    @Test func `a calendar that loses its last event gets a UTC time zone definition`() throws {
        let (text, _) = try mended(calendar("DTSTART:soon"))
        #expect(text.contains("TZID:Etc/UTC") && !text.contains("VEVENT"))
    }

    @Test func `an event without a start is kept, because strict readers accept it`() throws {
        let (text, repairs) = try mended(
            calendar("DTEND:20260401T100000Z\nSUMMARY:a"),
            leaving: [.missingProperty]
        )
        #expect(text.contains("SUMMARY:a") && !text.contains("DTEND"))
        #expect(repairs.filter(\.isLoss).isEmpty)
    }

    @Test(arguments: ["VTODO", "VJOURNAL", "VFREEBUSY"])
    func `an invalid optional DTSTART is removed, and its component is kept`(name: String) throws {
        let (text, repairs) = try mended(
            whole(
                "BEGIN:\(name)\nUID:a\nDTSTAMP:20260101T000000Z\nDTSTART:soon\nURL:https://x.org\nEND:\(name)"
            )
        )
        #expect(text.contains("URL:https://x.org") && !text.contains("DTSTART"))
        #expect(repairs.filter(\.isLoss).isEmpty)
    }

    @Test func `a to-do without a start keeps its due date and alarm`() throws {
        let todo = """
            BEGIN:VTODO
            UID:a
            DTSTAMP:20260101T000000Z
            DTSTART:soon
            DUE:20260401T100000Z
            SUMMARY:a
            BEGIN:VALARM
            ACTION:DISPLAY
            TRIGGER;RELATED=END:-PT5M
            END:VALARM
            END:VTODO
            """
        let file = try CalendarFile(text: try mended(whole(todo)).text)
        let window = try OccurrenceWindow(
            from: instant("2026-01-01", in: .utc),
            to: instant("2027-01-01", in: .utc),
            in: .utc
        )
        #expect(file.alarms(in: window).map(\.instant.description) == ["2026-04-01T09:55:00Z"])
    }

    @Test func `a canceled override needs no start`() throws {
        let series = "DTSTART:20260401T090000Z\nDTEND:20260401T100000Z\nRRULE:FREQ=DAILY;COUNT=3"
        let override = "RECURRENCE-ID:20260402T090000Z\nDTSTART:soon\nSTATUS:cancelled"
        let (text, repairs) = try mended(calendar(events: [series, override]), leaving: [.missingProperty])
        #expect(text.contains("STATUS:CANCELLED") && repairs.filter(\.isLoss).isEmpty)
    }

    @Test func `a reply needs no start`() throws {
        let event =
            "BEGIN:VEVENT\nUID:a\nDTSTAMP:20260101T000000Z\nDTSTART:soon\n"
            + "ORGANIZER:mailto:a@x.org\nATTENDEE;PARTSTAT=accepted:mailto:b@x.org\nEND:VEVENT"
        let (text, _) = try mended(whole(event, method: "REPLY"))
        #expect(text.contains("PARTSTAT=ACCEPTED") && !text.contains("DTSTART"))
        let request = try mended(whole(event, method: "REQUEST")).text
        #expect(!request.contains("VEVENT"))
    }

    // MARK: - Alarms

    @Test func `a proximity alarm gets the placeholder trigger from RFC 9074`() throws {
        let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:a\nPROXIMITY:arrive\nEND:VALARM"
        let (text, _) = try mended(calendar("DTSTART:20260401T090000Z\n\(alarm)"))
        #expect(
            text.contains("TRIGGER;VALUE=DATE-TIME:19760401T005545Z") && text.contains("PROXIMITY:ARRIVE")
        )
    }

    @Test func `an alarm that never triggers is removed, and others are kept`() throws {
        let alarms = ["-PT5M", "soon"].map { "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:\($0)\nEND:VALARM" }
        let (text, repairs) = try mended(
            calendar("DTSTART:20260401T090000Z\n" + alarms.joined(separator: "\n"))
        )
        #expect(text.contains("TRIGGER:-PT5M") && !text.contains("soon"))
        #expect(repairs.filter(\.isLoss).count == 1)
        #expect(repairs.filter(\.isLoss).first?.before == "BEGIN:VALARM")
    }

    // MARK: - Free and busy times

    @Test func `all unreadable values of a list are named`() throws {
        func message(_ days: ClosedRange<Int>) throws -> String? {
            let list = days.map { "202602\($0)T000000Z/PT1H" }.joined(separator: ",")
            let text = whole(
                "BEGIN:VFREEBUSY\nUID:a\nDTSTAMP:20260101T000000Z\nFREEBUSY:\(list),20260401T120000Z/PT1H\nEND:VFREEBUSY"
            )
            return try CalendarFile(text: text).validate().first { $0.code == .badValue }?.message
        }
        let two = "FREEBUSY: '20260230T000000Z/PT1H', '20260231T000000Z/PT1H' are not valid PERIOD values"
        #expect(try message(30...31) == two)
        #expect(try message(31...31) == "FREEBUSY: '20260231T000000Z/PT1H' is not a valid PERIOD")
        #expect(
            try message(30...39)?.hasSuffix("'20260234T000000Z/PT1H' and 5 more are not valid PERIOD values")
                == true
        )
    }

    @Test func `free/busy times are converted to UTC`() throws {
        let (text, _) = try mended(
            whole(
                "BEGIN:VFREEBUSY\nUID:a\nDTSTAMP:20260101T000000Z\nDTSTART:20260401T000000\nDTEND:20260402T000000Z\n"
                    + "FREEBUSY;FBTYPE=a b;TZID=Europe/Berlin:20260401T090000/PT1H,20260401T120000Z/20260401T150000\nEND:VFREEBUSY"
            )
        )
        #expect(text.contains("FREEBUSY:20260401T070000Z/PT1H,20260401T120000Z/20260401T130000Z"))
        #expect(text.contains("DTSTART:20260401T000000Z"))
    }

    @Test func `a DTSTAMP without a time does not affect which revision is current`() throws {
        let one = "DTSTAMP:20260301\nDTSTART:20260401T090000Z"
        #expect(try mended(calendar(one)).text.contains("DTSTAMP:20260301T000000Z"))
        let (text, _) = try mended(
            calendar("\(one)\nSUMMARY:one", "DTSTART:20260401T090000Z\nSUMMARY:two"),
            leaving: [.sameUID]
        )
        #expect(text.contains("DTSTAMP:19700101T000000Z"))
    }
}
