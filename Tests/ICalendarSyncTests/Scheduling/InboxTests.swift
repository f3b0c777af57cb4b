@testable import CalDAV
import ICalendar
import ICalendarStore
@testable import ICalendarSync
import SystemIO
import Testing

/// Tests reading the scheduling inbox on an account's server.
@Suite struct InboxTests {
    private let server = FakeServer()
    private let folder: SyncFolder
    private let accounts: SyncAccounts
    private let settings: AccountSettings

    init() throws {
        folder = try SyncFolder()
        accounts = SyncAccounts(folder.root)
        settings = AccountSettings("home", at: "\(FakeServer.origin)\(FakeServer.home)")
        try accounts.save(settings)
        server.schedule(for: "org@example.com")
    }

    private func refresh(
        at now: Int = 1_000_000,
        _ change: (inout SyncAccounts.RefreshOptions) -> Void = { _ in }
    ) async throws -> [String] {
        var options = SyncAccounts.RefreshOptions()
        options.now = now
        change(&options)
        return try await accounts.refresh(settings, over: server, options: options).lines
    }

    private var inbox: [String] { server.items("inbox").keys.sorted() }
    private func stored(_ name: String = "1.ics") -> String { folder.text("home/work/\(name)") ?? "" }

    private static let meeting = ItemEdit.text(uid: "1", extra: ["ORGANIZER:mailto:org@example.com"])

    private static func message(_ method: String, uid: String = "1", _ lines: String...) -> String {
        ([
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", "METHOD:\(method)", "BEGIN:VEVENT",
            "UID:\(uid)", "DTSTAMP:20260102T000000Z", "SUMMARY:Stand-up", "SEQUENCE:1",
            "ORGANIZER:mailto:org@example.com",
        ] + lines + ["END:VEVENT", "END:VCALENDAR", ""]).joined(separator: "\r\n")
    }

    private static func reply(_ status: String) -> String {
        message("REPLY", "ATTENDEE;PARTSTAT=\(status):mailto:ann@example.com")
    }

    @Test func `the server's capabilities are requested once a week`() async throws {
        _ = try await refresh()
        let scheduling = try #require(accounts.scheduling(of: "home"))
        #expect(scheduling.isAutomatic && scheduling.addresses == ["org@example.com"])
        #expect(scheduling.inbox?.description == "https://dav.example.com/u/inbox/")
        #expect(scheduling.outbox?.description == "https://dav.example.com/u/outbox/")
        #expect(try accounts.settings(of: "home")?.userAddresses == ["mailto:org@example.com"])
        func isAsked(at now: Int) async throws -> Bool {
            _ = server.takeRequests()
            _ = try await refresh(at: now)
            return server.takeRequests().contains { $0.method == .options }
        }
        #expect(try await !isAsked(at: 1_000_000 + 6 * 86_400))
        #expect(try await isAsked(at: 1_000_000 + 8 * 86_400))
    }

