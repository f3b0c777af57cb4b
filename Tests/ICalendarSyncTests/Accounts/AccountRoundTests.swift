import Foundation
@testable import CalDAV
import ICalendar
import ICalendarStore
@testable import ICalendarSync
import SystemIO
import Testing

/// Tests calendars in an account that are created, renamed, colored and removed on both sides.
@Suite struct AccountRoundTests {
    private let server = FakeServer(calendars: ["work", "private"])
    private let folder: SyncFolder

    init() throws { folder = try SyncFolder() }

    private func sync(
        _ folder: SyncFolder? = nil,
        _ change: (inout CalendarRound.Options) -> Void = { _ in }
    ) async throws -> AccountReport {
        var round = try AccountRound("home", home: server.homeURL, in: (folder ?? self.folder).root, server)
        round.options.now = 1_000_000
        change(&round.options)
        round.quirks = server.state.withLock { $0.quirks }
        return try await round.run()
    }

    @Test func `an account's calendars appear as folders`() async throws {
        server.state.withLock { $0.collections["/u/work"]?.color = "#FF0000FF" }
        server.put(ItemEdit.text(uid: "a"), "a.ics")
        let report = try await sync()
        #expect(report.changes == ["here: \"private\" created", "here: \"work\" created"])
        #expect(folder.text("home/work/color") == "#FF0000\n")
        #expect(folder.text("home/work/displayname") == "work\n")
        #expect(Array(folder.items("home/work").keys) == ["a.ics"])
        #expect(try await sync().lines == [])
    }

