import Foundation
import ICalendar
import ICalendarStore
import Testing

@testable import store_process

#if canImport(Glibc)
    import Glibc
#endif

/// How changes by anybody are told.
@Suite(.serialized) struct FolderWatchTests {
    /// The next change, or nil when none comes in time.
    private static func next(_ watch: FolderWatch, within seconds: Double = 2) async -> FolderChange? {
        await withTaskGroup(of: FolderChange??.self) { group in
            group.addTask {
                var iterator = watch.makeAsyncIterator()
                return .some(await iterator.next())
            }
            group.addTask {
                try? await Task.sleep(for: .seconds(seconds))
                return .none
            }
            let first = await group.next() ?? .none
            if first == nil { watch.cancel() }
            group.cancelAll()
            return first ?? nil
        }
    }

    /// What is told of something that is done.
    private static func told(
        _ store: StoreFolder,
        _ method: FolderWatch.Method,
        _ body: () throws -> Void
    ) async throws -> FolderChange? {
        let watch = try FolderWatch(store.root.folder, method: method)
        if watch.isPolling { _ = await next(watch) }
        try body()
        return await next(watch)
    }

    private static let changes: [(String, @Sendable (StoreFolder) throws -> Void, Set<String>)] = [
        ("a file renamed into place", { try $0.write("a/new.ics", "new") }, ["a"]),
        ("a file written in place", { try $0.writeInPlace("a/x.ics", "other") }, ["a"]),
        ("a new file written in place", { try $0.writeInPlace("b/x.ics", "other") }, ["b"]),
        ("a file removed", { try FileManager.default.removeItem(atPath: $0.path + "/a/x.ics") }, ["a"]),
        ("a colour", { try $0.writeInPlace("b/color", "#ff0000") }, ["b"]),
        ("the permissions of a file", { try $0.setMode("a/x.ics", 0o600) }, ["a"]),
        (
            "a file that moves",
            { try FileManager.default.moveItem(atPath: $0.path + "/a/x.ics", toPath: $0.path + "/b/x.ics") },
            ["a", "b"]
        ),
        (
            "a second name of a file",
            { try FileManager.default.linkItem(atPath: $0.path + "/a/x.ics", toPath: $0.path + "/b/y.ics") },
            ["b"]
        ),
        (
            "a new calendar with an item in it",
            {
                try $0.make(folder: "c")
                try $0.write("c/x.ics", "x")
            }, ["", "c"]
        ),
        ("a calendar removed", { try FileManager.default.removeItem(atPath: $0.path + "/b") }, ["", "b"]),
        ("a file of the store's own folder", { try $0.write("z.ics", "x") }, [""]),
        ("a calendar of an account", { try $0.write("account/inner/x.ics", "x") }, ["account/inner"]),
        (
            "a commit",
            { store in
                let place = try FilePlace("a/x.ics")
                let change = FileChange.put([1], at: place, over: try store.base(place))
                _ = try Commit(to: store.root, merging: LineMerge()).run([change])
            }, ["a"]
        ),
    ]

    @Test(arguments: [FolderWatch.Method.automatic, .polling], 0..<changes.count)
    func `a change is told with its folder`(method: FolderWatch.Method, index: Int) async throws {
        let (name, body, folders) = Self.changes[index]
        let store = try StoreFolder("a", "b", "account/inner")
        try store.write("a/x.ics", "x")
        let told = try #require(try await Self.told(store, method) { try body(store) }, "\(name)")
        let found = Set(told.folders.map { String(decoding: $0, as: UTF8.self) })
        if method == .polling {
            // Two things may be told one after the other when a look comes between; and a file's second name changes
            // what is known of the first.
            #expect(!found.isDisjoint(with: folders), "\(name): \(found)")
        } else {
            #expect(found == folders, "\(name): \(found)")
        }
    }

