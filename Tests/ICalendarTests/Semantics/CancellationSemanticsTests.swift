import ICalendar
import Testing

/// Tests cancellation by METHOD:CANCEL and by overrides without DTSTART.
struct CancellationSemanticsTests {
    private func expandMarch(_ events: String..., method: String? = nil) throws -> Expanded {
        var text = calendar(events: events)
        if let method {
            text = text.replacing("VERSION:2.0\r\n", with: "VERSION:2.0\r\n\(method)\r\n")
        }
        return try expand(text, from: "2026-03-01", to: "2026-04-01")
    }

    private let daily = "SUMMARY:Whole\nDTSTART:20260302T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3"

    @Test(arguments: [
        "RECURRENCE-ID:20260303T090000Z\nSTATUS:CANCELLED",
        "STATUS:cancelled\nRECURRENCE-ID;TZID=Europe/Berlin:20260303T100000",
        "recurrence-id:20260303t090000z\nstatus:CANCELLED",
        "RECURRENCE-ID;VALUE=DATE:20260303\nSTATUS:CANCELLED",
        "RECURRENCE-ID:202603\n 03T090000Z\nSTATUS:CAN\n CELLED",
        "DTSTART:nonsense\nRECURRENCE-ID:20260303T090000Z\nSTATUS:CANCELLED",
        "RECURRENCE-ID:20260303T090000Z\nSTATUS:CANCELLED\nDURATION:PT5H",
    ])
    func `a canceled override without DTSTART cancels the original instance`(override: String) throws {
        for events in [[daily, override], [override, daily]] {
            let found = try expand(calendar(events: events), from: "2026-03-01", to: "2026-04-01")
            #expect(
                found.lines == [
                    "2026-03-02T09:00:00Z 2026-03-02T10:00:00Z a @2026-03-02T09:00:00Z",
                    "2026-03-03T09:00:00Z 2026-03-03T10:00:00Z a @2026-03-03T09:00:00Z detached",
                    "2026-03-04T09:00:00Z 2026-03-04T10:00:00Z a @2026-03-04T09:00:00Z",
                ]
            )
            #expect(found.occurrences.map(\.status) == [nil, .cancelled, nil])
            let said = "canceled override"
            #expect(found.remarks.contains { $0.severity == .warning && $0.message.contains(said) })
        }
    }

    @Test func `a canceled instance can be hidden`() throws {
        var options = ExpansionOptions()
        options.hidesCancelled = true
        let text = calendar(daily, "RECURRENCE-ID:20260303T090000Z\nSTATUS:CANCELLED")
        let found = try expand(text, from: "2026-03-01", to: "2026-04-01", options: options)
        #expect(found.starts == ["2026-03-02T09:00:00Z", "2026-03-04T09:00:00Z"])
    }

    @Test(arguments: ["", "STATUS:CONFIRMED", "STATUS:TENTATIVE"])
    func `an override without DTSTART is skipped unless it is canceled`(status: String) throws {
        let found = try expandMarch(daily, "RECURRENCE-ID:20260303T090000Z\n\(status)")
        #expect(found.starts.count == 3)
        #expect(found.occurrences.allSatisfy { $0.status == nil && !$0.isDetached })
        #expect(found.remarks.contains { $0.message.contains("skipped: no DTSTART") })
    }

    @Test func `an event without DTSTART is skipped, even if it is canceled`() throws {
        let found = try expandMarch("UID:b\nSTATUS:CANCELLED", daily, method: "METHOD:CANCEL")
        #expect(found.starts.count == 3)
        #expect(found.remarks.contains { $0.message.contains("skipped: no DTSTART") })
    }

    @Test func `a canceled override has the duration of its original instance`() throws {
        let cancelled = "STATUS:CANCELLED\nRECURRENCE-ID"
        let days = try expandMarch(
            "DTSTART;VALUE=DATE:20260302\nDTEND;VALUE=DATE:20260305\nRRULE:FREQ=WEEKLY;COUNT=2",
            "\(cancelled);VALUE=DATE:20260309"
        )
        #expect(days.spans == ["2026-03-02 2026-03-05", "2026-03-09 2026-03-12"])
        let midnight = try expandMarch(
            "DTSTART;VALUE=DATE:20260302\nDURATION:P2D\nRRULE:FREQ=WEEKLY;COUNT=2",
            "\(cancelled):20260308T230000Z"
        )
        #expect(midnight.spans == ["2026-03-02 2026-03-04", "2026-03-09 2026-03-11"])
        #expect(midnight.occurrences.map(\.status) == [nil, .cancelled])
        let period = try expandMarch(
            "DTSTART:20260302T090000Z\nDURATION:PT1H\nRDATE;VALUE=PERIOD:20260303T090000Z/PT3H",
            "\(cancelled):20260303T090000Z"
        )
        #expect(period.spans.last == "2026-03-03T09:00:00Z 2026-03-03T12:00:00Z")
    }

    @Test func `a canceled override with RANGE also cancels later instances`() throws {
        let found = try expandMarch(
            daily,
            "RECURRENCE-ID;RANGE=THISANDFUTURE:20260303T090000Z\nSTATUS:CANCELLED"
        )
        #expect(found.spans.last == "2026-03-04T09:00:00Z 2026-03-04T10:00:00Z")
        #expect(found.occurrences.map(\.status) == [nil, .cancelled, .cancelled])
    }

    @Test func `the revision with the higher SEQUENCE is current`() throws {
        let moved = "SEQUENCE:2\nRECURRENCE-ID:20260303T090000Z\nDTSTART:20260303T150000Z\nDURATION:PT1H"
        let gone = "SEQUENCE:1\nRECURRENCE-ID:20260303T090000Z\nSTATUS:CANCELLED"
        let kept = try expandMarch(daily, gone, moved)
        #expect(kept.starts[1] == "2026-03-03T15:00:00Z")
        let lost = try expandMarch(
            daily,
            gone.replacing("SEQUENCE:1", with: "SEQUENCE:3"),
            moved
        )
        #expect(lost.starts[1] == "2026-03-03T09:00:00Z")
        #expect(lost.occurrences[1].status == .cancelled)
    }

    @Test func `a canceled override without its series has the time in its RECURRENCE-ID`() throws {
        let found = try expandMarch("RECURRENCE-ID;TZID=Europe/Berlin:20260303T100000\nSTATUS:CANCELLED")
        #expect(
            found.lines == [
                "2026-03-03T10:00:00+01:00 2026-03-03T10:00:00+01:00 a @2026-03-03T10:00:00+01:00 detached"
            ]
        )
        #expect(found.occurrences.map(\.status) == [.cancelled])
    }

    @Test(arguments: ["METHOD:CANCEL", "method:cancel", "METHOD: CANCEL "])
    func `METHOD:CANCEL cancels all events, regardless of STATUS`(method: String) throws {
        let found = try expandMarch(
            daily,
            "UID:b\nDTSTART:20260305T090000Z\nSTATUS:CONFIRMED",
            "UID:c\nDTSTART:20260306T090000Z\nSTATUS:CANCELLED",
            "UID:d\nDTSTART:20260307T090000Z\nSTATUS:FINAL",
            method: method
        )
        #expect(found.occurrences.count == 6)
        #expect(found.occurrences.allSatisfy { $0.status == .cancelled && $0.method == "CANCEL" })
        #expect(found.remarks.count { $0.message.contains("METHOD is CANCEL") } == 2)
    }

    @Test func `an override without DTSTART needs no STATUS if METHOD is CANCEL`() throws {
        let text = calendar(daily)
        let second = calendar("RECURRENCE-ID:20260303T090000Z")
            .replacing("VERSION:2.0\r\n", with: "VERSION:2.0\r\nMETHOD:CANCEL\r\n")
        let found = try expand(text + second, from: "2026-03-01", to: "2026-04-01")
        // Two calendars in one stream have independent series.
        #expect(found.starts.count == 4)
        #expect(
            found.occurrences.filter { $0.status == .cancelled }.map(\.start.description) == [
                "2026-03-03T09:00:00Z"
            ]
        )
        #expect(found.occurrences.map(\.method).filter { $0 != nil } == ["CANCEL"])
    }

    @Test(arguments: [("FOO", nil), ("X-FOO", "X-FOO")])
    func `an unknown METHOD is ignored unless it is an extension`(word: String, method: String?) throws {
        let found = try expandMarch(daily, method: "METHOD:\(word)")
        #expect(found.occurrences.allSatisfy { $0.method == method })
    }

    @Test func `other METHOD values have no effect`() throws {
        let found = try expandMarch(daily, method: "METHOD:REQUEST")
        #expect(found.occurrences.allSatisfy { $0.status == nil && $0.method == "REQUEST" })
        #expect(found.diagnostics == [])
    }

    @Test func `a canceled event has no alarms and is not busy`() throws {
        let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\nTRIGGER:-PT5M\nEND:VALARM"
        let text = calendar("\(daily)\n\(alarm)")
            .replacing("VERSION:2.0\r\n", with: "VERSION:2.0\r\nMETHOD:CANCEL\r\n")
        let file = try CalendarFile(text: text)
        let window = try window("2026-03-01", "2026-04-01")
        #expect(Array(file.alarms(in: window)).isEmpty)
        #expect(file.freeBusy(in: window).busyTimes.isEmpty)
    }

    @Test func `a standalone event has the status CANCELLED`() throws {
        let found = try expandMarch(daily, method: "METHOD:CANCEL")
        #expect(found.occurrences.allSatisfy { $0.standaloneEvent.status == .cancelled })
        let alone = try expandMarch(daily, "RECURRENCE-ID:20260303T090000Z\nSTATUS:CANCELLED")
        let event = alone.occurrences[1].standaloneEvent
        #expect(event.status == .cancelled)
        #expect(event.start == (try EventTime("2026-03-03T09:00:00Z")))
        #expect(event.end == (try EventTime("2026-03-03T10:00:00Z")))
    }
}
