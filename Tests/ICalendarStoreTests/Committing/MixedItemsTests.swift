import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests interrupted commits for files with indistinguishable events that share a UID.
struct MixedItemsTests {
    /// Returns a file with two events that have the same UID.
    private static func twins(_ titles: String...) -> String {
        OpenedStore.calendar(
            titles.enumerated().map {
                "UID:twin\nSUMMARY:\($0.element)\nDTSTART:2026033\($0.offset)T100000Z"
            }
        )
    }

    private static let (before, ours, theirs) = (
        twins("One", "Two"), twins("One", "Two, ours"), twins("One, theirs", "Two")
    )

    /// Returns a store with a process killed at the n-th call while changing two files.
    private static func interrupted(at place: Int) throws -> (folder: StoreFolder, isReached: Bool) {
        let folder = try StoreFolder("home")
        var changes: [FileChange] = []
        for name in ["home/a.ics", "home/b.ics"] {
            try folder.write(name, before)
            let file = try FilePlace(name)
            changes.append(.put(Array(ours.utf8), at: file, over: try folder.base(file)))
        }
        let files = FaultyFiles(at: place, .dies)
        _ = try? Commit(to: folder.root, files: files, merging: ItemMerging()).run(changes)
        return (folder, files.count >= place)
    }

    @Test func `a change by another program is kept, and the contents of the commit are set aside`() throws {
        var (place, kept) = (1, 0)
        while true {
            let (folder, isReached) = try Self.interrupted(at: place)
            if folder.hasJournal, folder.text("home/a.ics") == Self.before {
                try folder.write("home/a.ics", Self.theirs)
                let report = try Recovery(root: folder.root, merging: ItemMerging()).run(tidying: [])
                #expect(folder.text("home/a.ics") == Self.theirs, "call \(place)")
                #expect(folder.text("home/b.ics") == Self.ours, "call \(place)")
                let step = try #require(report.leftOut.first { $0.place.description == "home/a.ics" })
                #expect(step.reason == .occupied)
                let path = try #require(step.kept).description
                let bytes = try #require(FileManager.default.contents(atPath: path))
                #expect(String(decoding: bytes, as: UTF8.self) == Self.ours, "call \(place)")
                kept += 1
            }
            if !isReached { break }
            place += 1
        }
        #expect(kept > 2)
    }
}