    @Test func `a name keeps joined characters, and deceptive characters are escaped`()
        async throws
    {
        let family = "Family \u{1F468}\u{200D}\u{1F467}"
        server.state.withLock { state in
            state.collections["/u/work"]?.name = family
            state.collections["/u/private"]?.name = "a\u{202E}b"
        }
        #expect(
            try await sync().changes.sorted() == [
                "here: \"\(family)\" created", "here: \"a\\u{202E}b\" created",
            ]
        )
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/home").map {
            folder.text("home/\($0)/displayname")
        }
        #expect(Set(names) == ["\(family)\n", "a\\u{202E}b\n"])
        #expect(try await sync().lines == [])
        #expect(server.state.withLock { $0.collections["/u/private"]?.name } == "a\u{202E}b")
    }

    @Test func `a calendar that is also the outbox counts as a calendar`() async throws {
        server.state.withLock { $0.collections["/u/work"]?.isOutbox = true }
        #expect(try await sync().changes == ["here: \"private\" created", "here: \"work\" created"])
    }

    @Test func `an unchanged account needs only one request`() async throws {
        for number in 1...5 { server.put(ItemEdit.text(uid: "a\(number)"), "a\(number).ics") }
        _ = try await sync()
        try await Task.sleep(for: .milliseconds(120))
        _ = try await sync()
        _ = server.takeRequests()
        #expect(try await sync().isUnchanged)
        let requests = server.takeRequests()
        #expect(requests.map(\.description) == ["PROPFIND /u/ 207"])
        #expect(requests.reduce(0) { $0 + $1.sent + $1.received } < 4096)
    }

    @Test func `a new folder becomes a calendar on the server, whatever URL it gets`() async throws {
        for quirks in [[], Set([ServerQuirk.choosesCalendarAddress])] {
            let server = FakeServer(quirks: quirks, calendars: [])
            let folder = try SyncFolder("home/pottery")
            try folder.write("home/pottery/displayname", "Pottery & clay\n")
            try folder.write("home/pottery/a.ics", ItemEdit.text(uid: "a"))
            func sync() async throws -> AccountReport {
                try await AccountRound("home", home: server.homeURL, in: folder.root, server).run()
            }
            #expect(try await sync().changes == ["server: \"Pottery & clay\" created"])
            let made = server.state.withLock { $0.collections.values.map { ($0.name, $0.resources.count) } }
            #expect(made.map(\.0) == ["Pottery & clay"] && made.map(\.1) == [1])
            #expect(try await sync().lines == [])
        }
    }

    @Test func `a new calendar keeps its name and color even if the server chooses others`() async throws {
        _ = try await sync()
        let path = folder.path + "/home/pottery"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        try folder.write("home/pottery/color", "#00FF00\n")
        server.fail(
            3,
            .meets { state in
                state.collections["/u/pottery"]?.name = "New"
                state.collections["/u/pottery"]?.color = "#AAAAAAFF"
            }
        )
        #expect(try await sync().changes == ["server: \"pottery\" created"])
        #expect(
            try await sync().changes == [
                "server: \"New\" renamed to \"pottery\"", "server: color of \"New\" changed",
            ]
        )
        #expect(folder.text("home/pottery/color") == "#00FF00\n")
        let there = server.state.withLock { $0.collections["/u/pottery"].map { ($0.name, $0.color) } }
        #expect(there?.0 == "pottery" && there?.1 == "#00FF00FF")
        #expect(try await sync().lines == [])
    }

    @Test func `a new calendar gets a different URL if a renamed calendar already uses the one for its name`()
        async throws
    {
        _ = try await sync()
        try folder.write("home/work/displayname", "Office\n")
        _ = try await sync()
        let path = folder.path + "/home/second"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        try folder.write("home/second/displayname", "work\n")
        let report = try await sync()
        #expect(report.lines == ["server: \"work\" created"])
        #expect(
            server.state.withLock { $0.collections.mapValues(\.name) } == [
                "/u/work": "Office", "/u/work-2": "work", "/u/private": "private",
            ]
        )
        #expect(try await sync().lines == [])
    }

    @Test func `a name or color that the server rejects is not reported as changed`() async throws {
        _ = try await sync()
        server.state.withLock { state in
            state.scripted = [
                ({ $0.method == .propertyPatch }, { _ in DAVAnswer(HTTPStatus(400), HTTPFields()) })
            ]
        }
        try folder.write("home/work/color", "#00FF00\n")
        for _ in 1...2 {
            let report = try await sync()
            #expect(report.changes == [])
            #expect(
                report.problems == ["changing \"work\": the server does not understand the request (400)"]
            )
        }
        server.state.withLock { $0.scripted = [] }
        #expect(try await sync().changes == ["server: color of \"work\" changed"])
    }

    @Test func `a server without color support does not remove a color`() async throws {
        _ = try await sync()
        try folder.write("home/work/color", "#00FF00\n")
        _ = try await sync()
        server.state.withLock { $0.collections["/u/work"]?.color = nil }
        #expect(try await sync().lines == [])
        #expect(folder.text("home/work/color") == "#00FF00\n")
    }

    @Test func `names and colors are synchronized in both directions`() async throws {
        _ = try await sync()
        server.state.withLock { $0.collections["/u/work"]?.name = "Work <new>" }
        try folder.write("home/private/displayname", "Family\n")
        try folder.write("home/private/color", "#00FF00\n")
        let report = try await sync()
        #expect(
            report.changes == [
                "server: \"private\" renamed to \"Family\"", "server: color of \"private\" changed",
                "here: \"work\" renamed to \"Work <new>\"",
            ]
        )
        #expect(folder.text("home/work/displayname") == "Work <new>\n")
        let there = server.state.withLock { $0.collections["/u/private"].map { ($0.name, $0.color) } }
        #expect(there?.0 == "Family" && there?.1 == "#00FF00FF")
        #expect(try await sync().lines == [])
    }

    @Test func `a calendar is removed only after the user confirms`() async throws {
        server.put(ItemEdit.text(uid: "a"), "a.ics")
        server.put(ItemEdit.text(uid: "b"), "b.ics", in: "private")
        _ = try await sync()
        _ = server.state.withLock { $0.collections.removeValue(forKey: "/u/work") }
        try folder.remove("home/private")
        let asked = try await sync()
        #expect(
            asked.held == [
                "server: \"private\" no longer has a folder here; not removed",
                "here: \"work\" with 1 item is no longer on the server; not removed",
            ]
        )
        #expect(folder.items("home/work").count == 1)
        #expect(server.items("private").count == 1)
        let done = try await sync { $0.allowsRemovals = true }
        #expect(done.changes == ["server: \"private\" removed", "here: \"work\" with 1 item removed"])
        #expect(folder.text("home/work/displayname") == nil)
        #expect(server.state.withLock { $0.collections.isEmpty })
        #expect(try await sync().lines == [])
    }

    @Test(arguments: ["503 Service Unavailable", "403 Forbidden", "404 Not Found"])
    func `a calendar that is listed with an error still exists`(status: String) async throws {
        server.put(ItemEdit.text(uid: "a"), "a.ics")
        _ = try await sync()
        let body = """
            <multistatus xmlns="DAV:"><response><href>/u/</href><propstat><prop><resourcetype><collection/></resourcetype>\
            </prop><status>HTTP/1.1 200 OK</status></propstat></response>\
            <response><href>/u/work/</href><status>HTTP/1.1 \(status)</status></response></multistatus>
            """
        server.state.withLock { state in
            state.scripted = [
                (
                    { $0.method == .propertyFind },
                    { _ in DAVAnswer(HTTPStatus(207), HTTPFields(), body: Array(body.utf8)) }
                )
            ]
        }
        let report = try await sync { $0.allowsRemovals = true }
        #expect(report.problems == ["\"work\": the server lists it with an error; calendar skipped"])
        #expect(Array(folder.items("home/work").keys) == ["a.ics"])
        server.state.withLock { $0.scripted = [] }
        #expect(try await sync().held == [])
    }

    @Test func `a folder with other types of files is not removed without confirmation`() async throws {
        _ = try await sync()
        try folder.write("home/work/notes.txt", "mine")
        _ = server.state.withLock { $0.collections.removeValue(forKey: "/u/work") }
        #expect(
            try await sync().held == [
                "here: \"work\" with 0 items and 1 other file is no longer on the server; not removed"
            ]
        )
        #expect(folder.text("home/work/notes.txt") == "mine")
    }

    @Test func `a link in place of a folder does not remove a calendar on the server`() async throws {
        server.put(ItemEdit.text(uid: "a"), "a.ics")
        _ = try await sync()
        try FileManager.default.moveItem(
            atPath: folder.path + "/home/work",
            toPath: folder.path + "/elsewhere"
        )
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/home/work",
            withDestinationPath: folder.path + "/elsewhere"
        )
        let report = try await sync { $0.allowsRemovals = true }
        #expect(report.problems == ["\"work\": a link or file has the name of its folder; calendar skipped"])
        #expect(server.items().count == 1)
    }

    @Test(arguments: [
        String(repeating: "long ", count: 2_000) + "end", "a" + String(repeating: "\u{301}", count: 5_000),
    ])
    func `a calendar keeps a name that is too long for a file name`(name: String) async throws {
        server.state.withLock { $0.collections["/u/work"]?.name = name }
        _ = try await sync()
        #expect(try await sync().lines == [])
        #expect(server.state.withLock { $0.collections["/u/work"]?.name } == name)
    }

    @Test func `actions completed before a failure are reported`() async throws {
        server.put(ItemEdit.text(uid: "a"), "a.ics", in: "private")
        server.put(ItemEdit.text(uid: "b"), "b.ics")
        _ = try await sync()
        server.put(ItemEdit.text(uid: "a", title: "New"), "a.ics", in: "private")
        server.put(ItemEdit.text(uid: "b", title: "New"), "b.ics")
        server.fail(3, .lost)
        let report = try await sync()
        #expect(report.calendars.map(\.report.steps.count) == [1, 0])
        #expect(report.calendars.last?.failure != nil)
    }

    @Test func `calendars with the same title have separate results`() {
        var report = AccountReport()
        report.calendars = ["a", "b"].map {
            .init(state: $0, title: "Work", report: CalendarReport(), failure: nil)
        }
        report.replace(.init(state: "b", title: "Work", report: CalendarReport(), failure: .busy))
        #expect(report.calendars.map { $0.failure == nil } == [true, false])
    }

    @Test func `a calendar keeps its identity if its folder is renamed or its URL changes`() async throws {
        server.put(ItemEdit.text(uid: "a"), "a.ics")
        _ = try await sync()
        try folder.rename("home/work", to: "home/office")
        server.state.withLock { state in
            state.collections["/u/elsewhere"] = state.collections.removeValue(forKey: "/u/work")
        }
        let report = try await sync()
        #expect(report.changes == [] && report.held == [])
        #expect(Array(folder.items("home/office").keys) == ["a.ics"])
        #expect(Array(server.items("elsewhere").keys) == ["a.ics"])
        #expect(try await sync().lines == [])
    }

    @Test func `an item moves between calendars even if only one may contain its UID`() async throws {
        for quirks in [[], Set([ServerQuirk.refusesUIDInOtherCalendar])] {
            let server = FakeServer(quirks: quirks, calendars: ["private", "work"])
            let folder = try SyncFolder()
            func sync() async throws -> AccountReport {
                try await AccountRound("home", home: server.homeURL, in: folder.root, server).run()
            }
            server.put(ItemEdit.text(uid: "a"), "a.ics")
            _ = try await sync()
            try folder.rename("home/work/a.ics", to: "home/private/a.ics")
            _ = try await sync()
            #expect(Array(server.items("private").keys) == ["a.ics"])
            #expect(server.items("work").isEmpty)
            #expect(try await sync().lines == [])
        }
    }

    @Test func `settings are saved without a password, and conflicts are resolved by name`() async throws {
        let accounts = SyncAccounts(folder.root)
        var settings = AccountSettings("home", at: FakeServer.origin + FakeServer.home)
        settings.user = "nora"
        settings.password = .command("pass show dav")
        try accounts.save(settings)
        #expect(try accounts.all() == [settings])
        server.put(ItemEdit.text(uid: "a"), "a.ics")
        _ = try await accounts.refresh(settings, over: server)
        server.put(try #require(ItemEdit.title("Theirs").applied(to: ItemEdit.text(uid: "a"))), "a.ics")
        try folder.write(
            "home/work/a.ics",
            try #require(ItemEdit.title("Ours").applied(to: ItemEdit.text(uid: "a")))
        )
        #expect(try await accounts.refresh(settings, over: server).openConflicts == 1)
        let conflict = try #require(try accounts.conflicts(of: "home").first)
        #expect(
            conflict.description
                == "work: \"Ours\" (2026-03-02): Here: title changed to Ours. On the server: title changed to Theirs."
        )
        try accounts.decide(conflict, .ours)
        #expect(try await accounts.refresh(settings, over: server).openConflicts == 0)
        #expect(server.items()["a.ics"]?.contains("SUMMARY:Ours") == true)
        #expect(try accounts.conflicts(of: "home").isEmpty)
        try accounts.remove("home")
        #expect(try accounts.all().isEmpty)
        #expect(Array(folder.items("home/work").keys) == ["a.ics"])
    }

    @Test func `an empty or broken list of calendars removes nothing`() async throws {
        _ = try await sync()
        for body in ["<multistatus xmlns=\"DAV:\"/>", "<html><body>Log in</body></html>"] {
            server.state.withLock { state in
                state.scripted = [
                    (
                        { $0.method == .propertyFind },
                        { _ in DAVAnswer(HTTPStatus(207), HTTPFields(), body: Array(body.utf8)) }
                    )
                ]
            }
            await #expect(throws: SyncFailure.self) { _ = try await sync { $0.allowsRemovals = true } }
        }
        #expect(folder.text("home/work/displayname") == "work\n")
    }
}

