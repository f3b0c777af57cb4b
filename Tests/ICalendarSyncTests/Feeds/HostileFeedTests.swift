import CalDAV
import ICalendarStore
import ICalendarSync
import SystemIO
import TestTraits
import Testing

/// Tests feeds that are hostile or damaged in transit: they must not grow without limit or remove items.
@Suite struct HostileFeedTests {
    private typealias Server = FeedRoundTests.Server

    private let folder: SyncFolder
    private let url: ResourceURL

    init() throws {
        folder = try SyncFolder()
        url = try Feed.address("https://example.com/a.ics")
    }

    private func look(
        _ server: Server,
        _ change: (inout FeedRound) -> Void = { _ in }
    ) async throws -> CalendarReport {
        var round = try FeedRound("feed", at: url, in: folder.root, server)
        (round.now, round.isForced) = (1_000_000, true)
        change(&round)
        return try await round.run()
    }

    private var files: [String: String] { folder.items("feed") }

    private func event(_ uid: String, zone: String = "", title: String = "Event") -> String {
        let start = zone.isEmpty ? "DTSTART:20260301T090000Z" : "DTSTART;TZID=\(zone):20260301T090000"
        return lines("BEGIN:VEVENT", "UID:\(uid)", start, "SUMMARY:\(title) \(uid)", "END:VEVENT")
    }

    private func calendar(_ contents: String..., productID: String = "-//Feed//EN") -> String {
        lines("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:\(productID)") + contents.joined()
            + lines("END:VCALENDAR")
    }

    private func lines(_ lines: String...) -> String { lines.map { $0 + "\r\n" }.joined() }

    // MARK: - Growth

    private func zone(size: Int) -> String {
        let line = "COMMENT:" + String(repeating: "x", count: 990) + "\r\n"
        return lines("BEGIN:VTIMEZONE", "TZID:Z") + String(repeating: line, count: size / 1000)
            + lines("END:VTIMEZONE")
    }

    @Test func `each item gets the time zone that it uses`() async throws {
        let events = event("1", zone: "Z") + event("2", zone: "Z") + event("3")
        let server = Server(calendar(zone(size: 2000), events))
        #expect(try await look(server).count(.addHere) == 3)
        #expect(files.values.count { $0.contains("TZID:Z\r\n") } == 2)
        #expect(try await look(server).steps.isEmpty)
        // An item's meaning includes its time zone.
        server.set { $0.body = calendar(zone(size: 3000), event("1", zone: "Z"), event("3")) }
        #expect(try await look(server).steps.map(\.action) == [.changeHere, .removeHere])
    }

    @Test(arguments: [true, false])
    func `a feed is ignored if its items would be many times larger than the download`(isZone: Bool)
        async throws
    {
        let server = Server(calendar(event("1"), event("2")))
        _ = try await look(server)
        let before = files
        let events = (1...200).map { event("\($0)", zone: isZone ? "Z" : "") }.joined()
        server.set {
            $0.body =
                isZone
                ? calendar(zone(size: 400_000), events)
                : calendar(events, productID: String(repeating: "x", count: 400_000))
        }
        for _ in 1...2 {
            let report = try await look(server)
            #expect(report.steps.isEmpty && report.notes.isEmpty)
            #expect(report.problems.count == 1)
            #expect(report.problems.first?.hasPrefix("limit reached: 64 MiB ") == true, "\(report.problems)")
        }
        #expect(files == before)
    }

    // MARK: - Damage

    private func damaged(_ name: String) -> String {
        switch name {
        case "an event without an end": calendar(lines("BEGIN:VEVENT", "UID:9", "SUMMARY:Lost"))
        case "5,000 levels":
            calendar(lines("BEGIN:VEVENT") + String(repeating: "BEGIN:X\r\n", count: 5000))
        case "cut in an event": calendar(event("1"), String(event("2").prefix(40)) + "\r\n")
        case "cut in a BEGIN": calendar(event("1"), "BEGIN:VEV\r\n")
        case "a lost BEGIN": calendar(event("1"), String(event("2").dropFirst(13)), event("3"))
        case "a calendar without an end":
            lines("BEGIN:VCALENDAR", "VERSION:2.0") + event("1") + calendar(event("3"))
        default:
            calendar(String(repeating: "BEGIN:VEVENT\r\nUID:9\r\n", count: 2000), event("1"))
        }
    }

