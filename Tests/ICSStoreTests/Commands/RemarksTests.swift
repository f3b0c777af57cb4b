import Foundation
import ICalendar
import TestTraits
import Testing

@testable import ICalendarStore

/// Tests that every reading command reports unusable contents in a store.
@Suite struct RemarksTests {
    /// Files with errors, and the messages about them.
    private static let broken: [(name: String, text: String, remark: String)] = [
        ("cut", String(calendarText(eventText("cut", "0330")).dropLast(40)), " error: "),
        ("empty", "", " error: the input is empty; file skipped"),
        ("garbage", "nothing of the kind", " error: not a calendar: "),
        ("rule", calendarText(eventText("rule", "0330", "RRULE:FREQ=OFTEN")), ":10: error: "),
        (
            "start", calendarText("BEGIN:VEVENT\nUID:start\nDTSTAMP:20260101T000000Z\nEND:VEVENT"),
            ":4: error: event with UID \"start\" skipped: no DTSTART"
        ),
        (
            "twin",
            calendarText(eventText("good", "0331").replacingOccurrences(of: "Event", with: "Twin of")),
            " warning: the UID \"good\" is also used in good.ics; "
        ),
        (
            "zone",
            calendarText(
                "BEGIN:VEVENT\nUID:zone\nDTSTAMP:20260101T000000Z\nDTSTART;TZID=Nowhere:20260330T080000\nEND:VEVENT"
            ),
            ":7: warning: unknown time zone \"Nowhere\"; times read as floating"
        ),
    ]

    private static func store() throws -> StoreProgram {
        let store = try StoreProgram()
        try store.write(calendarText(eventText("good", "0330")), to: "calendars/home/good.ics")
        for (name, text, _) in broken { try store.write(text, to: "calendars/home/\(name).ics") }
        return store
    }

    private static let readers: [[String]] = [
        ["events", "--from", "2026-03-01", "--to", "2026-04-30"],
        ["events", "--calendar", "home", "--count"],
        ["calendars"], ["show", "home:good"], ["show", "--match", "event good"],
        ["export", "--calendar", "home"],
    ]

    @Test(arguments: readers)
    func `every reading command reports unusable contents with file and line`(_ arguments: [String]) throws {
        let store = try Self.store()
        let result = try store.run(arguments)
        let lines = result.errors.split(separator: "\n").map(String.init)
        for (name, _, remark) in Self.broken {
            let path = "\(store.calendars.path())/home/\(name).ics:".replacingOccurrences(of: "//", with: "/")
            let own = lines.filter { $0.hasPrefix(path) }
            #expect(own.count == 1, "\(name): \(result.errors)")
            #expect(own.first?.dropFirst(path.count - 1).contains(remark) == true, "\(own)")
        }
        #expect(result.output.isEmpty == false)
    }

    @Test(arguments: [
        ["calendars"], ["add", "--title", "New", "--start", "2026-03-30", "--calendar", "home"],
    ])
    func `recovering an interrupted commit is reported once, by the command that completes it`(
        _ arguments: [String]
    ) throws {
        let store = try StoreProgram()
        let root = try SystemFiles().stamp(of: CalendarPath(store.calendars.path()), followingLinks: true)
        let place = try #require(FilePlace(folder: "home", name: "lost.ics"))
        let entry = JournalEntry(
            place: place,
            temporary: TemporaryName.make(),
            content: FileDigest(of: [1]),
            expected: nil,
            base: nil
        )
        let journal = Journal(root: try #require(root).inode, entries: [entry])
        let control = store.calendars.appending(path: ".ics-store/user-\(SystemFiles.user)")
        try FileManager.default.createDirectory(at: control, withIntermediateDirectories: true)
        try Data(journal.bytes).write(to: control.appending(path: "journal-0123456789abcdef"))
        let result = try store.run(arguments)
        let told = "warning: home/lost.ics: recovery: the new contents are missing"
        #expect(
            result.status == 0 && result.errors.components(separatedBy: told).count == 2,
            "\(result.errors)"
        )
        #expect(try store.run(arguments).errors == "")
    }

