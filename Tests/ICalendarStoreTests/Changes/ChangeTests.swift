import Foundation
import ICalendar
import Synchronization
import SystemIO
import Testing

@testable import ICalendarStore
@testable import store_process

/// Tests the changes that a store reports, regardless of their origin.
struct ChangeTests {
    private static let changes: [(String, @Sendable (StoreFolder) throws -> Void, [String])] = [
        ("nothing that counts", { try $0.write("a/x.ics", item("x", "old")) }, []),
        ("a new item", { try $0.write("a/new.ics", item("new", "1")) }, ["+a:new"]),
        ("an item written in place", { try $0.writeInPlace("a/x.ics", item("x", "2")) }, ["~a:x"]),
        ("an item removed", { try FileManager.default.removeItem(atPath: $0.path + "/a/x.ics") }, ["-a:x"]),
        ("a file of another name", { try $0.move("a/x.ics", "a/other.ics") }, []),
        (
            "a file of another name and content",
            { store in
                try store.move("a/x.ics", "a/other.ics")
                try store.write("a/other.ics", item("x", "2"))
            }, ["~a:x"]
        ),
        ("an item that moves", { try $0.move("a/x.ics", "b/x.ics") }, ["-a:x", "+b:x"]),
        ("another UID in a file", { try $0.write("a/x.ics", item("y", "1")) }, ["-a:x", "+a:y"]),
        (
            "one of several items in a file",
            { try $0.write("several.ics", items(["p": "1", "q": "2", "r": "old"])) },
            ["+several.ics:p", "~several.ics:q"]
        ),
        ("a second file of a UID", { try $0.write("a/second.ics", item("x", "old")) }, ["~a:x"]),
        (
            "a calendar with an item",
            { store in
                try store.make(folder: "c")
                try store.write("c/z.ics", item("z", "1"))
            }, ["+c", "+c:z"]
        ),
        (
            "a calendar removed",
            { try FileManager.default.removeItem(atPath: $0.path + "/a") }, ["-a", "-a:x"]
        ),
        ("a calendar renamed", { try $0.move("a", "c") }, ["-a", "-a:x", "+c", "+c:x"]),
        ("a colour", { try $0.write("b/color", "#ff0000") }, ["~b"]),
        ("no calendar any longer", { try $0.write("a/x.ics", "nonsense") }, ["-a:x"]),
    ]

    @Test(arguments: 0..<changes.count, [FolderWatch.Method.automatic, .polling])
    func `a change by another program is reported with the affected items`(
        index: Int,
        method: FolderWatch.Method
    ) async throws {
        let (name, body, expected) = Self.changes[index]
        let folder = try StoreFolder("a", "b")
        try folder.write("a/x.ics", item("x", "old"))
        try folder.write("several.ics", items(["q": "old", "r": "old"]))
        let store = try folder.open { $0.watching = method }
        let heard = Heard(store)
        try body(folder)
        // The last change proves that all earlier changes have been reported.
        try folder.write("b/last.ics", item("last", "1"))
        let told = try await heard.joined { $0.inserted.contains(last) }
        #expect(told.origin == .foreign)
        #expect(told.names.subtracting(["+b:last"]) == Set(expected), "\(name)")
    }

    @Test func `a query sees a recent change even if no task reads changes`() throws {
        let folder = try StoreFolder("a", "b")
        let store = try folder.open()
        for number in 0..<5 {
            SystemFiles.sleep(ChangePump.delay * 2)
            try folder.write("a/\(number).ics", item("\(number)", "1"))
            #expect(store.snapshot.items["a"]?.count == number + 1)
        }
        // Within the delay, a change becomes visible only after a refresh.
        try folder.write("b/now.ics", item("now", "1"))
        try store.refreshSourcesIfNecessary()
        #expect(store.known.items["b"]?.count == 1)
    }

    @Test func `an unwatched store sees changes only after a refresh`() async throws {
        let folder = try StoreFolder("a")
        let store = try folder.open { $0.isWatched = false }
        let heard = Heard(store)
        try folder.write("a/x.ics", item("x", "1"))
        SystemFiles.sleep(.milliseconds(100))
        #expect(store.snapshot.items["a"]?.count == 0)
        try store.refreshSourcesIfNecessary()
        #expect(try await heard.joined { _ in true }.names == ["+a:x"])
        #expect(store.snapshot.items["a"]?.count == 1)
    }

