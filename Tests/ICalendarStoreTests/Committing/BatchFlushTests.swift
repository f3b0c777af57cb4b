import Foundation
import ICalendar
import SystemIO
import TestTraits
import Testing

@testable import ICalendarStore
@testable import store_process

/// Tests new files that are flushed to disk as a batch.
struct BatchFlushTests {
    /// Whether the test stores' file system can flush several files at once.
    private static let isPossible: Bool = {
        guard let store = try? StoreFolder("a") else { return false }
        return SystemFiles().batch(in: store.root.path(ofFolder: Array("a".utf8))) != nil
    }()

    /// Returns a commit that flushes even a single file as a batch.
    private static func commit(_ store: StoreFolder, _ files: any StoreFiles = SystemFiles()) -> Commit {
        var commit = Commit(to: store.root, files: files, merging: LineMerge())
        commit.leastBatch = 1
        return commit
    }

    /// Returns a store that has reached turn 3.
    private static func store() throws -> StoreFolder {
        let store = try StoreFolder("a", "b")
        _ = try commit(store).run(changes(store, to: 3))
        return store
    }

    private static func changes(_ store: StoreFolder, to turn: Int) throws -> [FileChange] {
        try StoreReader(store.root, merging: LineMerge()).read { try Turns.changes(to: turn, in: $0) }
    }

    private static func turn(_ store: StoreFolder) throws -> Int? {
        try StoreReader(store.root, merging: LineMerge()).read { try Turns.current(in: $0) }
    }

    private static func recover(_ store: StoreFolder) throws {
        _ = try Recovery(root: store.root, merging: LineMerge())
            .run(tidying: Turns.folders.map { Array($0.utf8) })
    }

    @Test(
        .enabled(if: isPossible, "this file system cannot flush files together"),
        arguments: [(255, 0), (256, 1), (600, 1)]
    )
    func `many files are flushed as a batch, and a few are flushed individually`(count: Int, flushes: Int)
        throws
    {
        let store = try StoreFolder("a", "b")
        let files = FaultyFiles(at: .max, .dies)
        let changes = try (0..<count).map { number in
            FileChange.put(WholeFile.bytes("\(number)"), at: try FilePlace("a/\(number).ics"), over: nil)
        }
        let other = FileChange.put(WholeFile.bytes("other"), at: try FilePlace("b/x.ics"), over: nil)
        let done = try Commit(to: store.root, files: files, merging: LineMerge()).run(changes + [other])
        #expect(done.count == count + 1)
        #expect(files.flushes == flushes)
        #expect(store.everything.count == count + 1)
        #expect(WholeFile.text(Array((store.text("a/\(count - 1).ics") ?? "").utf8)) == "\(count - 1)")
    }

    @Test(.enabled(if: isPossible, "this file system cannot flush files together"), arguments: [true, false])
    func `a power failure during any call leaves either all files or none`(canExchange: Bool) throws {
        var results: Set<Int> = []
        var place = 1
        while true {
            let store = try Self.store()
            let files = FaultyFiles(at: place, .dies, canExchange: canExchange)
            let done = try? Self.commit(store, files).run(Self.changes(store, to: 4))
            let turn = try #require(try Self.turn(store), "call \(place)")
            results.insert(turn)
            #expect(turn == 4 || done == nil && turn == 3, "call \(place)")
            try Self.recover(store)
            #expect(try Self.turn(store) == turn, "call \(place)")
            #expect(store.everything.count == Turns.state(turn).count, "call \(place)")
            if files.count < place {
                #expect(files.flushes == 2)
                break
            }
            place += 1
        }
        #expect(place > 60)
        #expect(results == [3, 4])
    }

    @Test(.long, .enabled(if: isPossible, "this file system cannot flush files together"))
    func `if any call fails, nothing is changed and the commit can be retried`() throws {
        var place = 1
        var failures = 0
        while true {
            let store = try Self.store()
            let changes = try Self.changes(store, to: 4)
            let files = FaultyFiles(at: place, .fails(PlatformError(number: place % 2 == 0 ? ENOSPC : EIO)))
            do throws(CommitFailure) {
                _ = try Self.commit(store, files).run(changes)
            } catch {
                failures += 1
                #expect(try Self.turn(store) == 3, "call \(place)")
                #expect(store.everything.count == Turns.state(3).count, "call \(place)")
                #expect("\(error)".hasPrefix(store.path), "\(error)")
                _ = try Self.commit(store).run(changes)
            }
            #expect(try Self.turn(store) == 4, "call \(place)")
            if files.count < place { break }
            place += 1
        }
        #expect(failures > 30)
    }

    #if os(Linux)
        @Test(arguments: [
            ("5.8.0", true), ("5.10.0-21-amd64", true), ("6.1", true), ("10.0.1", true), ("5.7.19", false),
            ("4.19.0-8-amd64", false), ("", false), ("linux", false), ("5", false), ("5.x", false),
        ])
        func `if the system does not report flush failures, files are flushed individually`(
            release: String,
            isLaterSystem: Bool
        ) {
            #expect(SystemCalls.isAtLeast(5, 8, release: release) == isLaterSystem)
        }
    #endif
}
