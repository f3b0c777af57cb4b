import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests the examples in RFC 5546 section 4 about new items and about components that a store does not keep.
///
/// Also checks that every example has a test.
@Suite struct FurtherExampleTests {
    private func calendar(_ method: String, _ kind: String, _ lines: String) throws -> SchedulingMessage {
        let text =
            "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:p\nMETHOD:\(method)\nBEGIN:\(kind)\nUID:u\nDTSTAMP:19970601T000000Z\n"
            + "ORGANIZER:mailto:a@x.example\n\(lines)\nEND:\(kind)\nEND:VCALENDAR\n"
        return SchedulingMessage(try #require(try CalendarFile(text: text).calendars.first))
    }

    private func withStore(_ body: (EventStore) throws -> Void) throws {
        let opened = try OpenedStore(users: ["b@x.example"])
        try withExtendedLifetime(opened) { try body(opened.store) }
    }

    @Test func `4.1.1 and 4.2.1 a published event and a request are added`() throws {
        let times = "DTSTART:19970701T200000Z\nDTEND:19970701T203000Z\nSUMMARY:Game"
        let invited = "\(times)\nATTENDEE:mailto:b@x.example"
        for (method, lines, status) in [
            ("PUBLISH", times, nil), ("REQUEST", invited, Attendee.Status.pending),
        ] {
            try withStore { store in
                let message = try calendar(method, "VEVENT", lines)
                #expect(try store.process(message).map(\.action) == [.added])
                #expect(try store.process(message).map(\.action) == [.unchanged])
                let event = try #require(try store.event(withIdentifier: "home:u"))
                #expect(event.title == "Game" && event.participantStatus == status)
            }
        }
    }

    @Test func `4.3.1, 4.3.2, 4.6 busy times and journals are not stored as items`() throws {
        try withStore { store in
            let window = "DTSTART:19970701T080000Z\nDTEND:19970701T200000Z\n"
            for message in [
                try calendar("REQUEST", "VFREEBUSY", "\(window)ATTENDEE:mailto:b@x.example"),
                try calendar(
                    "REPLY",
                    "VFREEBUSY",
                    "\(window)ATTENDEE:mailto:b@x.example\nFREEBUSY:19970701T090000Z/PT1H"
                ),
                try calendar("PUBLISH", "VJOURNAL", "DTSTART:19970701T080000Z\nDESCRIPTION:Notes\nSUMMARY:S"),
            ] {
                #expect(try store.process(message).isEmpty)
            }
            #expect(
                try store.calendars(for: .event).count == 2 && store.event(withIdentifier: "home:u") == nil
            )
        }
    }

    @Test(arguments: ["", "RRULE:FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1\n"])
    func `4.5.1 and 4.5.7 a to-do and a recurring to-do are assigned`(rule: String) throws {
        try withStore { store in
            let message = try calendar(
                "REQUEST",
                "VTODO",
                "\(rule)DTSTART:19970701T170000Z\nDUE:19970722T170000Z\nPRIORITY:1\nSUMMARY:Requirements\n"
                    + "ATTENDEE;RSVP=TRUE:mailto:b@x.example\nSTATUS:NEEDS-ACTION"
            )
            #expect(try store.process(message).map(\.action) == [.added])
            let reminder = try #require(try store.reminder(withIdentifier: "home:u"))
            let people = ItemPeople([reminder.todo.component], users: ["b@x.example"])
            #expect(people.isInvitation && people.own?.status == .pending && reminder.priority == 1)
        }
    }

    // MARK: - Complete list

    /// All examples in RFC 5546 section 4.
    private static let examples =
        [
            "4.1": 5, "4.2": 11, "4.3": 2, "4.4": 10, "4.5": 7, "4.7": 2,
        ].flatMap { section, count in (1...count).map { "\(section).\($0)" } } + ["4.6"]

    /// Returns the example numbers in a test name, such as 4.2.5, 4.2.6 and 4.2.7 for `4.2.5 to 4.2.7`.
    private func numbers(in name: Substring) -> [String] {
        var numbers: [String] = []
        var isRange = false
        for word in name.split(whereSeparator: { $0 == " " || $0 == "," }) {
            guard word.first == "4", word.contains(".") else {
                isRange = word == "to"
                continue
            }
            let parts = word.split(separator: ".")
            if isRange, let first = numbers.last?.split(separator: ".").last.flatMap({ Int($0) }),
                let last = parts.last.flatMap({ Int($0) }), first < last
            {
                numbers += (first + 1..<last).map { (parts.dropLast() + ["\($0)"]).joined(separator: ".") }
            }
            numbers.append(String(word))
        }
        return numbers
    }

    @Test func `each example has a test named after it`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        var found: Set<String> = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path()) {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            for part in text.components(separatedBy: "func `4.").dropFirst() {
                found.formUnion(numbers(in: ("4." + part).prefix { $0 != "`" }))
            }
        }
        let missing = Self.examples.filter { !found.contains($0) }.sorted()
        #expect(missing.isEmpty && Self.examples.count == 38, "\(missing)")
    }
}
