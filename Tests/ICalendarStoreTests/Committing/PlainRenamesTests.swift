import Foundation
import ICalendar
import SystemIO
import Testing

@testable import ICalendarStore
@testable import store_process

/// Tests commits on file systems without atomic exchange or exclusive rename.
///
/// On these file systems, a file gets its new name before it loses the old one.
struct PlainRenamesTests {
    @Test func `a file always has a name, and no file takes another file's name`() throws {
        let store = try StoreFolder("a")
        try store.write("a/x.ics", "x")
        try store.write("a/y.ics", "y")
        let files = SystemFiles(renamesSpecially: false)
        func path(_ name: String) -> CalendarPath { CalendarPath("\(store.path)/a/\(name).ics") }
        let failure = #expect(throws: FileFailure.self) { try files.move(path("x"), toFree: path("y")) }
        #expect(failure?.error.isExisting == true)
        try files.move(path("x"), toFree: path("z"))
        #expect(store.everything == ["a/z.ics": "x", "a/y.ics": "y"])
        #expect(try !files.exchange(path("z"), with: path("y")))
    }

    @Test func `a removal interrupted at any point is finished or never started`() throws {
        var (place, both) = (1, 0)
        while true {
            let store = try StoreFolder("a", "b")
            for name in ["x", "y"] { try store.write("a/\(name).ics", "\(name)\n") }
            let (x, y) = (try FilePlace("a/x.ics"), try FilePlace("a/y.ics"))
            let changes = [
                FileChange.put(Array("x\n".utf8), at: try FilePlace("b/x.ics"), over: nil),
                .remove(x, try store.base(x)), .remove(y, try store.base(y)),
            ]
            let files = FaultyFiles(at: place, .dies, renamesSpecially: false)
            _ = try? Commit(to: store.root, files: files, merging: LineMerge()).run(changes)
            let isCommitted = store.hasJournal || store.text("a/y.ics") == nil
            // A crash between the two steps leaves the file with both names.
            if store.hasJournal, store.text("a/x.ics") == nil {
                for (name, text) in store.everything where name.hasPrefix("a/.") && text == "x\n" {
                    try FileManager.default.linkItem(
                        atPath: store.path + "/" + name,
                        toPath: store.path + "/a/x.ics"
                    )
                    both += 1
                }
            }
            let folders = ["a", "b"].map { Array($0.utf8) }
            let recovery = Recovery(
                root: store.root,
                files: SystemFiles(renamesSpecially: false),
                merging: LineMerge()
            )
            #expect(try recovery.run(tidying: folders).leftOut == [], "call \(place)")
            let left = isCommitted ? ["b/x.ics"] : ["a/x.ics", "a/y.ics"]
            #expect(store.everything.keys.sorted() == left, "call \(place)")
            if files.count < place { break }
            place += 1
        }
        #expect(both > 1)
    }

    @Test func `a failed removal restores the file`() throws {
        var (place, failed) = (1, 0)
        while true {
            let store = try StoreFolder("a")
            for name in ["x", "y"] { try store.write("a/\(name).ics", "\(name)\n") }
            let before = store.everything
            let changes = try ["a/x.ics", "a/y.ics"].map {
                FileChange.remove(try FilePlace($0), try store.base(FilePlace($0)))
            }
            let files = FaultyFiles(at: place, .fails(.broken), renamesSpecially: false)
            let result = try? Commit(to: store.root, files: files, merging: LineMerge()).run(changes)
            if result == nil {
                failed += 1
                #expect(store.everything == before, "call \(place)")
            } else {
                #expect(store.text("a/x.ics") == nil && store.text("a/y.ics") == nil, "call \(place)")
            }
            if files.count < place { break }
            place += 1
        }
        #expect(failed > 5)
    }
}