    @Test func `a server without automatic scheduling has no inbox to read`() async throws {
        server.state.withLock { $0.schedulesFor = nil }
        server.put(Self.meeting, "1.ics")
        server.deliver(Self.reply("ACCEPTED"), "m.ics")
        #expect(
            try await refresh() == ["here: \"work\" created", "work: here: add \"Stand-up\" (2026-03-02)"]
        )
        #expect(inbox == ["m.ics"])
    }

    @Test func `a message that the server has already applied is removed and changes nothing`() async throws {
        let applied = Self.meeting.replacing(
            "PARTSTAT=NEEDS-ACTION:mailto:ann",
            with: "PARTSTAT=ACCEPTED;X-SEQUENCE=1:mailto:ann"
        )
        server.put(applied, "1.ics")
        _ = try await refresh()
        server.deliver(Self.reply("ACCEPTED"), "m.ics")
        #expect(try await refresh() == [])
        #expect(inbox == [] && server.items()["1.ics"] == applied && stored() == applied)
    }

    @Test func `a message that the server has not applied is processed, sent and removed`() async throws {
        server.put(Self.meeting, "1.ics")
        _ = try await refresh()
        server.deliver(Self.reply("DECLINED"), "m.ics")
        let lines = try await refresh()
        #expect(
            lines == [
                "inbox: \"Stand-up\": recorded the reply: ann@example.com declined",
                "work: server: change \"Stand-up\" (2026-03-02)",
            ]
        )
        #expect(inbox == [] && stored().contains("PARTSTAT=DECLINED"))
        #expect(server.items()["1.ics"]?.contains("PARTSTAT=DECLINED") == true)
        #expect(try await refresh() == [])
    }

    @Test func `an invitation that the server has not stored is added`() async throws {
        server.state.withLock { $0.schedulesFor = "ann@example.com" }
        _ = try await refresh()
        server.deliver(Self.meeting.replacing("VERSION:2.0", with: "VERSION:2.0\r\nMETHOD:REQUEST"), "m.ics")
        _ = try await refresh()
        #expect(inbox == [] && server.items().values.first?.contains("UID:1") == true)
        #expect(server.items().values.first?.contains("METHOD") == false)
    }

    @Test func `a message that cannot be applied is kept on the server and reported once`() async throws {
        server.put(Self.meeting, "1.ics")
        _ = try await refresh()
        server.deliver(
            Self.message(
                "COUNTER",
                "DTSTART:20260302T120000Z",
                "DTEND:20260302T130000Z",
                "ATTENDEE:mailto:ann@example.com"
            ),
            "a.ics"
        )
        server.deliver(Self.message("CANCEL", uid: "unknown"), "b.ics")
        server.deliver("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n", "c.ics")
        server.deliver("no calendar", "d.ics")
        server.deliver(Self.message("REPLY", "ATTENDEE;PARTSTAT=ACCEPTED:mailto:eve@example.com"), "e.ics")
        let lines = try await refresh()
        #expect(lines.count == 5, "\(lines)")
        #expect(lines.contains { $0.contains("ann@example.com proposes 2026-03-02 12:00Z") }, "\(lines)")
        #expect(lines.contains { $0.contains("eve@example.com is not an attendee") }, "\(lines)")
        #expect(inbox == ["a.ics", "b.ics", "c.ics", "d.ics", "e.ics"] && stored() == Self.meeting)
        #expect(try await refresh() == [])
        // A changed message is read again. A complete comparison reads all messages again.
        server.deliver(Self.message("CANCEL", uid: "still unknown"), "b.ics")
        #expect(try await refresh().count == 1)
        #expect(try await refresh { $0.isFull = true }.count == 5)
        #expect(inbox.count == 5)
    }

    @Test func `a message is removed only after its change is on disk`() async throws {
        server.put(Self.meeting, "1.ics")
        _ = try await refresh()
        server.deliver(Self.reply("DECLINED"), "m.ics")
        // The server refuses to remove the message, so the message remains and its change is applied once.
        server.state.withLock { state in
            state.scripted = [
                ({ $0.method == .delete }, { _ in DAVAnswer(HTTPStatus(403), HTTPFields()) })
            ]
        }
        let lines = try await refresh()
        #expect(lines.contains { $0.hasPrefix("inbox: cannot remove a message") }, "\(lines)")
        #expect(inbox == ["m.ics"] && stored().contains("PARTSTAT=DECLINED"))
        server.state.withLock { $0.scripted = [] }
        #expect(try await refresh { $0.isFull = true } == [])
        #expect(inbox == [])
    }

    @Test func `a message that changes while it is being read is not removed`() async throws {
        server.put(Self.meeting, "1.ics")
        _ = try await refresh()
        server.deliver(Self.reply("DECLINED"), "m.ics")
        server.state.withLock { state in
            state.scripted = [
                ({ $0.method == .delete }, { _ in DAVAnswer(HTTPStatus(412), HTTPFields()) })
            ]
        }
        _ = try await refresh()
        #expect(inbox == ["m.ics"])
    }

    @Test func `a dry run reads and removes nothing`() async throws {
        server.put(Self.meeting, "1.ics")
        _ = try await refresh()
        server.deliver(Self.reply("DECLINED"), "m.ics")
        #expect(try await refresh { $0.isDryRun = true } == [])
        #expect(inbox == ["m.ics"] && stored() == Self.meeting)
    }

    @Test func `a refresh reads a limited number of messages`() async throws {
        server.put(Self.meeting, "1.ics")
        _ = try await refresh()
        for number in 0..<620 { server.deliver(Self.message("CANCEL", uid: "u\(number)"), "\(number).ics") }
        let first = try await refresh()
        #expect(first.contains("inbox: 120 more messages; refresh again to read them"), "\(first.suffix(2))")
        #expect(try await refresh().count == 120)
        #expect(try await refresh() == [] && inbox.count == 620)
    }

    @Test func `an inbox is read only if its token has changed`() async throws {
        func reads() async throws -> Int {
            _ = server.takeRequests()
            _ = try await refresh()
            return server.takeRequests().count { $0.path.contains("/inbox") }
        }
        server.put(Self.meeting, "1.ics")
        _ = try await refresh()
        #expect(try await reads() == 0)
        server.deliver(Self.reply("DECLINED"), "m.ics")
        #expect(try await reads() == 3)
        // Removing the message changed the token again.
        #expect(try await reads() == 1)
        #expect(try await reads() == 0)
        // Removing a message is tried again even if the token is unchanged.
        server.deliver(Self.reply("TENTATIVE"), "n.ics")
        server.state.withLock { state in
            state.scripted = [
                ({ $0.method == .delete }, { _ in DAVAnswer(HTTPStatus(412), HTTPFields()) })
            ]
        }
        #expect(try await reads() == 3)
        #expect(try await reads() == 3)
        server.state.withLock { $0.scripted = [] }
        #expect(try await reads() == 3 && inbox == [])
        // A server without tokens is queried every time.
        server.state.withLock { _ = $0.quirks.insert(.lacksTokens) }
        #expect(try await reads() == 1)
        #expect(try await reads() == 1)
    }

    @Test(arguments: [
        DAVAnswer(HTTPStatus(503), HTTPFields()), DAVAnswer(HTTPStatus(404), HTTPFields()),
        DAVAnswer(HTTPStatus(207), HTTPFields(), body: Array("<multistatus xmlns='DAV:'>".utf8)),
        DAVAnswer(HTTPStatus(200), HTTPFields(), body: Array("<!DOCTYPE html>".utf8)),
    ])
    func `an inbox that cannot be read is reported as a problem and does not end the refresh`(
        answer: DAVAnswer
    ) async throws {
        server.put(Self.meeting, "1.ics")
        _ = try await refresh()
        server.put(ItemEdit.text(uid: "2", title: "New"), "2.ics")
        server.deliver(Self.reply("DECLINED"), "m.ics")
        server.state.withLock { state in
            state.scripted = [({ $0.url.href.description.contains("/inbox") }, { _ in answer })]
        }
        let lines = try await refresh()
        #expect(lines.contains("work: here: add \"New\" (2026-03-02)"), "\(lines)")
        #expect(lines.contains { $0.hasPrefix("inbox: ") }, "\(lines)")
    }

    @Test func `an inbox that does not exist on the server is reported once`() async throws {
        _ = try await refresh()
        server.state.withLock { _ = $0.collections.removeValue(forKey: "/u/inbox") }
        #expect(try await refresh() == ["inbox: the calendar no longer exists on the server"])
        #expect(try await refresh() == [])
        server.schedule(for: "org@example.com")
        server.put(Self.meeting, "1.ics")
        server.deliver(Self.reply("DECLINED"), "m.ics")
        _ = try await refresh { $0.isFull = true }
        #expect(inbox == [])
    }

    @Test func `an inbox on a foreign server is never read`() {
        var scheduling = ServerScheduling()
        var properties = ResourceProperties()
        properties.hrefs[.scheduleInbox] = [Array("https://evil.example/inbox/".utf8)]
        properties.hrefs[.scheduleOutbox] = [Array("//evil.example/outbox/".utf8)]
        properties.hrefs[.userAddresses] = [
            "/principals/nora/", "mailto:", "mailto:a\nb@x.example", " MAILTO:nora@x.example ",
        ].map { Array($0.utf8) }
        let principal = try? ResourceURL("https://dav.example.com/principals/nora/")
        principal.map { scheduling.take(properties, of: $0) }
        #expect(principal != nil && scheduling.inbox == nil && scheduling.outbox == nil)
        #expect(scheduling.addresses == ["nora@x.example"])
    }
}
