@testable import CalDAV
import Foundation
import ICalendar
import ICalendarStore
import ICalendarSync
import SystemIO
import TestTraits
import Testing

/// Measures rounds for a large calendar.
///
/// `ICALENDAR_ITEMS=10000` prints the results.
@Suite struct SyncSpeedTests {
    /// A server that responds with one large body, and with small bodies after that.
    final class Server: DAVTransport {
        let listing: [UInt8]
        let requests = Lock(0)

        init(_ count: Int) {
            var rows = ""
            for number in 0..<count {
                let text = ItemEdit.text(uid: "item-\(number)@example.com")
                rows +=
                    "<response><href>/u/work/item-\(number)%40example.com.ics</href><propstat><prop>"
                    + "<getetag>\"\(number)\"</getetag><c:calendar-data>\(text)</c:calendar-data></prop>"
                    + "<status>HTTP/1.1 200 OK</status></propstat></response>"
            }
            listing = Array(
                ("<multistatus xmlns=\"DAV:\" xmlns:c=\"urn:ietf:params:xml:ns:caldav\">\(rows)"
                    + "<sync-token>t</sync-token></multistatus>").utf8
            )
        }

        func send(
            _ request: DAVRequest,
            receive: @escaping @Sendable (ArraySlice<UInt8>) throws -> Void
        ) async throws(TransportFailure) -> DAVAnswer {
            requests.withLock { $0 += 1 }
            let isFirst = request.body.firstRange(of: Array("<sync-token></sync-token>".utf8)) != nil
            let small = Array("<multistatus xmlns=\"DAV:\"><sync-token>t</sync-token></multistatus>".utf8)
            var rest = (isFirst ? listing : small)[...]
            do {
                while !rest.isEmpty {
                    try receive(rest.prefix(16 << 10))
                    rest = rest.dropFirst(16 << 10)
                }
            } catch {
                throw TransportFailure(.stopped(error), request.url)
            }
            return DAVAnswer(HTTPStatus(207), HTTPFields())
        }
    }

    @Test(.long) func `a large calendar is synchronized in one request, and compared without opening a file`()
        async throws
    {
        let environment = ProcessInfo.processInfo.environment["ICALENDAR_ITEMS"]
        let count = environment.flatMap { Int($0) } ?? 300
        let server = Server(count)
        let folder = try SyncFolder("home/work")
        let state = try folder.state().inner(Array("calendar".utf8))
        for round in 1...4 {
            let files = CountingFiles()
            var work = CalendarRound(
                LocalFolder(Array("home/work".utf8), of: folder.root, files: files),
                RemoteCalendar(try ResourceURL("https://dav.example.com/u/work/"), server),
                state: state
            )
            work.options.now = 1_000_000
            server.requests.withLock { $0 = 0 }
            let start = ContinuousClock.now
            let before = clock()
            var report = CalendarReport()
            try await work.run(&report)
            let used = Double(clock() - before) / Double(CLOCKS_PER_SEC)
            if environment != nil {
                let opened = files.opened.withLock { $0 }
                print("round \(round): \(used) s CPU, \(ContinuousClock.now - start), opened \(opened)")
            }
            #expect(report.count(.addHere) == (round == 1 ? count : 0))
            #expect(server.requests.withLock { $0 } == 1)
            if round == 4 { #expect(files.opened.withLock { $0 } == 0) }
            if round < 4 { try await Task.sleep(for: .milliseconds(120)) }
        }
    }
}

/// The system's files, with a count of the files opened.
final class CountingFiles: StoreFiles {
    let opened = Lock(0)
    private let system = SystemFiles()

    func contents(of path: CalendarPath) throws(FileFailure) -> FileContents {
        opened.withLock { $0 += 1 }
        return try system.contents(of: path)
    }
    func plainContents(of path: CalendarPath, most: Int) throws(FileFailure) -> FileContents {
        try system.plainContents(of: path, most: most)
    }
    func contents(of names: [[UInt8]], in folder: CalendarPath) -> [Result<FileContents, FileFailure>] {
        opened.withLock { $0 += names.count }
        return system.contents(of: names, in: folder)
    }
    func pinned(_ pins: FolderPins) -> any StoreFiles { system.pinned(pins) }
    func stamp(of path: CalendarPath, followingLinks: Bool) throws(FileFailure) -> FileStamp? {
        try system.stamp(of: path, followingLinks: followingLinks)
    }
    func entries(of folder: CalendarPath) throws(FileFailure) -> [FolderEntry] {
        try system.entries(of: folder)
    }
    func permissions(of path: CalendarPath) -> FilePermissions { system.permissions(of: path) }
    func batch(in folder: CalendarPath) -> FileBatch? { system.batch(in: folder) }
    func create(_ path: CalendarPath, _ bytes: [UInt8], like model: FileStamp?) throws(FileFailure) {
        try system.create(path, bytes, like: model)
    }
    func create(
        _ path: CalendarPath,
        _ bytes: [UInt8],
        like model: FileStamp?,
        in batch: FileBatch
    ) throws(FileFailure) -> FileStamp? {
        try system.create(path, bytes, like: model, in: batch)
    }
    func synchronize(_ batch: FileBatch, in folder: CalendarPath) throws(FileFailure) {
        try system.synchronize(batch, in: folder)
    }
    func move(_ path: CalendarPath, toFree target: CalendarPath) throws(FileFailure) {
        try system.move(path, toFree: target)
    }
    func move(_ path: CalendarPath, replacing target: CalendarPath) throws(FileFailure) {
        try system.move(path, replacing: target)
    }
    func exchange(_ path: CalendarPath, with target: CalendarPath) throws(FileFailure) -> Bool {
        try system.exchange(path, with: target)
    }
    func remove(_ path: CalendarPath) throws(FileFailure) { try system.remove(path) }
    func synchronize(_ folder: CalendarPath, through file: CalendarPath?) throws(FileFailure) {
        try system.synchronize(folder, through: file)
    }
    func makeFolder(_ path: CalendarPath, mode: UInt32) throws(FileFailure) {
        try system.makeFolder(path, mode: mode)
    }
    func removeFolder(_ path: CalendarPath) throws(FileFailure) { try system.removeFolder(path) }
    func lock(
        _ path: CalendarPath,
        _ kind: FolderLock.Kind,
        patience: Duration
    ) throws(FileFailure) -> FolderLock {
        try system.lock(path, kind, patience: patience)
    }
}
