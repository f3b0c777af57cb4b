import Foundation
import TestTraits
import Testing

#if Network
    /// Tests invitations in calendars whose server sends them.
    @Suite struct ServerInvitationTests {
        private static func connected(_ server: CalendarServer) throws -> StoreProgram {
            let store = try StoreProgram()
            store.environment["ICS_NOW"] = "2026-03-01T10:00:00Z"
            for arguments in [
                [
                    "accounts", "add", "dav", server.root, "--user", "nora", "--password-command",
                    "echo secret",
                ],
                ["refresh"],
            ] {
                let result = try store.run(arguments)
                guard result.status == 0 else { throw StoreProgram.Failure(text: result.errors) }
            }
            return store
        }

        private static func add(_ store: StoreProgram) throws -> String {
            let added = try store.run(
                [
                    "add", "--title", "Review", "--start", "2026-04-02 10:00", "--calendar", "dav/work",
                    "--yes",
                ]
            )
            return try #require(added.lines.first, "\(added.errors)")
        }

        @Test func `the server sends an invitation, its updates and its cancellation`() throws {
            let server = try CalendarServer()
            server.schedule()
            let store = try Self.connected(server)
            let id = try Self.add(store)
            let tried = try store.run("invite", id, "ann@studio.example", "--dry-run", "--yes")
            #expect(
                tried.output
                    == "the server would send METHOD:REQUEST for Review to ann@studio.example\n",
                "\(tried.errors)"
            )
            let invited = try store.run("invite", id, "ann@studio.example", "--yes")
            #expect(invited.status == 0 && invited.output.isEmpty, "\(invited.output)")
            #expect(
                invited.errors
                    == "ics-store: the server of account 'dav' will send the invitation to ann@studio.example at "
                    + "the next `ics-store refresh dav`\n"
            )
            #expect(try store.run("refresh").status == 0)
            let sent = try #require(server.item("SUMMARY:Review"))
            #expect(sent.contains("ORGANIZER:mailto:nora@studio.example"))
            let again = try store.run("invite", id, "--yes")
            #expect(again.output.isEmpty && again.errors.contains("send the invitation"), "\(again.errors)")
            #expect(try store.run("refresh").status == 0)
            #expect(server.item("SCHEDULE-FORCE-SEND=REQUEST") != nil)
            let edited = try store.run("edit", id, "--set", "title=Review 2", "--yes")
            #expect(
                edited.errors.contains("the server of account 'dav' will notify the attendees"),
                "\(edited.errors)"
            )
            let canceled = try store.run("invite", id, "--cancel", "--output", "mail.eml", "--yes")
            #expect(canceled.errors.contains("will send the cancellation to ann@studio.example"))
            #expect(!FileManager.default.fileExists(atPath: store.folder.appending(path: "mail.eml").path))
        }

        @Test func `if the server does not support scheduling, the user must send the email`() throws {
            let store = try Self.connected(try CalendarServer())
            let id = try Self.add(store)
            let invited = try store.run(
                "invite",
                id,
                "ann@studio.example",
                "--address",
                "nora@studio.example",
                "--yes"
            )
            #expect(
                invited.output.contains("To: ann@studio.example") && invited.errors.isEmpty,
                "\(invited.errors)"
            )
        }

        @Test func `an organizer unknown to the server sends emails`() throws {
            let server = try CalendarServer()
            server.schedule()
            let store = try Self.connected(server)
            let invited = try store.run(
                "invite",
                try Self.add(store),
                "ann@studio.example",
                "--address",
                "other@studio.example",
                "--yes"
            )
            #expect(invited.output.contains("From: other@studio.example"), "\(invited.errors)")
        }

        @Test func `other people's busy times and common free times are listed`() throws {
            let server = try CalendarServer()
            server.schedule(
                busyTimes: """
                    <schedule-response xmlns="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:"><response>
                    <recipient><d:href>mailto:ann@studio.example</d:href></recipient>
                    <request-status>2.0;Success</request-status><calendar-data>BEGIN:VCALENDAR
                    VERSION:2.0
                    PRODID:p
                    METHOD:REPLY
                    BEGIN:VFREEBUSY
                    UID:f
                    DTSTAMP:20260101T000000Z
                    FREEBUSY;FBTYPE=BUSY-TENTATIVE:20260402T110000Z/PT1H
                    FREEBUSY:20260402T130000Z/PT30M
                    END:VFREEBUSY
                    END:VCALENDAR
                    </calendar-data></response></schedule-response>
                    """
            )
            let store = try Self.connected(server)
            _ = try store.run(
                ["add", "--title", "Call", "--start", "2026-04-02T10:00", "--calendar", "dav/work", "--yes"]
                    + ["--time-zone", "UTC"]
            )
            let window = ["--from", "2026-04-02", "--to", "2026-04-03", "--time-zone", "UTC", "--yes"]
            let found = try store.run(["free", "--with", "ann@studio.example"] + window)
            #expect(
                found.lines == [
                    "ann@studio.example", "    2026-04-02 Thu  11:00-12:00  (tentative)",
                    "    2026-04-02 Thu  13:00-13:30", "free", "    2026-04-02 Thu  09:00-10:00",
                    "    2026-04-02 Thu  12:00-13:00", "    2026-04-02 Thu  13:30-17:00",
                ],
                "\(found.output)\(found.errors)"
            )
            #expect(found.status == 0)
            let long = try store.run(
                ["free", "--with", "ann@studio.example", "--length", "2h", "--hours", "08:30-16:00"] + window
                    + ["--format", "ndjson"]
            )
            #expect(
                long.lines.last
                    == #"{"start":"2026-04-02T13:30:00Z","end":"2026-04-02T16:00:00Z","kind":"free"}"#,
                "\(long.output)\(long.errors)"
            )
            let saturday = try store.run(
                [
                    "free", "--with", "ann@studio.example", "--from", "2026-04-04", "--to", "2026-04-05",
                    "--yes",
                ]
            )
            #expect(saturday.lines.last == "no common free times")
            let unknown = try store.run(["free", "--with", "bob@studio.example"] + window)
            #expect(unknown.status == 1 && unknown.errors.contains("bob@studio.example: busy times unknown"))
        }

        @Test(arguments: [
            ["--with", "ann"], ["--with", "a@b.example", "--hours", "17-9"],
            ["--with", "a@b.example", "--hours", "9-25"], ["--with", "a@b.example", "--length", "0m"],
            ["--with", "a@b.example", "--limit", "0"], [],
        ])
        func `invalid arguments to free are usage errors`(arguments: [String]) throws {
            let result = try StoreProgram().run(["free"] + arguments)
            #expect(result.status == 64 && !result.errors.isEmpty, "\(result.errors)")
        }

        @Test func `free reports when no server answers`() throws {
            let store = try Self.connected(try CalendarServer())
            let result = try store.run("free", "--with", "ann@studio.example", "--yes")
            #expect(
                result.status == 1
                    && result.errors.contains("no account has a server that answers for other people"),
                "\(result.errors)"
            )
        }
    }
#endif
