import Foundation
import ICalendar
import ICalendarStore
import Testing

@testable import store_process

#if canImport(Glibc)
    import Glibc
#endif

/// Tests an ordinary user's permissions.
///
/// When run as root, the tests switch to another user and fail if that is impossible.
@Suite struct PermissionTests {
    @Test func `new items can be added to a folder that can be written but not listed`() throws {
        let ordinary = try Ordinary(["a"])
        defer { ordinary.end() }
        try ordinary.store.setMode("a", 0o300)
        ordinary.give()
        #expect(try ordinary.run("list", "a").errors.hasSuffix("a: cannot be listed: Permission denied\n"))
        for names in [["a/x.ics"], ["a/y.ics", "a/z.ics"]] {
            let arguments = ["put", ordinary.store.path, "100"] + names
            let result = try Child(arguments: arguments, program: ordinary.program, through: ordinary.through)
                .finish()
            #expect(result.status == 0, "\(result.errors)")
        }
        // The second time, the file already exists with the same contents.
        #expect(try ordinary.run("put", "100", "a/x.ics").status == 0)
        try ordinary.store.setMode("a", 0o755)
        #expect(ordinary.store.everything.keys.sorted() == ["a/x.ics", "a/y.ics", "a/z.ics"])
    }

    @Test func `a read-only folder is not changed`() throws {
        let ordinary = try Ordinary(["a", "b"])
        defer { ordinary.end() }
        try ordinary.store.write("a/x.ics", "x\n")
        ordinary.give()
        try ordinary.store.setMode("a", 0o500)
        let before = ordinary.store.everything
        for names in [["a/y.ics"], ["b/y.ics", "a/y.ics"], ["a/x.ics"], ["b/y.ics", "a/x.ics"]] {
            let arguments = ["put", ordinary.store.path, "100"] + names
            let result = try Child(arguments: arguments, program: ordinary.program, through: ordinary.through)
                .finish()
            #expect(result.status == 1)
            let name = names.last ?? ""
            #expect(result.errors == "\(ordinary.store.path)/\(name): cannot be written: Permission denied\n")
            #expect(ordinary.store.everything == before)
        }
        #expect(try ordinary.run("remove", "a", "x.ics").status == 1)
        #expect(try ordinary.run("list", "a").lines == ["x.ics"])
        #expect(ordinary.store.everything == before)
    }

    @Test func `a write-protected file cannot be replaced or removed`() throws {
        let ordinary = try Ordinary(["a"])
        defer { ordinary.end() }
        try ordinary.store.write("a/x.ics", "x\n")
        try ordinary.store.setMode("a/x.ics", 0o400)
        ordinary.give()
        let result = try ordinary.run("put", "100", "a/x.ics")
        #expect(result.errors == "\(ordinary.store.path)/a/x.ics: cannot be written: Permission denied\n")
        let removed = try ordinary.run("remove", "a", "x.ics")
        #expect(removed.errors == "\(ordinary.store.path)/a/x.ics: cannot be removed: Permission denied\n")
        #expect(ordinary.store.text("a/x.ics") == "x\n")
    }

    @Test func `a read-only store shows an interrupted commit as complete and is not changed`()
        throws
    {
        let ordinary = try Ordinary(["a", "b"])
        defer { ordinary.end() }
        let store = ordinary.store
        var through = 0
        for place in stride(from: 1, to: 200, by: 5) {
            let inner = try StoreFolder("a", "b")
            let first = try StoreReader(inner.root, merging: LineMerge()).read {
                try Turns.changes(to: 3, in: $0)
            }
            _ = try Commit(to: inner.root, merging: LineMerge()).run(first)
            let next = try StoreReader(inner.root, merging: LineMerge()).read {
                try Turns.changes(to: 4, in: $0)
            }
            let files = FaultyFiles(at: place, .dies)
            _ = try? Commit(to: inner.root, files: files, merging: LineMerge()).run(next)
            let hasJournal = inner.hasJournal
            for folder in ["a", "b", ".ics-store", ""] { try inner.setMode(folder, 0o555) }
            let before = inner.everything
            let all = ["current", inner.path]
            let result = try Child(arguments: all, program: ordinary.program, through: ordinary.through)
                .finish()
            let isDone = hasJournal || (inner.text("a/item0.ics") ?? "").hasPrefix("turn 4")
            #expect(result.lines == [isDone ? "at 4" : "at 3"], "call \(place)")
            #expect(inner.everything == before)
            if hasJournal { through += 1 }
            try inner.setMode("", 0o755)
            if files.count < place { break }
        }
        #expect(through > 3)
        #expect(store.everything.isEmpty)
    }

    @Test func `a calendar allows what the system permits`() throws {
        let ordinary = try Ordinary(["a", "b", "c", "d"])
        defer { ordinary.end() }
        try ordinary.store.write("c/x.ics", "x")
        try ordinary.store.write("e.ics", "x")
        ordinary.give()
        for (folder, mode) in [("b", 0o300), ("c", 0o500), ("d", 0o000)] {
            try ordinary.store.setMode(folder, mode)
        }
        #expect(
            try ordinary.run("calendars").lines == [
                "a: writable, readable, local", "b: writable, not readable, local",
                "c: not writable, readable, subscription",
                "d: not writable, not readable, subscription", "e.ics: not writable, readable, subscription",
            ]
        )
    }

    @Test func `a new file follows the umask, and a changed file keeps its permissions`() throws {
        let store = try StoreFolder("a")
        let place = try FilePlace("a/x.ics")
        _ = try Commit(to: store.root, merging: LineMerge()).run([.put([1], at: place, over: nil)])
        let mask = umask(0)
        umask(mask)
        func mode() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: store.path + "/a/x.ics")[.posixPermissions]
                as? Int
        }
        #expect(try mode() == 0o666 & ~Int(mask))
        try store.setMode("a/x.ics", 0o640)
        _ = try Commit(to: store.root, merging: LineMerge()).run([
            .put([2], at: place, over: store.base(place))
        ])
        #expect(try mode() == 0o640)
    }
}