    @Test(arguments: [
        "an event without an end", "5,000 levels", "cut in an event", "cut in a BEGIN", "a lost BEGIN",
        "a calendar without an end", "many events without an end",
    ])
    func `a damaged feed never removes items, no matter how often it is downloaded`(damage: String)
        async throws
    {
        let good = calendar(event("1"), event("2"), event("3"))
        let server = Server(good)
        _ = try await look(server)
        let before = files
        server.set { $0.body = damaged(damage) }
        for number in 1...4 {
            let report = try await look(server) { $0.allowsEmptying = number == 4 }
            #expect(report.count(.removeHere) == 0 && report.notes.isEmpty, "\(report.notes)")
            #expect(report.problems.count == 1)
            #expect(report.problems.first?.hasPrefix("the feed is damaged (line ") == true)
            #expect(report.problems.first?.contains("not removed") == true, "\(report.problems)")
            #expect(files == before)
        }
        // Damage does not count as the first download of an emptied feed.
        server.set { $0.body = calendar() }
        #expect(try await look(server).notes.count == 1)
        #expect(files == before)
        server.set { $0.body = calendar(event("1")) }
        #expect(try await look(server).count(.removeHere) == 2)
    }

    @Test func `a damaged feed adds and changes items, and is downloaded completely the next time`()
        async throws
    {
        let server = Server(calendar(event("1"), event("2")))
        _ = try await look(server)
        server.set { $0.body = calendar(event("1", title: "New"), event("3"), lines("BEGIN:VEVENT")) }
        #expect(try await look(server).steps.map(\.action) == [.changeHere, .addHere])
        #expect(files.keys.sorted() == ["1.ics", "2.ics", "3.ics"])
        #expect(files["1.ics"]?.contains("New") == true)
        _ = try await look(server)
        #expect(server.state.withLock { $0.requests.last?.fields["If-None-Match"] } == nil)
        // If nothing would be removed, the damage is only a remark.
        server.set { $0.body = calendar(event("1"), event("2"), event("3"), lines("BEGIN:VEVENT")) }
        let report = try await look(server)
        #expect(report.problems.isEmpty && report.notes.count == 1, "\(report.problems)")
    }

    @Test(.long) func `invalid values do not count as damage, even a thousand of them`() async throws {
        let events = (1...1100).map { number in
            event("\(number)").replacing("SUMMARY", with: "GEO:here\r\nSUMMARY")
        }
        let server = Server(calendar(events.joined()))
        _ = try await look(server)
        server.set { $0.body = calendar(events.dropLast().joined()) }
        let report = try await look(server)
        #expect(report.count(.removeHere) == 1 && report.problems.isEmpty, "\(report.problems)")
    }

    // MARK: - Responses and states

    @Test func `a not-modified response is a problem if there is no local copy`() async throws {
        let server = Server("")
        server.set { $0.status = 304 }
        for _ in 1...2 {
            let report = try await look(server)
            #expect(report.problems.count == 1 && report.problems.first?.contains("304") == true)
        }
        #expect(files.isEmpty)
        server.set { ($0.status, $0.body) = (200, calendar(event("1"))) }
        #expect(try await look(server).count(.addHere) == 1)
        server.set { $0.status = 304 }
        #expect(try await look(server).isUnchanged)
    }

    @Test(arguments: ["4611686018427387904", "-4611686018427387904", "0"])
    func `a feed state with arbitrary numbers is harmless`(number: String) async throws {
        let numbers = Array(repeating: number, count: 5).joined(separator: "\t")
        let head = "H\t\(url)\t\t\t\t\(numbers)\thttps://example.com/new.ics\t\(number)\t0\t0"
        let server = Server(calendar(event("1")))
        for (status, isCut) in [(200, false), (500, false), (304, false), (410, false), (200, true)] {
            try StateFiles.account("feed", of: folder.root)
                .replace("feed", with: Array("ics-store feed 1\n\(head)\nE\n".utf8))
            server.set { ($0.status, $0.cutsAt) = (status, isCut ? 10 : nil) }
            for isForced in [false, true] {
                _ = try? await look(server) { $0.isForced = isForced }
            }
        }
        try StateFiles.account("feed", of: folder.root)
            .replace("feed", with: Array("ics-store feed 1\n\(head)\nE\n".utf8))
        server.set { ($0.status, $0.cutsAt) = (200, nil) }
        let redirecting = FeedRoundTests.Redirecting(server)
        var round = try FeedRound("feed", at: url, in: folder.root, redirecting)
        (round.now, round.isForced) = (1_000_000, true)
        _ = try? await round.run()
        #expect(redirecting.count.withLock { $0 } == 1)
    }
}
