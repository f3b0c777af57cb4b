import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore
@testable import ICalendarStore

/// Tests completing a series instance by instance: each instance gets its own time, for every form of
/// recurrence.
@Suite struct CompletingTests {
    private func editor(_ calendar: CalendarObject, _ zone: Zone) -> StoredItem {
        StoredItem(
            calendar: calendar,
            uid: "u",
            kind: Todo.componentName,
            displayZone: zone,
            now: Instant(secondsSince1970: 1_800_000_000)
        )
    }

    /// Completes a series in order.
    ///
    /// Returns the due times, and the number of to-dos after each completion.
    private func completed(_ lines: String, most: Int = 12) throws -> (due: [String], components: [Int]) {
        let zone = try Zone(identifier: "Europe/Berlin")
        let text =
            "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VTODO\nUID:u\nDTSTAMP:20260101T000000Z\n\(lines)\nEND:VTODO\nEND:VCALENDAR\n"
        var calendar = try #require(try CalendarFile(text: text).calendars.first)
        var (due, components): ([String], [Int]) = ([], [])
        while due.count < most {
            let editor = editor(calendar, zone)
            let instance = try #require(editor.reminderInstances.last)
            if Todo(instance.component).isDone { break }
            var todo = Todo(instance.component)
            due.append(todo.latestTime.map { "\($0)" } ?? "-")
            todo.complete()
            guard let slot = instance.slot else { break }
            let outcome = try #require(
                try editor.takingApart(todo.component, at: slot, as: "done \(due.count)")
            )
            calendar = try #require(outcome.calendar)
            // Rereads the written file.
            calendar = try #require(
                try CalendarFile(
                    text: String(decoding: CalendarFile(calendars: [calendar]).icsBytes(), as: UTF8.self)
                )
                .calendars.first
            )
            components.append(calendar.component.components.count { $0.name == Todo.componentName })
        }
        return (due, components)
    }

    /// Returns the due times in the order in which the instances are listed.
    private func expected(_ lines: String, most: Int = 12) throws -> [String] {
        let zone = try Zone(identifier: "Europe/Berlin")
        let text =
            "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VTODO\nUID:u\nDTSTAMP:20260101T000000Z\n\(lines)\nEND:VTODO\nEND:VCALENDAR\n"
        let editor = editor(try #require(try CalendarFile(text: text).calendars.first), zone)
        let parts = try #require(SeriesParts(editor))
        return parts.slots.kept(from: -SeriesParts.farAway, most: most).compactMap { slot in
            let time = parts.slots.time(ofKey: slot.key, like: parts.start, in: zone)
            return editor.reminderInstance(at: time).flatMap { Todo($0.component).latestTime.map { "\($0)" } }
        }
    }

    @Test(arguments: [
        "DUE;VALUE=DATE:20260128\nRRULE:FREQ=MONTHLY;COUNT=4",
        "DTSTART;VALUE=DATE:20260131\nDUE;VALUE=DATE:20260202\nRRULE:FREQ=MONTHLY;COUNT=5",
        "DTSTART:20260130T090000\nDURATION:P1DT2H\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;COUNT=7;WKST=SU",
        "DTSTART;TZID=Europe/Berlin:20260327T003000\nDUE;TZID=Europe/Berlin:20260327T180000\nRRULE:FREQ=DAILY;COUNT=6",
        "DTSTART;TZID=Europe/Berlin:20260327T023000\nDUE;TZID=Europe/Berlin:20260327T023000\nRRULE:FREQ=DAILY;COUNT=6",
        "DTSTART;TZID=Europe/Berlin:20261023T003000\nDUE;TZID=Europe/Berlin:20261023T180000\nRRULE:FREQ=DAILY;UNTIL=20261027T220000Z",
        "DUE:20260228T120000Z\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1;COUNT=6",
        "DTSTART:20260302T080000Z\nDUE:20260303T080000Z\nRRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=5",
        "DTSTART:20260302T080000Z\nDUE:20260302T090000Z\nRRULE:FREQ=DAILY;COUNT=6\nEXDATE:20260303T080000Z,20260305T080000Z",
        "DTSTART:20260302T080000Z\nDUE:20260302T090000Z\nRRULE:FREQ=HOURLY;INTERVAL=5;COUNT=9",
        "dtstart:20260302T080000Z\ndue:20260302T090000Z\nrrule:freq=daily;cou\n nt=3",
        "DTSTART:20260304T080000Z\nDUE:20260304T090000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3",
        "DTSTART:20260302T080000Z\nDUE:20260302T090000Z\nRDATE:20260305T080000Z,20260306T080000Z,20260311T080000Z",
    ])
    func `each instance is due at its own time, and the file keeps one component`(lines: String) throws {
        let (due, components) = try completed(lines)
        #expect(try due == expected(lines))
        #expect(components.allSatisfy { $0 == 1 }, "\(components)")
    }

    @Test(arguments: [
        "DTSTART:20260302T080000Z\nDUE:20260302T090000Z\nRRULE:FREQ=WEEKLY;COUNT=3\nRDATE:20260305T080000Z,20260306T080000Z",
        "DTSTART:20260302T080000Z\nDUE:20260302T090000Z\nRRULE:FREQ=WEEKLY;COUNT=3\nRDATE:20260227T080000Z",
        "DTSTART:20260302T080000Z\nDUE:20260302T090000Z\nRRULE:FREQ=WEEKLY;COUNT=3\nRRULE:FREQ=DAILY;INTERVAL=3;COUNT=4",
        "DTSTART:20260302T080000Z\nDUE:20260302T090000Z\nRRULE:FREQ=DAILY;COUNT=8\nEXRULE:FREQ=DAILY;INTERVAL=3",
    ])
    func `the instances are correct even if a new start cannot represent the remaining ones`(lines: String)
        throws
    {
        #expect(try completed(lines).due == expected(lines))
    }

    @Test(.long) func `completing an instance of an endless series leaves the rest`() throws {
        let lines = "DTSTART:20260302T080000Z\nDUE:20260302T090000Z\nRRULE:FREQ=WEEKLY;BYDAY=TU,MO"
        #expect(try completed(lines, most: 300).due == expected(lines, most: 300))
    }

    @Test
    func `overrides of later instances are kept, and an override for all following instances still applies`()
        throws
    {
        let zone = try Zone(identifier: "Europe/Berlin")
        func todo(_ more: String) -> String {
            "BEGIN:VTODO\nUID:u\nDTSTAMP:20260101T000000Z\n\(more)\nEND:VTODO\n"
        }
        let text =
            "BEGIN:VCALENDAR\nVERSION:2.0\n"
            + todo("SUMMARY:a\nDTSTART:20260302T080000Z\nDUE:20260302T090000Z\nRRULE:FREQ=DAILY;COUNT=6")
            + todo(
                "SUMMARY:b\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260303T080000Z\nDTSTART:20260303T100000Z\nDUE:20260303T110000Z"
            )
            + todo(
                "SUMMARY:c\nRECURRENCE-ID:20260306T080000Z\nDTSTART:20260306T070000Z\nDUE:20260306T080000Z"
            )
            + "END:VCALENDAR\n"
        var calendar = try #require(try CalendarFile(text: text).calendars.first)
        var seen: [String] = []
        for number in 0..<6 {
            let editor = editor(calendar, zone)
            let instance = try #require(editor.reminderInstances.last)
            var todo = Todo(instance.component)
            seen.append(
                "\(todo.due.map { $0.civil.description.dropFirst(8).prefix(5) } ?? "-") \(todo.summary ?? "-")"
            )
            todo.complete()
            let slot = try #require(instance.slot)
            let outcome = try editor.takingApart(todo.component, at: slot, as: "done \(number)")
            calendar = try #require(outcome?.calendar)
        }
        #expect(seen == ["02T09 a", "03T11 b", "04T11 b", "05T11 b", "06T08 c", "07T11 b"])
    }
}