    @Test(arguments: [FolderWatch.Method.automatic, .polling])
    func `a change is told in time`(method: FolderWatch.Method) async throws {
        let store = try StoreFolder("a")
        // Another process, as the threads of this one are busy with other tests.
        let child = try Child("watch", store.path, "\(method)", "12")
        try await child.line()
        var written: [Int] = []
        for number in 0..<12 {
            try await Task.sleep(for: .milliseconds(200))
            try store.write("a/\(number).ics", "x")
            written.append(FileStamp.now)
        }
        let lines = await child.finished().lines.dropFirst()
        let told = lines.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
        let waits = zip(written, told).map { ($1 - $0) / 1_000_000 }.sorted()
        #expect(told.count == 12)
        print("\(method): told after \(waits) ms")
        // The machine may be busy with other tests, so not every one of them counts.
        #expect(waits[4] < 200, "\(waits)")
    }

    @Test func `hidden files and temporary ones are not told`() async throws {
        let store = try StoreFolder("a")
        let watch = try FolderWatch(store.root.folder)
        try store.writeInPlace("a/.hidden", "x")
        try store.writeInPlace("a/x.ics.tmp", "x")
        try store.make(folder: ".other")
        #expect(await Self.next(watch, within: 0.2) == nil)
    }

    @Test func `a hundred files at once are one change`() async throws {
        let store = try StoreFolder("a", "b")
        let watch = try FolderWatch(store.root.folder)
        for number in 0..<100 { try store.write("\(number % 2 == 0 ? "a" : "b")/\(number).ics", "x") }
        var count = 0
        while let change = await Self.next(watch, within: 0.3) {
            #expect(change.folders.isSubset(of: [Array("a".utf8), Array("b".utf8)]))
            count += 1
        }
        #expect((1...3).contains(count))
    }

    @Test func `everything is looked at again when notices were lost, and when the store goes and comes`()
        async throws
    {
        let store = try StoreFolder("a")
        let watch = try FolderWatch(store.root.folder, interval: .milliseconds(20))
        try FileManager.default.moveItem(atPath: store.path, toPath: store.path + "-gone")
        defer { try? FileManager.default.removeItem(atPath: store.path + "-gone") }
        let gone = try #require(await Self.next(watch))
        #expect(gone.isEverything)
        try await Task.sleep(for: .milliseconds(100))
        try FileManager.default.moveItem(atPath: store.path + "-gone", toPath: store.path)
        // The polling that takes over first says that anything may have changed.
        var told = FolderChange()
        for _ in 0..<3 {
            guard let change = await Self.next(watch, within: 0.3) else { break }
            told.folders.formUnion(change.folders)
        }
        #expect(told.folders.contains(Array("a".utf8)))
    }

    @Test func `nothing that another process writes is missed`() async throws {
        let store = try StoreFolder("a")
        let watch = try FolderWatch(store.root.folder)
        let child = try Child("add", store.path, "one", "300")
        var known: Set<String> = []
        while known.count < 300, let change = await Self.next(watch, within: 5) {
            #expect(change.folders == [Array("a".utf8)])
            known = Set(
                try FileManager.default.contentsOfDirectory(atPath: store.path + "/a").filter {
                    $0.first != "."
                }
            )
        }
        #expect(await child.finished().status == 0)
        #expect(known.count == 300)
    }

    @Test(arguments: [FolderWatch.Method.automatic, .polling])
    func `cancelling frees the descriptors and the thread`(method: FolderWatch.Method) async throws {
        let store = try StoreFolder("a", "b")
        let before = try Self.inotifyCount(store.path)
        for _ in 0..<20 {
            let watch = try FolderWatch(store.root.folder, method: method)
            watch.cancel()
            var iterator = watch.makeAsyncIterator()
            #expect(await iterator.next() == nil)
        }
        for _ in 0..<20 { _ = try FolderWatch(store.root.folder, method: method) }
        let task = Task {
            let watch = try FolderWatch(store.root.folder, method: method)
            for await _ in watch {}
        }
        try await Task.sleep(for: .milliseconds(20))
        task.cancel()
        try await task.value
        for _ in 0..<100 where try Self.inotifyCount(store.path) > before {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try Self.inotifyCount(store.path) <= before)
    }

    /// How many descriptors there are for watching.
    private static func inotifyCount(_ path: String) throws -> Int {
        #if os(Linux)
            let folder = "/proc/self/fd"
            return try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
                (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + name))?
                    .contains("inotify") == true
            }.count
        #else
            return 0
        #endif
    }
}
