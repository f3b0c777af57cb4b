@testable import CalDAV
import ICalendar
import ICalendarStore
import ICalendarSync
import SystemIO

/// A store that is synchronized with one calendar on a fake server.
final class SyncClient: Sendable {
    let folder: SyncFolder
    let server: FakeServer
    let calendar: String
    let quirks: Set<ServerQuirk>

    init(_ server: FakeServer, calendar: String = "work", quirks: Set<ServerQuirk>? = nil) throws {
        self.server = server
        self.calendar = calendar
        self.quirks = quirks ?? server.state.withLock { $0.quirks }
        folder = try SyncFolder("home/work")
    }

    func round(
        files: any StoreFiles = SystemFiles(),
        _ change: (inout CalendarRound.Options) -> Void = { _ in }
    ) throws -> CalendarRound {
        var round = CalendarRound(
            LocalFolder(Array("home/work".utf8), of: folder.root, files: files),
            RemoteCalendar(try server.url(calendar), server),
            state: try folder.state(files: files).inner(Array("calendar".utf8))
        )
        round.quirks = quirks
        round.options.now = 1_000_000
        change(&round.options)
        return round
    }

    /// Lists the home, as an account does, and synchronizes the calendar.
    @discardableResult
    func sync(
        files: any StoreFiles = SystemFiles(),
        _ change: (inout CalendarRound.Options) -> Void = { _ in }
    ) async throws -> CalendarReport {
        var round = try round(files: files, change)
        round.listed = try await listed()
        var report = CalendarReport()
        try await round.run(&report)
        return report
    }

    func listed() async throws -> ServerCalendar? {
        let home = try server.homeURL
        let body = Lock<[UInt8]>([])
        let answer = try await server.send(.properties(DAVProperty.ofCalendars, of: home, .members)) {
            bytes in
            body.withLock { $0 += bytes }
        }
        let whole = DAVAnswer(answer.status, answer.fields, body: body.withLock { $0 })
        let url = try server.url(calendar)
        return MultistatusReader.responses(of: whole)?
            .compactMap { ServerCalendar($0, in: home) }.first { $0.url.href == url.href }
    }

    func write(_ name: String, _ text: String) throws { try folder.write("home/work/" + name, text) }
    func remove(_ name: String) throws { try folder.remove("home/work/" + name) }
    func text(_ name: String) -> String? { folder.text("home/work/" + name) }
    var items: [String: String] { folder.items("home/work") }

    func state() throws -> CalendarState {
        try CalendarState(try folder.state().inner(Array("calendar".utf8)))
    }
}

extension CalendarReport {
    var lines: [String] { steps.map(\.description) + problems }
}
