import Foundation
import ICalendar
import TestTraits
import Testing

@testable import ICalendarStore

/// Laws of undo, tested with random edits.
struct UndoLawTests {
    @Test(arguments: TestRun.isComplete ? [UInt64(1), 2] : [1])
    func `undoing each random edit restores the old bytes, and undoing the undo restores the new bytes`(
        seed: UInt64
    ) throws {
        try check(TestRun.isComplete ? 50 : 12, seed: seed)
    }

    @Test(.long, arguments: [UInt64(11), 12])
    func
        `undoing each of 500 random edits restores the old bytes, and undoing the undo restores the new ones`(
            seed: UInt64
        ) throws
    {
        try check(500, seed: seed)
    }

    private func check(_ count: Int, seed: UInt64) throws {
        var edits = try RandomEdits(seed: seed)
        let folder = edits.opened.folder
        var store = edits.opened.store
        for number in 0..<count {
            let before = StoreState(folder)
            let last = try store.history().first?.number ?? 0
            let what = try edits.edit(in: store)
            let after = StoreState(folder)
            // Every change must have exactly one entry, and every entry a change.
            let entries = try store.history()
            guard let entry = entries.first, entry.number == last + 1 else {
                if before != after { Issue.record("edit \(number) (\(what)) is not recorded") }
                continue
            }
            if edits.happens(oneIn: 4) { store = try OpenedStore.open(folder) }
            try store.undo(entry)
            if StoreState(folder) != before {
                Issue.record(
                    "seed \(seed), edit \(number) (\(what), \(entry.summary)): the store was not restored"
                )
                return
            }
            let undo = try #require(try store.history().first)
            if undo.undoes != entry.number { Issue.record("edit \(number): \(undo)") }
            if edits.happens(oneIn: 3) { continue }
            try store.undo(undo)
            if StoreState(folder) != after {
                Issue.record("seed \(seed), edit \(number) (\(what)): the change was not repeated")
                return
            }
        }
    }

    @Test func `a complete history can be undone step by step`() throws {
        var edits = try RandomEdits(seed: 5)
        let (folder, store) = (edits.opened.folder, edits.opened.store)
        let before = StoreState(folder)
        for _ in 0..<(TestRun.isComplete ? 60 : 20) { _ = try edits.edit(in: store) }
        while let entry = try store.history().first(where: { !$0.isUndone && $0.undoes == nil }) {
            try store.undo(entry)
        }
        #expect(StoreState(folder) == before)
    }

    @Test func `overwriting another program's change by undo loses no data`() throws {
        var edits = try RandomEdits(seed: 7)
        let (folder, store) = (edits.opened.folder, edits.opened.store)
        var refused = 0
        for number in 0..<(TestRun.isComplete ? 60 : 15) {
            let before = StoreState(folder)
            let last = try store.history().first?.number
            let what = try edits.edit(in: store)
            guard let entry = try store.history().first, entry.number != last else { continue }
            // Another program writes or recreates one of the files.
            let path = entry.files[edits.number(below: max(1, entry.files.count))]
            let calendar = path.prefix { $0 != "/" }
            guard StoreState(folder).folders.contains(String(calendar)), path.hasSuffix(".ics") else {
                continue
            }
            let foreign = item("foreign-\(number)", "Foreign \(number)")
            try folder.write(path, foreign)
            try store.refreshSourcesIfNecessary()
            let written = StoreState(folder)
            let error = refusal { try store.undo(entry) }
            if error?.code != .changedMeanwhile || error?.changedFiles.contains(path) != true {
                Issue.record("edit \(number) (\(what)): \(error?.description ?? "not refused")")
            }
            if StoreState(folder) != written {
                Issue.record("edit \(number) (\(what)): changed by a refusal")
            }
            refused += 1
            guard !entry.summary.hasPrefix("remove the calendar") else { continue }
            try store.undo(entry, overwriting: true)
            if StoreState(folder) != before {
                Issue.record("edit \(number) (\(what)): the store was not restored")
            }
            let undo = try #require(try store.history().first)
            try store.undo(undo)
            if StoreState(folder) != written {
                Issue.record("edit \(number) (\(what)): the foreign file is lost")
            }
        }
        #expect(refused > (TestRun.isComplete ? 20 : 4))
    }
}
