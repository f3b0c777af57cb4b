import Foundation
import ICalendar
import ICalendarStore
import Testing

@testable import store_process

/// What a process leaves that stops at any point of a commit, and what one makes of it that comes after.
struct KillTests {
    /// A store at turn 3.
    private static func store() throws -> StoreFolder {
        let store = try StoreFolder("a", "b")
        let commit = Commit(to: store.root, merging: LineMerge())
        _ = try commit.run(changes(store, to: 3))
        return store
    }

    private static func changes(_ store: StoreFolder, to turn: Int) throws -> [FileChange] {
        try StoreReader(store.root, merging: LineMerge()).read { try Turns.changes(to: turn, in: $0) }
    }

    private static func turn(_ store: StoreFolder) throws -> Int? {
        try StoreReader(store.root, merging: LineMerge()).read { try Turns.current(in: $0) }
    }

    private static func recover(_ store: StoreFolder) throws -> Recovery.Report {
        try Recovery(root: store.root, merging: LineMerge())
            .run(tidying: Turns.folders.map { Array($0.utf8) })
    }

    /// All files that are not hidden have a text that was committed.
    private static func isWhole(_ store: StoreFolder) -> Bool {
        store.everything.filter { !$0.key.contains("/.") && !$0.key.hasPrefix(".") }
            .allSatisfy { ["turn 3", "turn 4"].contains(WholeFile.text(Array($0.value.utf8)) ?? "torn") }
    }

    @Test(arguments: [true, false])
    func `a commit that stops at any call is done or not done, and the next one mends it`(
        canExchange: Bool
    ) throws {
        var results: Set<Int> = []
        var place = 1
        while true {
            let store = try Self.store()
            let files = FaultyFiles(at: place, .dies, canExchange: canExchange)
            let commit = Commit(to: store.root, files: files, merging: LineMerge())
            let done = try? commit.run(Self.changes(store, to: 4))
            #expect(Self.isWhole(store), "call \(place)")
            let turn = try #require(try Self.turn(store), "call \(place)")
            results.insert(turn)
            #expect(turn == 4 || done == nil && turn == 3, "call \(place)")
            _ = try Self.recover(store)
            #expect(try Self.turn(store) == turn)
            #expect(
                store.everything.count == Turns.state(turn).count,
                "call \(place): \(store.everything.keys)"
            )
            if files.count < place { break }
            place += 1
        }
        #expect(place > 60)
        #expect(results == [3, 4])
    }

    @Test(arguments: [true, false])
    func `a commit in which any call fails is not done, or done, and leaves nothing`(
        canExchange: Bool
    ) throws {
        for error in [PlatformError(number: ENOSPC), PlatformError(number: EIO)] {
            var place = 1
            var failures = 0
            while true {
                let store = try Self.store()
                let changes = try Self.changes(store, to: 4)
                let files = FaultyFiles(at: place, .fails(error), canExchange: canExchange)
                let result = Result {
                    try Commit(to: store.root, files: files, merging: LineMerge()).run(changes)
                }
                switch result {
                case .success: #expect(try Self.turn(store) == 4, "call \(place)")
                case .failure(let error):
                    failures += 1
                    #expect(try Self.turn(store) == 3, "call \(place)")
                    #expect(store.everything.count == Turns.state(3).count, "call \(place)")
                    #expect("\(error)".hasPrefix(store.path), "\(error)")
                    // The batch can be committed as it was.
                    _ = try Commit(to: store.root, merging: LineMerge()).run(changes)
                    #expect(try Self.turn(store) == 4, "call \(place)")
                }
                if files.count < place { break }
                place += 1
            }
            #expect(failures > 30)
        }
    }

    @Test func `mending that is itself killed is mended`() throws {
        var place = 1
        while true {
            let store = try Self.store()
            let files = FaultyFiles(at: place, .dies)
            _ = try? Commit(to: store.root, files: files, merging: LineMerge()).run(
                Self.changes(store, to: 4)
            )
            if files.count < place { break }
            let expected = store.text(".ics-store/journal") == nil ? 3...4 : 4...4
            // A prime, so that all places come to be combined with others.
            for again in stride(from: 1 + place % 7, to: 80, by: 7) {
                let second = FaultyFiles(at: again, .dies)
                let recovery = Recovery(root: store.root, files: second, merging: LineMerge())
                _ = try? recovery.run(tidying: [])
                #expect(Self.isWhole(store), "calls \(place), \(again)")
            }
            let turn = try #require(try Self.turn(store), "call \(place)")
            #expect(expected.contains(turn), "call \(place)")
            _ = try Self.recover(store)
            #expect(store.everything.count == Turns.state(turn).count)
            place += 3
        }
    }

    @Test func `a process that is killed at any time loses nothing and shows nothing half done`() async throws
    {
        let wanted = Int(ProcessInfo.processInfo.environment["ICALENDAR_KILLS"] ?? "") ?? 60
        let store = try StoreFolder("a", "b")
        var reached = 0
        var finished = 0
        for kill in 0..<wanted {
            let child = try Child("turns", store.path)
            // A look at the lines tells that it has begun; then it may live for another moment.
            try await child.line()
            try await Task.sleep(for: .microseconds(Int.random(in: 0...20_000)))
            child.kill()
            let lines = await child.finished().lines
            let done = lines.compactMap { line in
                line.split(separator: " ").last.flatMap { Int($0) }
            }
            #expect(
                store.everything.filter { !$0.key.contains("/.") && !$0.key.hasPrefix(".") }
                    .allSatisfy { WholeFile.text(Array($0.value.utf8)) != nil }
            )
            let hadJournal = store.text(".ics-store/journal") != nil
            // Half of them are mended at once, half by whoever reads.
            if kill % 2 == 0 { _ = try Self.recover(store) }
            let turn = try #require(try Self.turn(store), "kill \(kill)")
            let last = try #require(done.last)
            #expect(turn == last || turn == last + 1, "kill \(kill)")
            #expect(first(lines) >= reached)
            reached = turn
            if hadJournal { finished += 1 }
        }
        _ = try Self.recover(store)
        #expect(store.everything.count == Turns.state(reached).count)
        #expect(reached > 0)
        print("\(wanted) kills, \(reached) turns, \(finished) journals finished")
    }

    private func first(_ lines: [String]) -> Int {
        lines.first.flatMap { $0.split(separator: " ").last }.flatMap { Int($0) } ?? -1
    }
}
