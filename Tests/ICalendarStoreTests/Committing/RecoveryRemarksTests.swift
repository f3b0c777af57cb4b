import Foundation
import ICalendar
import SystemIO
import TestTraits
import Testing

@testable import ICalendarStore

/// Tests the messages about interrupted commits.
struct RecoveryRemarksTests {
    private static let told = "work/A.ics: recovery: the new contents are missing"

    /// Returns a store with the journal of a move whose pending item is lost.
    private static func interrupted(losing: Bool = true) throws -> StoreFolder {
        var place = 1
        while true {
            let files = FaultyFiles(at: .max, .dies)
            let text = OpenedStore.calendar(["UID:A\nSUMMARY:A\nDTSTART:20260330T100000Z"])
            let opened = try OpenedStore(files: ["home/A.ics": text], faulty: files)
            var event = try opened.event("A")
            event.calendar = try opened.calendar("work")
            files.count(to: place)
            _ = try? opened.store.save(&event, span: .allEvents)
            let folder = opened.folder
            if folder.hasJournal, losing { try lose(folder) }
            if folder.hasJournal { return folder }
            try #require(files.count >= place)
            place += 1
        }
    }

    private static func lose(_ folder: StoreFolder) throws {
        for name in folder.everything.keys where name.hasPrefix("work/.") {
            try FileManager.default.removeItem(atPath: folder.path + "/" + name)
        }
    }

    private static func remarks(_ store: EventStore) throws -> [String] {
        try store.diagnostics(for: .event).map(\.description)
    }

    private static func count(_ store: EventStore, _ text: String = told) throws -> Int {
        try remarks(store).count { $0.contains(text) }
    }

    @Test func `recovery messages remain available after further refreshes`() throws {
        let folder = try Self.interrupted()
        let store = try OpenedStore.open(folder)
        for _ in 0..<3 {
            try store.refreshSourcesIfNecessary()
            #expect(try Self.count(store) == 1)
        }
        // The next program that opens the store does not receive these messages.
        #expect(try Self.count(OpenedStore.open(folder)) == 0)
    }

    @Test func `messages appear if a commit finds a journal`() throws {
        let folder = try Self.interrupted()
        let notes = RecoveryNotes()
        let change = FileChange.put([1], at: try FilePlace("home/lunch.ics"), over: nil)
        _ = try Commit(to: folder.root, merging: ItemMerging(), notes: notes).run([change])
        #expect(notes.leftOut.map(\.place.description) == ["work/A.ics", "home/A.ics"])
    }

    @Test func `messages appear if another process is killed while the store is open`() throws {
        let folder = try Self.interrupted(losing: false)
        let name = try #require(folder.everything.keys.first { $0.contains("/journal-") })
        let (path, aside) = (folder.path + "/" + name, folder.path + "/journal")
        try FileManager.default.moveItem(atPath: path, toPath: aside)
        try Self.lose(folder)
        let store = try OpenedStore.open(folder)
        #expect(try Self.count(store) == 0)
        try FileManager.default.moveItem(atPath: aside, toPath: path)
        var event = CalendarEvent(
            title: "New",
            startDate: OpenedStore.monday.date,
            endDate: OpenedStore.monday.adding(seconds: 60).date,
            calendar: try store.calendar(withIdentifier: "home")
        )
        try store.save(&event, span: .thisEvent)
        #expect(!folder.hasJournal)
        #expect(try Self.count(store) == 1)
        #expect(store.recoveryRemarks.count == 2)
    }

    @Test(.enabled(if: SystemFiles.user != 0, "root can write to every folder"))
    func `a commit that cannot be completed is reported with the reason`() throws {
        let folder = try Self.interrupted(losing: false)
        try folder.setMode("work", 0o555)
        let store = try OpenedStore.open(folder)
        let text = "an interrupted commit cannot be finished: \(folder.path)/work"
        let told = try Self.remarks(store)
        #expect(told.count { $0.contains(text) } == 1, "\(told)")
        #expect(try OpenedStore.events(store).map(\.calendar?.calendarIdentifier) == ["work"])
        try folder.setMode("work", 0o755)
        try store.refreshSourcesIfNecessary()
        #expect(try Self.remarks(store) == [])
        #expect(!folder.hasJournal)
    }

    @Test(.long) func `a full disk is also reported`() throws {
        try checkFullDisk(step: 4)
    }

    @Test(.long) func `a full disk during any call is reported`() throws {
        try checkFullDisk(step: 1)
    }

    private func checkFullDisk(step: Int) throws {
        let full = PlatformError(number: ENOSPC)
        var (place, told) = (1, 0)
        while true {
            let folder = try Self.interrupted(losing: false)
            let files = FaultyFiles(at: place, .fails(full))
            let reader = StoreReader(folder.root, files: files, merging: ItemMerging())
            let remarks = (try? reader.read { $0.remarks }) ?? []
            if remarks.contains(where: { $0.hasPrefix("an interrupted commit cannot be finished: ") }) {
                #expect(folder.hasJournal && remarks.contains { $0.contains("No space left on device") })
                told += 1
            }
            if files.count < place { break }
            place += step
        }
        #expect(told * step > 5)
    }

    @Test func `opening the store deletes files that killed processes left next to the lock`() throws {
        let folder = try StoreFolder("home", "work")
        try folder.write("home/lunch.ics", OpenedStore.calendar([OpenedStore.lunch]))
        var place = 1
        var left = 0
        while true {
            let files = FaultyFiles(at: .max, .dies)
            let store = try OpenedStore.open(folder, files)
            let from = try store.calendars(for: .event).first { $0.calendarIdentifier == "home" }
            var event = try #require(try OpenedStore.events(store).first)
            let isHome = event.calendar?.calendarIdentifier == "home"
            event.calendar = isHome ? try store.calendar(withIdentifier: "work") : from
            files.count(to: place)
            _ = try? store.save(&event, span: .allEvents)
            for name in folder.everything.keys where name.hasPrefix("home/.") || name.hasPrefix("work/.") {
                // A cleanup program may delete such files too.
                if !folder.hasJournal { try FileManager.default.removeItem(atPath: folder.path + "/" + name) }
            }
            left += folder.everything.keys.count { $0.hasPrefix(".ics-store/") && $0.hasSuffix(".tmp") }
            _ = try OpenedStore.open(folder)
            #expect(folder.everything.count == 1, "call \(place): \(folder.everything.keys)")
            if files.count < place { break }
            place += 1
        }
        #expect(left > 0)
    }
}
