import Foundation
import ICalendar
import SystemIO
import TestTraits
import Testing

@testable import ICalendarStore
@testable import store_process

/// Tests the history of a store and its limits.
struct HistoryTests {
    @Test func `the history lists commits from newest to oldest, and persists after the store is closed`()
        throws
    {
        let opened = try OpenedStore(["home/stand-up.ics": [OpenedStore.standUp]])
        let store = opened.store
        #expect(try store.history().isEmpty)
        var event = try opened.newEvent("Dentist")
        try store.save(&event, span: .thisEvent)
        event.title = "Doctor"
        try store.save(&event, span: .thisEvent)
        try store.remove(try opened.event("Stand-up"), span: .allEvents)
        var other = try opened.event("Doctor")
        other.calendar = try opened.calendar("work")
        try store.save(&other, span: .allEvents)
        let entries = try store.history()
        #expect(entries.map(\.number) == [4, 3, 2, 1])
        #expect(
            entries.map(\.summary) == [
                "move Doctor in work", "remove Stand-up in home", "edit Doctor in home",
                "add Dentist in home",
            ]
        )
        #expect(entries[1].files == ["home/stand-up.ics"])
        #expect(entries[0].files.count == 2)
        #expect(entries.allSatisfy { $0.obstacle == nil && !$0.isUndone && $0.undoes == nil })
        #expect(entries[0].time >= entries[3].time)
        #expect(try opened.again().history() == entries)
    }

    @Test func `undo marks an entry as undone, and undoing the undo removes the mark`() throws {
        let opened = try OpenedStore(["home/stand-up.ics": [OpenedStore.standUp]])
        let store = opened.store
        let before = opened.folder.text("home/stand-up.ics")
        var event = try opened.event("Stand-up")
        event.title = "Sit-down"
        try store.save(&event, span: .allEvents)
        let after = opened.folder.text("home/stand-up.ics")
        try store.undo(store.history()[0])
        #expect(opened.folder.text("home/stand-up.ics") == before)
        #expect(try opened.event("Stand-up").title == "Stand-up")
        let entries = try opened.again().history()
        #expect(entries.map(\.isUndone) == [false, true])
        #expect(entries[0].undoes == 1 && entries[0].summary == "undo: edit Sit-down in home")
        try store.undo(entries[0])
        #expect(opened.folder.text("home/stand-up.ics") == after)
        #expect(try store.history().map(\.isUndone) == [false, true, false])
        #expect(try store.history()[0].summary == "redo: edit Sit-down in home")
    }

    @Test func `a file that another program has already restored is not changed`() throws {
        let opened = try OpenedStore(["home/stand-up.ics": [OpenedStore.standUp]])
        let before = try #require(opened.folder.text("home/stand-up.ics"))
        try opened.store.remove(try opened.event("Stand-up"), span: .allEvents)
        try opened.folder.write("home/stand-up.ics", before)
        try opened.store.undo(opened.store.history()[0])
        #expect(opened.folder.text("home/stand-up.ics") == before)
        #expect(try opened.store.history().map(\.isUndone) == [false, true])
    }

    @Test func `an earlier change can be undone only if no later change affected its files`() throws {
        let opened = try OpenedStore()
        let store = opened.store
        for title in ["One", "Two"] {
            var event = try opened.newEvent(title)
            try store.save(&event, span: .thisEvent)
        }
        var one = try opened.event("One")
        one.title = "Changed"
        try store.save(&one, span: .thisEvent)
        let history = try store.history()
        let error = try #require(refusal { try store.undo(history[2]) })
        #expect(error.code == .changedMeanwhile)
        #expect(error.changedFiles == history[2].files)
        #expect(error.description.contains("Changed (home/"), "\(error)")
        try store.undo(history[1])
        #expect(try opened.lines() == ["03-30 15:00 Changed"])
    }

    @Test func `undoing a calendar's removal restores all its files and their permissions`() throws {
        let opened = try OpenedStore()
        for number in 0..<300 {
            try opened.folder.write("home/\(number).ics", item("\(number)", "Event \(number)"))
        }
        try opened.folder.write("home/.props", "{}")
        try opened.folder.write("home/color", "#112233\n")
        try opened.folder.setMode("home/7.ics", 0o600)
        let before = StoreState(opened.folder)
        let store = try opened.again()
        try store.removeCalendar(try #require(try store.calendar(withIdentifier: "home")))
        #expect(opened.folder.text("home/7.ics") == nil)
        let entry = try store.history()[0]
        #expect(entry.summary == "remove the calendar home" && entry.files.count == 302)
        try store.undo(entry)
        #expect(StoreState(opened.folder) == before)
        let attributes = try FileManager.default.attributesOfItem(atPath: opened.folder.path + "/home/7.ics")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try store.calendar(withIdentifier: "home") != nil)
        #expect(try OpenedStore.events(store, days: 3000).count == 300)
    }

    @Test func `undoing a calendar's creation removes it only if it is empty`() throws {
        let opened = try OpenedStore()
        let store = opened.store
        var calendar = EventCalendar(title: "Pottery", source: try store.sources[0])
        try store.saveCalendar(&calendar)
        let entry = try store.history()[0]
        try opened.folder.write("pottery/lunch.ics", item("lunch", "Lunch"))
        let error = try #require(refusal { try store.undo(entry) })
        #expect(error.changedFiles == ["pottery/lunch.ics"])
        #expect(opened.folder.text("pottery/lunch.ics") != nil)
        try FileManager.default.removeItem(atPath: opened.folder.path + "/pottery/lunch.ics")
        try store.undo(entry)
        #expect(!FileManager.default.fileExists(atPath: opened.folder.path + "/pottery"))
    }

    @Test func `no other user can read the history`() throws {
        let opened = try OpenedStore()
        var event = try opened.newEvent("Secret")
        try opened.store.save(&event, span: .thisEvent)
        let folder = opened.folder.path + "/\(opened.folder.userFolder)/history"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.count == 1)
        for (path, mode) in [(folder, 0o700), (folder + "/" + (names.first ?? ""), 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == mode)
        }
    }

    @Test func `the oldest entries are dropped when the entry or byte limit is exceeded`() throws {
        let folder = try StoreFolder("home")
        let store = try folder.open { $0.historyCount = 5 }
        for number in 0..<8 {
            var event = CalendarEvent(try event("e\(number)", "1"))
            try store.save(&event, span: .thisEvent)
        }
        #expect(try store.history().map(\.number) == [8, 7, 6, 5, 4])
        let small = try folder.open { $0.historyBytes = 1500 }
        var large = CalendarEvent(try event("large", String(repeating: "x", count: 2000)))
        try small.save(&large, span: .thisEvent)
        let kept = try small.history()
        #expect(kept.count < 6 && kept.first?.number == 9)
        try small.remove(large, span: .allEvents)
        let entry = try small.history()[0]
        #expect(entry.obstacle == "the commit was too large to be kept in the history")
        #expect(entry.files.isEmpty && entry.fileCount == 1)
        let error = try #require(refusal { try small.undo(entry) })
        #expect(error.description.contains("too large to be kept"))
        let none = try folder.open { $0.historyCount = 0 }
        var more = CalendarEvent(try event("more", "1"))
        try none.save(&more, span: .thisEvent)
        #expect(try none.history().first?.number == 10)
    }

    @Test func `a damaged entry is ignored`() throws {
        let opened = try OpenedStore()
        for title in ["One", "Two"] {
            var event = try opened.newEvent(title)
            try opened.store.save(&event, span: .thisEvent)
        }
        let file = try #require(opened.folder.historyFiles.last)
        let path = URL(filePath: opened.folder.path + "/" + file)
        try (Data(contentsOf: path) + Data("x".utf8)).write(to: path)
        #expect(try opened.store.history().count == 1)
        try opened.store.undo(opened.store.history()[0])
        #expect(try opened.lines().count == 1)
    }

    @Test func `a record survives a round trip`() throws {
        let file = HistoryRecord.File(
            folder: Array("home".utf8),
            name: Array("a.ics".utf8),
            before: [1, 2],
            mode: 0o640,
            after: nil
        )
        var note = HistoryNote("edit", by: "test")
        note.undoes = 3
        var record = HistoryRecord(note, [file])
        #expect(HistoryRecord(bytes: record.bytes) == record)
        (record.step, record.folder) = (.removed, Array("home".utf8))
        #expect(HistoryRecord(bytes: record.bytes) == record)
        for cut in 0..<record.bytes.count {
            #expect(HistoryRecord(bytes: Array(record.bytes.prefix(cut))) == nil)
        }
    }

    @Test(.long) func `two processes that save at the same time record each commit once`() async throws {
        let folder = try StoreFolder("a")
        let children = try ["one", "two"].map { try Child("saves", folder.path, $0, "40") }
        let results = await Child.finished(children) {}
        #expect(results.map(\.status) == [0, 0])
        let store = try folder.open()
        let entries = try store.history()
        #expect(entries.map(\.number) == (1...80).reversed())
        #expect(Set(entries.flatMap(\.files)).count == 80)
        for entry in entries { try store.undo(entry) }
        #expect(folder.everything.isEmpty)
    }
}