/// Tests account discovery and the description of a server's capabilities.
@Suite struct AccountCheckTests {
    @Test func `a check describes a server in plain English`() async throws {
        for quirks in [[], Set([ServerQuirk.acceptsUnknownTokens]), [.lacksTokens]] {
            let server = FakeServer(quirks: quirks, calendars: ["work"])
            server.state.withLock { $0.collections["/u/work"]?.isReadOnly = true }
            let check = try await AccountCheck(at: server.homeURL, over: server)
            #expect(check.account.calendars.map(\.name) == ["work"])
            #expect(check.lines.contains("calendar \"work\": events, reminders, read-only"))
            #expect(check.acceptsUnknownTokens == quirks.contains(.acceptsUnknownTokens))
            let changes = check.lines.first { $0.hasPrefix("changes") }
            let isCompared = quirks.contains(.lacksTokens)
            #expect(
                changes
                    == (isCompared
                        ? "changes: the server reports that a calendar changed (CTag); its items are then compared"
                        : "changes: the server reports what changed since the last refresh (sync tokens)")
            )
            #expect(!server.takeRequests().contains { ![.propertyFind, .report].contains($0.method) })
        }
    }

    @Test func `a web page is not recognized as a calendar server`() async throws {
        let server = FakeServer(calendars: [])
        server.state.withLock { state in
            state.scripted = [
                (
                    { _ in true },
                    { _ in DAVAnswer(HTTPStatus(200), HTTPFields(), body: Array("<html></html>".utf8)) }
                )
            ]
        }
        await #expect(throws: SyncFailure.self) {
            _ = try await AccountCheck(at: server.homeURL, over: server)
        }
    }
}