    @Test func `watch reports problems in the files first`() throws {
        let store = try Self.store()
        let run = try store.start(["watch", "--yes"])
        while run.written.isEmpty, run.process.isRunning { Thread.sleep(forTimeInterval: 0.02) }
        run.process.terminate()
        #expect(try run.wait().errors.contains("garbage.ics: error: "))
    }

    @Test func `correct files and other calendars produce no messages`() throws {
        let store = try Self.store()
        try store.write(calendarText(eventText("good", "0330")), to: "calendars/work/good.ics")
        for arguments in [["events", "--calendar", "work"], ["show", "work:good"]] {
            #expect(try store.run(arguments + ["--dry-run"]).errors.contains(".ics") == false, "\(arguments)")
        }
    }

    @Test func `problems in reminders are reported only when reminders are listed`() throws {
        let store = try StoreProgram()
        let todo =
            "BEGIN:VTODO\nUID:1\nDTSTAMP:20260101T000000Z\nDUE;TZID=Nowhere:20260330T080000\nSUMMARY:Water\n"
        try store.write(calendarText(todo + "END:VTODO"), to: "calendars/home/1.ics")
        try store.write(calendarText(todo + "RRULE:FREQ=OFTEN\nEND:VTODO"), to: "calendars/home/2.ics")
        let errors = try store.run("reminders").errors
        #expect(errors.contains("/1.ics:7: warning: unknown time zone \"Nowhere\""), "\(errors)")
        #expect(errors.contains("/2.ics:9: error: ") || errors.contains("/2.ics:9: warning: "), "\(errors)")
        #expect(errors.contains("the UID \"1\" is also used in 1.ics"), "\(errors)")
        #expect(try store.run("events").errors.contains(".ics") == false)
    }

    @Test func `unreadable files and folders are reported`() throws {
        let store = try StoreProgram()
        let program = StoreProgram.productsFolder.appending(path: "ics-store").path()
        for name in ["home/closed.ics", "home/open.ics", "locked/1.ics", "single.ics"] {
            let file = store.calendars.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try store.write(calendarText(eventText("1", "0330")), to: "calendars/\(name)")
        }
        // Root ignores file permissions.
        let script = """
            cp '\(program)' ics-store
            chmod 0 calendars/home/closed.ics calendars/locked calendars/single.ics
            chmod 0755 .
            as=
            if [ "$(id -u)" = 0 ]; then
                chown -R 65534:65534 .; as="setpriv --reuid=65534 --regid=65534 --clear-groups"
            fi
            $as ./ics-store events --from 2026-03-30 --to +1d --yes
            echo $?
            $as ./ics-store events --calendar locked --yes
            chmod 0755 calendars/locked
            """
        let result = try store.start(["-uc", script], program: "/bin/bash").wait()
        let refusal = "Permission denied;"
        for line in [
            "/home/closed.ics: error: cannot be read: \(refusal) file skipped",
            "/locked: error: cannot be read: \(refusal) calendar skipped",
            "/single.ics: error: cannot be read: \(refusal) calendar skipped",
        ] {
            #expect(result.errors.contains(line), "\(result.errors)")
        }
        // The output does not contain everything that was requested.
        #expect(result.lines.last == "1", "\(result.output)")
        #expect(
            result.errors.contains(
                "locked: the operating system does not permit this program to read the calendar"
            ),
            "\(result.errors)"
        )
    }

    @Test(.long) func `too many messages are shortened and counted`() throws {
        let store = try StoreProgram()
        for number in 0..<1100 { try store.write("junk", to: "calendars/home/\(number).ics") }
        let lines = try store.run("calendars").errors.split(separator: "\n")
        #expect(lines.count == 1001)
        #expect(
            lines.last
                == "ics-store: warning: limit reached: 1000 diagnostics (ReadingLimits.diagnostics); 100 more not listed"
        )
    }
}
