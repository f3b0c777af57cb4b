@testable import CalDAV
import ICalendar
import ICalendarStore
@testable import ICalendarSync
import SystemIO
import Testing

/// Tests `Schedule-Tag`, which lets an attendee write an event after other attendees have replied (RFC 6638
/// section 3.2.10).
@Suite struct ScheduleTagTests {
    private let server: FakeServer
    private let client: SyncClient

    init() throws {
        server = FakeServer()
        server.schedule(for: "ann@example.com")
        client = try SyncClient(server)
    }

    private func sync(as user: String = "ann@example.com", quirks: Set<ServerQuirk> = []) async throws
        -> CalendarReport
    {
        var round = try client.round()
        round.listed = try await client.listed()
        round.users = Attendee.keys(ofEmails: [user])
        round.quirks = quirks
        var report = CalendarReport()
        try await round.run(&report)
        return report
    }

    private static let invitation = ItemEdit.text(uid: "1", extra: ["ORGANIZER:mailto:org@example.com"])
    private static let pending = "PARTSTAT=NEEDS-ACTION:mailto:"

    private func accept() throws {
        let text = try #require(client.text("1.ics"))
        try client.write(
            "1.ics",
            text.replacing(Self.pending + "ann", with: "PARTSTAT=ACCEPTED:mailto:ann")
        )
    }

    /// Returns the conditions of all write requests made by a closure.
    private func conditions(_ body: () async throws -> Void) async throws -> [String] {
        let seen = Lock<[String]>([])
        server.state.withLock { state in
            state.scripted = [
                (
                    { request in
                        if request.method == .put {
                            for name in ["If-Match", "If-None-Match", "If-Schedule-Tag-Match"] {
                                if let value = request.fields[name] {
                                    seen.withLock { $0.append("\(name): \(value)") }
                                }
                            }
                        }
                        return false
                    }, { _ in DAVAnswer(HTTPStatus(500), HTTPFields()) }
                )
            ]
        }
        try await body()
        server.state.withLock { $0.scripted = [] }
        return seen.withLock { $0 }
    }

    @Test func `another person's reply does not cause a second write`() async throws {
        server.put(Self.invitation, "1.ics")
        _ = try await sync()
        try accept()
        // Bob replies between the listing and the write.
        server.state.withLock { state in
            state.count = 0
            state.faults[2] = .meets { state in
                let path = FakeServer.home + "work"
                guard let resource = state.collections[path]?.resources["1.ics"] else { return }
                let text = String(decoding: resource.body, as: UTF8.self)
                    .replacing(Self.pending + "bob", with: "PARTSTAT=DECLINED:mailto:bob")
                state.store(Array(text.utf8), path, "1.ics")
                state.collections[path]?.resources["1.ics"]?.scheduleTag = resource.scheduleTag
            }
        }
        let found = try await conditions { _ = try await sync() }
        #expect(found.count == 1 && found[0].hasPrefix("If-Schedule-Tag-Match: \"schedule-"), "\(found)")
        for text in [client.text("1.ics"), server.items()["1.ics"]] {
            #expect(text?.contains("PARTSTAT=ACCEPTED:mailto:ann") == true, "\(text ?? "")")
            #expect(text?.contains("PARTSTAT=DECLINED:mailto:bob") == true, "\(text ?? "")")
        }
        #expect(try await sync().lines == [])
    }

    @Test func `the tag is stored on disk and updated`() async throws {
        server.put(Self.invitation, "1.ics")
        _ = try await sync()
        let first = try #require(try client.state().items.first)
        #expect(first.scheduleTag?.value.hasPrefix("schedule-") == true)
        #expect(KnownItem(first.line[...]) == first)
        server.reply("1.ics", Self.pending + "bob", "PARTSTAT=ACCEPTED:mailto:bob")
        _ = try await sync()
        let second = try #require(try client.state().items.first)
        #expect(second.scheduleTag == first.scheduleTag && second.tag != first.tag)
        server.put(Self.invitation.replacing("Room 1", with: "Room 2"), "1.ics")
        _ = try await sync()
        #expect(try client.state().items.first?.scheduleTag != first.scheduleTag)
    }

    @Test func `a change by the organizer is merged, not overwritten`() async throws {
        server.put(Self.invitation, "1.ics")
        _ = try await sync()
        try accept()
        server.state.withLock { state in
            state.count = 0
            state.faults[2] = .meets { state in
                let text = Self.invitation.replacing("Room 1", with: "Room 2")
                state.store(Array(text.utf8), FakeServer.home + "work", "1.ics")
            }
        }
        let found = try await conditions { _ = try await sync() }
        #expect(found.count == 2, "\(found)")
        let text = try #require(server.items()["1.ics"])
        #expect(text.contains("Room 2") && text.contains("PARTSTAT=ACCEPTED:mailto:ann"))
    }

    @Test func `organizers, other items and servers with unreliable tags use the version`() async throws {
        func condition(_ extra: [String], as user: String, quirks: Set<ServerQuirk> = []) async throws
            -> [String]
        {
            let test = try ScheduleTagTests()
            test.server.put(ItemEdit.text(uid: "1", extra: extra), "1.ics")
            _ = try await test.sync(as: user)
            let text = try #require(test.client.text("1.ics"))
            try test.client.write("1.ics", text.replacing("Room 1", with: "Room 3"))
            return try await test.conditions { _ = try await test.sync(as: user, quirks: quirks) }
        }
        let organizer = ["ORGANIZER:mailto:org@example.com"]
        for (extra, user, quirks) in [
            (organizer, "org@example.com", Set<ServerQuirk>()), ([], "ann@example.com", []),
            (organizer, "zoe@example.com", []), (organizer, "ann@example.com", [.repeatsScheduleTags]),
        ] {
            let found = try await condition(extra, as: user, quirks: quirks)
            #expect(found.count == 1 && found[0].hasPrefix("If-Match: \"tag-"), "\(user): \(found)")
        }
    }
}
