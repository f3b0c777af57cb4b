import Foundation
import ICalendar
import ICalendarStore
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Tests watching a folder for changes by any program.
struct FolderWatchTests {
    private static let changes: [(String, @Sendable (StoreFolder) throws -> Void, Set<String>)] = [
        ("a file renamed into place", { try $0.write("a/new.ics", "new") }, ["a"]),
        ("a file written in place", { try $0.writeInPlace("a/x.ics", "other") }, ["a"]),
        ("a new file written in place", { try $0.writeInPlace("b/x.ics", "other") }, ["b"]),
        ("a file removed", { try FileManager.default.removeItem(atPath: $0.path + "/a/x.ics") }, ["a"]),
        ("what Radicale says of a calendar", { try $0.writeInPlace("b/.Radicale.props", "{}") }, ["b"]),
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
            "a file made by a second name of a hidden one, which goes",
            { store in
                try store.writeInPlace("b/.hidden", "x")
                try FileManager.default.linkItem(
                    atPath: store.path + "/b/.hidden",
                    toPath: store.path + "/b/y.ics"
                )
                try FileManager.default.removeItem(atPath: store.path + "/b/.hidden")
            }, ["b"]
        ),
        (
            "a new calendar with an item in it",
            {
                try $0.make(folder: "c")
                try $0.write("c/x.ics", "x")
            }, ["", "c"]
        ),
        ("a calendar removed", { try FileManager.default.removeItem(atPath: $0.path + "/b") }, ["", "b"]),
        (
            "a calendar renamed",
            { try FileManager.default.moveItem(atPath: $0.path + "/b", toPath: $0.path + "/c") }, ["", "c"]
        ),
        ("a file of the store's own folder", { try $0.write("z.ics", "x") }, [""]),
        ("a calendar of an account", { try $0.write("account/inner/x.ics", "x") }, ["account/inner"]),
        ("a file that a link leads to", { try $0.writeInPlace(".outside/x.ics", "other") }, ["linking"]),
        (
            "the successor of a file that a link leads to",
            { store in
                try store.write(".outside/x.ics", "other")
            }, ["linking"]
        ),
        (
            "a commit",
            { store in
                let place = try FilePlace("a/x.ics")
                let change = FileChange.put([1], at: place, over: try store.base(place))
                _ = try Commit(to: store.root, merging: RefusingMerge()).run([change])
            }, ["a"]
        ),
    ]

    /// Returns a store with the files that the changes require.
    private static func store() throws -> StoreFolder {
        let store = try StoreFolder("a", "b", "account/inner", "linking", ".outside")
        try store.write("a/x.ics", "x")
        // A hidden folder is not part of the store, so its contents count as outside.
        try store.write(".outside/x.ics", "x")
        try FileManager.default.createSymbolicLink(
            atPath: store.path + "/linking/link.ics",
            withDestinationPath: store.path + "/.outside/x.ics"
        )
        return store
    }

    #if os(Linux)
        @Test(arguments: 0..<changes.count)
        func `a change is reported immediately, once, and with its folder`(index: Int) throws {
            let (name, body, folders) = Self.changes[index]
            let store = try Self.store()
            let watch = FolderWatch(store.root.folder)
            #expect(!watch.isPolling)
            #expect(watch.take().isEmpty)
            try body(store)
            let told = watch.take()
            #expect(Set(told.folders.map { String(decoding: $0, as: UTF8.self) }) == folders, "\(name)")
            #expect(!told.isEverything && !watch.isPolling)
            #expect(watch.take().isEmpty)
        }

        @Test func `links named like items do not hide changes in the folders that they point to`() throws {
            let store = try StoreFolder("a", "b")
            for (link, target) in [("a/x.ics", "../b"), ("b/y.ics", "../a")] {
                try FileManager.default.createSymbolicLink(
                    atPath: store.path + "/" + link,
                    withDestinationPath: target
                )
            }
            let watch = FolderWatch(store.root.folder)
            #expect(!watch.isPolling)
            for folder in ["a", "b"] {
                try store.write("\(folder)/new.ics", "new")
                #expect(watch.take().folders.contains(Array(folder.utf8)))
                try FileManager.default.removeItem(atPath: store.path + "/\(folder)/new.ics")
                #expect(watch.take().folders.contains(Array(folder.utf8)))
            }
        }

        @Test func `changes to a link's target are reported even if the target was replaced or missing`()
            throws
        {
            let store = try StoreFolder("linking", ".outside/folder")
            func link(_ name: String, _ target: String) throws {
                try? FileManager.default.removeItem(atPath: store.path + "/" + name)
                try FileManager.default.createSymbolicLink(
                    atPath: store.path + "/" + name,
                    withDestinationPath: target
                )
            }
            func isTold(_ folder: String, _ change: () throws -> Void) throws -> Bool {
                try change()
                return watch.take().folders.contains(Array(folder.utf8))
            }
            try store.write(".outside/x.ics", "x")
            try store.write(".outside/y.ics", "y")
            try link("linking/late.ics", "../.outside/late.ics")
            try link("linking/x.ics", store.path + "/.outside/x.ics")
            try link(".outside/hop", "x.ics")
            try link("linking/chain.ics", "../.outside/hop")
            try link("folder", ".outside/folder/")
            let watch = FolderWatch(store.root.folder)
            #expect(try isTold("linking") { try store.writeInPlace(".outside/late.ics", "late") })
            #expect(try isTold("linking") { try store.writeInPlace(".outside/late.ics", "later") })
            #expect(try isTold("linking") { try link(".outside/hop", "y.ics") })
            #expect(try isTold("linking") { try store.writeInPlace(".outside/y.ics", "z") })
            #expect(
                try isTold("linking") {
                    try FileManager.default.removeItem(atPath: store.path + "/.outside/x.ics")
                }
            )
            #expect(try isTold("linking") { try store.writeInPlace(".outside/x.ics", "x") })
            #expect(
                try isTold("folder") {
                    try FileManager.default.moveItem(
                        atPath: store.path + "/.outside/folder",
                        toPath: store.path + "/.outside/other"
                    )
                }
            )
            #expect(try isTold("folder") { try store.make(folder: ".outside/folder") })
            #expect(try isTold("folder") { try store.write("folder/new.ics", "x") })
            #expect(!watch.isPolling)
            // Other files in that folder are not watched.
            try store.write(".outside/unknown.ics", "x")
            #expect(watch.take().isEmpty)
        }

        @Test func `hidden and temporary files are not reported`() throws {
            let store = try StoreFolder("a")
            let watch = FolderWatch(store.root.folder)
            try store.writeInPlace("a/.hidden", "x")
            try store.writeInPlace("a/x.ics.tmp", "x")
            try store.make(folder: ".other")
            #expect(watch.take().isEmpty)
        }

        @Test func `folders created while watching are watched too`() throws {
            let store = try StoreFolder("a")
            let watch = FolderWatch(store.root.folder)
            try store.make(folder: "b/inner")
            try store.make(folder: "c")
            _ = watch.take()
            try FileManager.default.moveItem(atPath: store.path + "/c", toPath: store.path + "/d")
            _ = watch.take()
            for folder in ["b/inner", "d"] {
                try store.writeInPlace(folder + "/x.ics", "x")
                #expect(watch.take().folders == [Array(folder.utf8)])
            }
        }

        @Test func `after lost notifications, everything counts as changed, and new folders are watched`()
            throws
        {
            let store = try StoreFolder("a")
            let watch = FolderWatch(store.root.folder)
            let text = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
            let most = try #require(Int(text.split(separator: "\n")[0]))
            for number in 0...(most / 2) {
                let file = unsafe open("\(store.path)/a/\(number).ics", O_CREAT | O_WRONLY, 0o600)
                _ = close(file)
            }
            try store.make(folder: "b")
            #expect(watch.take().isEverything)
            #expect(!watch.isPolling)
            try store.writeInPlace("b/x.ics", "x")
            #expect(watch.take().folders == [Array("b".utf8)])
        }

        @Test func `if the store's folder disappears, the watch falls back to polling`() throws {
            let store = try StoreFolder("a")
            let watch = FolderWatch(store.root.folder)
            try FileManager.default.moveItem(atPath: store.path, toPath: store.path + "-gone")
            defer { try? FileManager.default.removeItem(atPath: store.path + "-gone") }
            #expect(watch.take().isEverything)
            #expect(watch.isPolling)
            #expect(watch.take().isEverything)
        }
    #endif

    @Test func `a watch without notifications reports that anything may have changed`() throws {
        let store = try StoreFolder("a")
        let watch = FolderWatch(store.root.folder, method: .polling)
        #expect(watch.isPolling && watch.descriptor == nil)
        #expect(watch.take().isEverything)
    }
}
