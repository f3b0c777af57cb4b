import Foundation
import ICalendar
import TestTraits
import Testing

@testable import ICalendarStore

/// Tests interrupted moves between calendars when the files are used before recovery.
struct InterruptedMovesTests {
    private static let titles = ["A", "B", "C"]

    private static func text(_ title: String, _ more: String = "") -> String {
        OpenedStore.calendar([
            "UID:\(title)\nSUMMARY:\(title)\nDTSTART:20260330T100000Z\nDTEND:20260330T110000Z" + more
        ])
    }

    /// Returns a store with a process killed at the n-th call while moving items from `home` to `work`.
    private static func interrupted(
        _ titles: [String],
        at place: Int
    ) throws -> (folder: StoreFolder, isReached: Bool) {
        let files = FaultyFiles(at: .max, .dies)
        var texts: [String: String] = [:]
        for title in titles { texts["home/\(title).ics"] = text(title) }
        let opened = try OpenedStore(files: texts, faulty: files)
        for title in titles {
            var event = try opened.event(title)
            event.calendar = try opened.calendar("work")
            try opened.store.save(&event, span: .allEvents, commit: false)
        }
        files.count(to: place)
        _ = try? opened.store.commit()
        return (opened.folder, files.count >= place)
    }

    /// Runs a closure for every call at which the process can be killed after writing its journal.
    private static func forEachInterruption(
        of titles: [String] = ["A"],
        _ body: (StoreFolder, String) throws -> Void
    ) throws {
        var (place, found) = (1, 0)
        while true {
            let (folder, isReached) = try interrupted(titles, at: place)
            if folder.hasJournal {
                try body(folder, "call \(place)")
                found += 1
            }
            if !isReached { break }
            place += 1
        }
        #expect(found > 5)
    }

    private static func remarks(_ store: EventStore) throws -> [String] {
        try store.diagnostics(for: .event).map(\.description)
    }

    /// Opens a store without completing interrupted commits.
    private static func looking(_ folder: StoreFolder) throws -> EventStore {
        var options = EventStore.Options()
        options.isReadOnly = true
        options.access = .allow
        return try EventStore(folder.root, files: SystemFiles(), options: options)
    }

    /// Returns the calendars and titles of all events.
    private static func seen(_ store: EventStore) throws -> [String] {
        try OpenedStore.events(store).map { "\($0.calendar?.title ?? "") \($0.title)" }.sorted()
    }

    @Test(.long) func `files named by an untrusted journal are kept and reported`() throws {
        try Self.forEachInterruption(of: Self.titles) { folder, call in
            for (name, text) in folder.everything where name.contains("journal-") {
                try folder.write(name, String(text.dropLast()))
            }
            for _ in 0..<2 {
                let store = try OpenedStore.open(folder)
                let remarks = try Self.remarks(store)
                #expect(remarks.contains { $0.contains("is not trusted") }, "\(call): \(remarks)")
            }
            let items = folder.everything.filter { $0.key.hasPrefix("home/") || $0.key.hasPrefix("work/") }
            for title in Self.titles {
                #expect(items.values.contains { $0.contains("UID:\(title)\r\n") }, "\(call): \(title)")
            }
        }
    }

    /// A way to rewrite a file without changing its contents.
    enum Touch: CaseIterable, Sendable { case touched, copied }

    @Test(.long, arguments: Touch.allCases)
    func `a file touched before recovery is still moved`(touch: Touch) throws {
        try Self.forEachInterruption { folder, call in
            let path = folder.path + "/home/A.ics"
            guard let text = folder.text("home/A.ics") else { return }
            switch touch {
            case .touched:
                let later = Date(timeIntervalSinceNow: 100)
                try FileManager.default.setAttributes([.modificationDate: later], ofItemAtPath: path)
            case .copied: try folder.write("home/A.ics", text)
            }
            #expect(try Self.seen(Self.looking(folder)) == ["work A"], "\(call)")
            let store = try OpenedStore.open(folder)
            #expect(try Self.seen(store) == ["work A"], "\(call)")
            #expect(folder.everything.keys.sorted() == ["work/A.ics"], "\(call)")
            #expect(try Self.remarks(store) == [], "\(call)")
        }
    }

    @Test(.long, arguments: [false, true])
    func `a change to a file that is being moved moves with it`(isKilledAgain: Bool) throws {
        try Self.forEachInterruption { folder, call in
            guard folder.text("home/A.ics") != nil else { return }
            try folder.write("home/A.ics", Self.text("A", "\nLOCATION:Roof"))
            if isKilledAgain {
                for again in 1..<60 {
                    let dying = FaultyFiles(at: again, .dies)
                    let recovery = Recovery(root: folder.root, files: dying, merging: ItemMerging())
                    _ = try? recovery.run(tidying: [])
                    let all = folder.everything.values
                    #expect(all.contains { $0.contains("LOCATION:Roof") }, "\(call), \(again)")
                }
            }
            let store = try OpenedStore.open(folder)
            #expect(folder.everything.keys.sorted() == ["work/A.ics"], "\(call)")
            #expect(try OpenedStore.events(store).map(\.location) == ["Roof"], "\(call)")
        }
    }

    @Test func `an item edited at its new location appears only there`() throws {
        var seen = 0
        try Self.forEachInterruption { folder, call in
            guard folder.text("home/A.ics") != nil, folder.text("work/A.ics") != nil else { return }
            try folder.write("work/A.ics", Self.text("A", "\nLOCATION:Roof"))
            #expect(try Self.seen(Self.looking(folder)) == ["work A"], "\(call)")
            let store = try OpenedStore.open(folder)
            #expect(try Self.seen(store) == ["work A"], "\(call)")
            #expect(try OpenedStore.events(store).map(\.location) == ["Roof"], "\(call)")
            seen += 1
        }
        #expect(seen > 0)
    }

