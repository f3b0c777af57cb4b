import Foundation
import ICalendar
import ICalendarStore
import Testing
import SystemIO

@testable import store_process

#if canImport(Glibc)
    import Glibc
#endif

@Suite(.serialized) struct SystemFilesTests {
    @Test func `a file is read together with its stamp`() throws {
        let store = try StoreFolder("a")
        try store.write("a/x.ics", "content")
        let path = CalendarPath(store.path + "/a/x.ics")
        let contents = try SystemFiles().contents(of: path)
        #expect(contents.bytes == Array("content".utf8))
        #expect(contents.stamp.size == 7)
        #expect(try SystemFiles().stamp(of: path, followingLinks: true) == contents.stamp)
        #expect(abs(contents.stamp.modified - FileStamp.now) < 10_000_000_000)
        // A stamp is reliable only some time after the file was written.
        #expect(!contents.stamp.isSettled(at: contents.stamp.changed))
        #expect(contents.stamp.isSettled(at: contents.stamp.changed + 3_000_000_000))
        usleep(60_000)
        #expect(
            try SystemFiles().contents(of: path).isSettled || contents.stamp.modified % 1_000_000_000 == 0
        )
    }

    @Test func `an empty file and a file with several blocks are read completely`() throws {
        let store = try StoreFolder()
        for length in [0, 1, 4095, 4096, 1_000_000] {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let path = CalendarPath(store.path + "/x\(length)")
            try SystemFiles().create(path, bytes, like: nil)
            #expect(try SystemFiles().contents(of: path).bytes == bytes)
        }
        // The reported size is 0, although the file has contents.
        #if os(Linux)
            #expect(try SystemFiles().contents(of: CalendarPath("/proc/self/status")).bytes.count > 100)
        #endif
    }

    @Test func `names with any bytes can be listed, written, moved and removed`() throws {
        let store = try StoreFolder("a")
        let files = SystemFiles()
        let names: [[UInt8]] = [
            [0xFF, 0xFE, 0x2E, 0x69, 0x63, 0x73], Array("a b\n.ics".utf8), Array("é.ics".utf8),
            Array(repeating: 0x61, count: 251) + Array(".ics".utf8),
        ]
        for name in names {
            let place = try #require(FilePlace(folder: Array("a".utf8), name: name))
            _ = try Commit(to: store.root, merging: LineMerge()).run([.put([1], at: place, over: nil)])
        }
        let folder = CalendarPath(store.path + "/a")
        #expect(Set(try files.entries(of: folder).map(\.name)) == Set(names))
        for name in names {
            let place = try #require(FilePlace(folder: Array("a".utf8), name: name))
            _ = try Commit(to: store.root, merging: LineMerge()).run([.remove(place, try store.base(place))])
        }
        #expect(try files.entries(of: folder).isEmpty)
    }

    @Test func `two files can exchange names, and an exclusive rename does not replace a file`() throws {
        let store = try StoreFolder()
        try store.write("x", "x")
        try store.write("y", "y")
        let (x, y) = (CalendarPath(store.path + "/x"), CalendarPath(store.path + "/y"))
        #expect(try SystemFiles().exchange(x, with: y))
        #expect(store.everything == ["x": "y", "y": "x"])
        let error = #expect(throws: FileFailure.self) { try SystemFiles().move(x, toFree: y) }
        #expect(error?.error.isExisting == true)
        #expect(store.everything == ["x": "y", "y": "x"])
    }

    #if os(Linux)
        @Test func `no failure leaves a file descriptor open`() throws {
            func count() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            }
            let store = try StoreFolder("a")
            try store.write("a/x.ics", "one\n")
            var before = try count()
            for round in 0..<40 {
                let place = try FilePlace("a/x.ics")
                let change = FileChange.put(Array("\(round)\n".utf8), at: place, over: try store.base(place))
                let other = FileChange.put([1], at: try FilePlace("a/y\(round).ics"), over: nil)
                let files = FaultyFiles(at: round, .fails(.broken))
                _ = try? Commit(to: store.root, files: files, merging: LineMerge()).run([change, other])
                _ = try? SystemFiles().contents(of: CalendarPath(store.path + "/none"))
                _ = try? SystemFiles().contents(of: CalendarPath(store.path + "/a"))
                _ = try? SystemFiles().entries(of: CalendarPath(store.path + "/a/x.ics"))
                _ = try? SystemFiles().create(CalendarPath(store.path + "/a"), [1], like: nil)
                _ = try StoreReader(store.root, merging: LineMerge()).read {
                    try $0.items(in: Array("a".utf8))
                }
                if round == 0 { before = try count() }
            }
            // Other tests have files open at the same time.
            #expect(try count() < before + 30)
        }

        @Test func `child processes do not inherit file descriptors`() throws {
            let store = try StoreFolder("a")
            let lockFile = store.root.folder.appending(Array("lock".utf8))
            let lock = try SystemFiles().lock(lockFile, .exclusive, patience: .zero)
            let watch = FolderWatch(store.root.folder)
            var inheritable: [String] = []
            for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
                guard let number = Int32(name), number > 2,
                    let target = try? FileManager.default.destinationOfSymbolicLink(
                        atPath: "/proc/self/fd/\(name)"
                    ),
                    target.contains(store.path) || target.contains("inotify")
                else { continue }
                if fcntl(number, F_GETFD) & FD_CLOEXEC == 0 { inheritable.append(target) }
            }
            #expect(inheritable == [])
            withExtendedLifetime((lock, watch)) {}
        }

        @Test
        func `a lock is released even if a starting program still has it open`()
            throws
        {
            let store = try StoreFolder()
            let lockFile = store.root.folder.appending(Array("lock".utf8))
            var lock: FolderLock? = try SystemFiles().lock(lockFile, .exclusive, patience: .zero)
            // Until it runs, a new process has a copy of every file descriptor.
            let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { name in
                let link = "/proc/self/fd/\(name)"
                return (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == store.path
                    + "/lock"
            }
            let copies = open.compactMap { Int32($0) }.map { dup($0) }
            defer { for copy in copies { close(copy) } }
            #expect(copies.count == 1)
            #expect(throws: FileFailure.self) {
                _ = try SystemFiles().lock(lockFile, .exclusive, patience: .zero)
            }
            withExtendedLifetime(lock) {}
            lock = nil
            _ = try SystemFiles().lock(lockFile, .exclusive, patience: .zero)
        }
    #endif

    @Test func `a signal during a call has no effect`() async throws {
        let store = try StoreFolder("a")
        let result = await (try Child("interrupted", store.path, "40")).finished()
        #expect(result.status == 0, "\(result.errors)")
        #expect(store.everything.count == 40)
        #expect(store.everything.values.allSatisfy { WholeFile.text(Array($0.utf8)) == "x" })
    }
}