    @Test(arguments: [FolderWatch.Method.automatic, .polling])
    func `the store's own commits are reported once`(method: FolderWatch.Method) async throws {
        let folder = try StoreFolder("a", "b")
        let store = try folder.open { $0.watching = method }
        let heard = Heard(store)
        let calendars = try store.calendars(for: .event)
        var told: [StoreChange] = []
        for number in 0..<2 {
            for calendar in calendars {
                var event = CalendarEvent(try event("\(number)", "1"), calendar: calendar)
                try store.save(&event, span: .thisEvent, commit: false)
            }
            try store.commit()
            told += try await heard.until { _ in true }
        }
        // The next check for changes finds nothing new.
        try folder.write("b/last.ics", item("last", "1"))
        told += try await heard.until { $0.inserted.contains(last) }
        #expect(told.map(\.names) == [["+a:0", "+b:0"], ["+a:1", "+b:1"], ["+b:last"]])
        #expect(told.map(\.origin) == [.own, .own, .foreign])
    }

    @Test func `files written by the store are reread only if another program changed them`() throws {
        let folder = try StoreFolder("a")
        let store = try folder.open()
        var event = CalendarEvent(try event("x", "1"))
        try store.save(&event, span: .thisEvent)
        func due() -> FolderChange {
            store.upkeep.withLock { upkeep in
                upkeep.gather()
                return upkeep.due
            }
        }
        #expect(due().isEmpty)
        try store.commitFiles(of: StagedChanges()) { () throws(StoreError) in
            // Another program writes the file just before this store verifies it.
            try? folder.write("a/x.ics", item("x", "2"))
            return []
        }
        #expect(due().folders == [Array("a".utf8)])
        SystemFiles.sleep(ChangePump.delay * 2)
        #expect(try EventTurns.found(in: store)["a:x"]?.event.summary == "2")
    }

    @Test func `a change by another store in the same program counts as external`() async throws {
        let folder = try StoreFolder("a")
        let (one, two) = (try folder.open(), try folder.open())
        let (heardByOne, heardByTwo) = (Heard(one), Heard(two))
        var event = CalendarEvent(try event("last", "1"))
        try one.save(&event, span: .thisEvent)
        for (heard, origin) in [(heardByOne, StoreChange.Origin.own), (heardByTwo, .foreign)] {
            let told = try await heard.joined { _ in true }
            #expect(told.names == ["+a:last"])
            #expect(told.origin == origin)
        }
    }

    @Test func `storeChanged reports that something changed, but no details`() async throws {
        let folder = try StoreFolder("a")
        let store = try folder.open()
        let task = Task {
            var count = 0
            for await _ in store.storeChanged {
                count += 1
                break
            }
            return count
        }
        // Nothing is reported before the task reads changes.
        while !store.feed.isRead { try await Task.sleep(for: .milliseconds(2)) }
        try folder.write("a/x.ics", item("x", "1"))
        #expect(await task.value == 1)
    }

    @Test func `readers of changes do not leave threads or file descriptors behind`() async throws {
        for method in ["automatic", "polling"] {
            let folder = try StoreFolder("a")
            let result = try await Child("readers", folder.path, method).finished()
            let line = try #require(result.lines.last, "\(result.errors)")
            let words = line.split(separator: " ")
            // On a busy machine, some threads may not have ended yet at the first count.
            let numbers = words.compactMap { Int($0) }
            try #require(numbers.count == 4)
            #expect(numbers[1] <= numbers[0] && numbers[3] <= numbers[2], "\(result.lines)")
        }
    }

    @Test func `canceling a task ends only that task's loop`() async throws {
        let folder = try StoreFolder("a")
        let store = try folder.open()
        let heard = Heard(store)
        let task = Task { for await _ in store.changes {} }
        task.cancel()
        await task.value
        try folder.write("a/x.ics", item("x", "1"))
        #expect(try await heard.joined { _ in true }.names == ["+a:x"])
    }

    @Test func `a program without read access is notified of changes without details`() async throws {
        let folder = try StoreFolder("a")
        let store = try folder.open { $0.access = .deny }
        let heard = Heard(store)
        try folder.write("a/x.ics", item("x", "1"))
        let told = try await heard.joined { _ in true }
        #expect(told.isEverything && told.names.isEmpty)
    }
}