    @Test(.long) func `a change that cannot move with its item stays at the old location and is reported`()
        throws
    {
        try Self.forEachInterruption { folder, call in
            guard folder.text("home/A.ics") != nil else { return }
            try folder.write("home/A.ics", "nothing that can be read")
            let store = try OpenedStore.open(folder)
            #expect(folder.text("home/A.ics") == "nothing that can be read", "\(call)")
            #expect(folder.text("work/A.ics") == Self.text("A"), "\(call)")
            let told = "home/A.ics: recovery: the file has changed since; not removed"
            #expect(try Self.remarks(store).contains { $0.contains(told) }, "\(call)")
        }
    }

    @Test(.long, arguments: [false, true])
    func `an item that has replaced a moved item is kept`(isBeside: Bool) throws {
        try Self.forEachInterruption { folder, call in
            guard folder.text("home/A.ics") != nil else { return }
            let other = Self.text("Z")
            let both = OpenedStore.calendar(
                ["A", "Z"].map { "UID:\($0)\nSUMMARY:\($0)\nDTSTART:20260330T100000Z\nLOCATION:Roof" }
            )
            try folder.write("home/A.ics", isBeside ? both : other)
            for again in 1..<60 {
                let dying = FaultyFiles(at: again, .dies)
                _ = try? Recovery(root: folder.root, files: dying, merging: ItemMerging()).run(tidying: [])
                #expect(folder.everything.values.contains { $0.contains("UID:Z") }, "\(call), \(again)")
            }
            let store = try OpenedStore.open(folder)
            #expect(try Self.seen(store) == ["home Z", "work A"], "\(call)")
            #expect(folder.text("work/A.ics")?.contains("Roof") == isBeside, "\(call)")
            #expect(folder.everything.keys.sorted() == ["home/A.ics", "work/A.ics"], "\(call)")
            if !isBeside { #expect(folder.text("home/A.ics") == other, "\(call)") }
        }
    }

    @Test func `a file renamed before its removal is reported`() throws {
        var told = 0
        try Self.forEachInterruption { folder, call in
            guard folder.text("home/A.ics") != nil else { return }
            try FileManager.default.moveItem(
                atPath: folder.path + "/home/A.ics",
                toPath: folder.path + "/home/Q.ics"
            )
            let store = try OpenedStore.open(folder)
            #expect(try Self.seen(store) == ["home A", "work A"], "\(call)")
            let remarks = try Self.remarks(store)
            #expect(
                remarks.contains { $0.contains("it is now \(folder.path)/home/Q.ics") },
                "\(call)"
            )
            told += 1
        }
        #expect(told > 2)
    }

    @Test(.long) func `a lost item prevents only its own file from being removed`() throws {
        var spared = 0
        try Self.forEachInterruption(of: Self.titles) { folder, call in
            let hidden = folder.everything.filter {
                $0.key.hasPrefix("work/.") && $0.value.contains("SUMMARY:B")
            }
            guard let name = hidden.keys.first else { return }
            try FileManager.default.removeItem(atPath: folder.path + "/" + name)
            let before = folder.everything
            #expect(try Self.seen(Self.looking(folder)) == ["home B", "work A", "work C"], "\(call)")
            #expect(folder.everything == before, "\(call)")
            let store = try OpenedStore.open(folder)
            #expect(folder.text("home/B.ics") == Self.text("B"), "\(call)")
            let left = ["home/B.ics", "work/A.ics", "work/C.ics"]
            #expect(folder.everything.keys.sorted() == left, "\(call)")
            #expect(try Self.remarks(store).count == 2, "\(call)")
            spared += 1
        }
        #expect(spared > 2)
    }

    @Test func `a change to an item that was moved out of a shared file is reported`() throws {
        var (place, told) = (1, 0)
        while true {
            let files = FaultyFiles(at: .max, .dies)
            let events = ["A", "B"].map { "UID:\($0)\nSUMMARY:\($0)\nDTSTART:20260330T100000Z" }
            let text = OpenedStore.calendar(events)
            let opened = try OpenedStore(files: ["home/both.ics": text], faulty: files)
            var event = try opened.event("A")
            event.calendar = try opened.calendar("work")
            files.count(to: place)
            _ = try? opened.store.save(&event, span: .allEvents)
            let folder = opened.folder
            if folder.hasJournal, folder.text("home/both.ics") == text {
                let changed = text.replacingOccurrences(of: "SUMMARY:A", with: "SUMMARY:Anew")
                try folder.write("home/both.ics", changed)
                let store = try OpenedStore.open(folder)
                #expect(try Self.seen(store) == ["home Anew", "home B", "work A"], "call \(place)")
                let remarks = try Self.remarks(store)
                #expect(remarks.contains { $0.contains("may be in both calendars") }, "call \(place)")
                told += 1
            }
            if files.count < place { break }
            place += 1
        }
        #expect(told > 3)
    }

    @Test func `a journal records the group and the destination of each entry`() throws {
        var entry = JournalEntry(
            place: try FilePlace("home/A.ics"),
            temporary: TemporaryName.make(),
            content: FileDigest(of: [1]),
            expected: nil,
            base: nil
        )
        for (group, destination) in [(nil, nil), (0, nil), (7, try FilePlace("work/A.ics"))] {
            (entry.group, entry.destination) = (group, destination)
            let journal = Journal(root: 1, entries: [entry])
            #expect(Journal(bytes: journal.bytes) == journal)
        }
        // A journal cannot name a file that the store would never write.
        entry.destination = try FilePlace("work/notes.txt")
        #expect(Journal(bytes: Journal(root: 1, entries: [entry]).bytes) == nil)
    }
}
