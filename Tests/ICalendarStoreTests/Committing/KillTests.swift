import Foundation
import ICalendar
import SystemIO
import TestTraits
import Testing

@testable import ICalendarStore
@testable import store_process

/// Tests processes that stop at any point in a commit, and the recovery afterward.
struct KillTests {
    /// Returns a store that has reached turn 3.
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

    /// Returns whether the contents of every visible file were committed.
    private static func isWhole(_ store: StoreFolder) -> Bool {
        store.everything.filter { !$0.key.contains("/.") && !$0.key.hasPrefix(".") }
            .allSatisfy { ["turn 3", "turn 4"].contains(WholeFile.text(Array($0.value.utf8)) ?? "torn") }
    }

    @Test(arguments: [true, false])
    func `a commit that stops at any call is complete or absent, and the next commit repairs it`(
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
            place += canExchange ? 1 : 4
        }
        #expect(place > 60)
        #expect(results == [3, 4])
    }

    @Test(.long)
    func `a commit in which any other call fails is complete or absent and leaves no files behind`() throws {
        try checkFailures(canExchange: true, step: 1)
    }

    @Test(.long, arguments: [(true, 4), (false, 5)])
    func `a commit is complete or absent after any failed call, and leaves no files behind`(
        canExchange: Bool,
        step: Int
    ) throws {
        try checkFailures(canExchange: canExchange, step: step)
    }

    private func checkFailures(canExchange: Bool, step: Int) throws {
        // Each call fails in one of two ways.
        for error in [PlatformError(number: ENOSPC), PlatformError(number: EIO)] {
            var place = step == 1 ? 1 : error.number == EIO ? 2 : 3
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
                    // The same batch can be committed again afterward.
                    _ = try Commit(to: store.root, merging: LineMerge()).run(changes)
                    #expect(try Self.turn(store) == 4, "call \(place)")
                }
                if files.count < place { break }
                place += step
            }
            #expect(failures > (step == 1 ? 30 : 5))
        }
    }

    @Test func `an interrupted recovery is completed by the next one`() throws {
        var place = 1
        while true {
            let store = try Self.store()
            let files = FaultyFiles(at: place, .dies)
            _ = try? Commit(to: store.root, files: files, merging: LineMerge()).run(
                Self.changes(store, to: 4)
            )
            if files.count < place { break }
            let expected = store.hasJournal ? 4...4 : 3...4
            // A prime number covers all combinations of places.
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
            place += 5
        }
    }

    @Test(.long) func `killing a process at any time loses no data and exposes no partial commit`()
        async throws
    {
        let wanted = Int(ProcessInfo.processInfo.environment["ICALENDAR_KILLS"] ?? "") ?? 20
        let folder = try StoreFolder("a", "b", "c")
        var reached = 0
        var (finished, during) = (0, 0)
        for kill in 0..<wanted {
            let child = try Child("commits", folder.path)
            // The first line shows that the process has started. It can then run for a moment.
            try await child.line()
            try await Task.sleep(for: .microseconds(Int.random(in: 0...60_000)))
            child.kill()
            let lines = await child.finished().lines
            let last = try #require(Self.number(["at", "did"], lines), "kill \(kill)")
            #expect(last >= reached, "a commit is lost")
            // Programs that bypass the store see complete files.
            for (name, text) in folder.everything where name.hasSuffix(".ics") && !name.contains("/.") {
                #expect(text.hasPrefix("BEGIN:VCALENDAR") && text.hasSuffix("END:VCALENDAR\r\n"), "\(name)")
            }
            if folder.hasJournal { finished += 1 }
            if Self.number(["commits"], lines) != last { during += 1 }
            // Opening the store repairs the interrupted commit.
            let turn = try #require(try EventTurns.current(in: folder.open()), "kill \(kill)")
            #expect(turn == last || turn == last + 1 && Self.number(["commits"], lines) == turn)
            #expect(
                Set(folder.everything.keys).count == EventTurns.count(turn),
                "left: \(folder.everything.keys)"
            )
            reached = turn
        }
        #expect(reached > 0)
        print("\(wanted) kills, \(during) in a commit, \(reached) commits, \(finished) journals finished")
    }

    /// Returns the number in the last line that starts with a given word.
    private static func number(_ words: [String], _ lines: [String]) -> Int? {
        lines.last { line in words.contains { line.hasPrefix($0 + " ") } }
            .flatMap { $0.split(separator: " ").last }.flatMap { Int($0) }
    }
}
