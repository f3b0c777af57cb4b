import Foundation
import ICalendar
import SystemIO
import TestTraits
import Testing

@testable import ICalendarStore

/// Tests items that another program changes while they are being moved or removed.
struct ChangedMeanwhileTests {
    /// A change that another program makes to an item.
    enum Change: CaseIterable, Sendable {
        case replaced
        case inPlace
        case renamed
    }

    /// Two items in the calendar `home`, and another program that changes one of them before a given call by
    /// the store.
    private final class Scene: Sendable {
        let folder: StoreFolder
        let store: EventStore
        let files: FaultyFiles
        private let changes: Changes

        init(_ change: Change) throws {
            let folder = try StoreFolder("home", "work")
            let dinner = OpenedStore.lunch.replacingOccurrences(of: "lunch", with: "dinner")
                .replacingOccurrences(of: "Lunch", with: "Dinner")
            try folder.write("home/lunch.ics", OpenedStore.calendar([OpenedStore.lunch]))
            try folder.write("home/dinner.ics", OpenedStore.calendar([dinner]))
            let changes = Changes()
            let files = FaultyFiles(
                at: .max,
                .meets { if (try? Scene.make(change, in: folder)) == true { changes.note() } }
            )
            self.folder = folder
            self.files = files
            self.changes = changes
            store = try OpenedStore.open(folder, files)
        }

        /// Makes the change.
        ///
        /// Returns false if the item no longer exists.
        private static func make(_ change: Change, in folder: StoreFolder) throws -> Bool {
            guard folder.text("home/lunch.ics") != nil else { return false }
            let text = OpenedStore.calendar([OpenedStore.lunch + "\nLOCATION:Canteen"])
            let path = folder.path + "/home/"
            switch change {
            case .replaced: try folder.write("home/lunch.ics", text)
            case .inPlace: try folder.writeInPlace("home/lunch.ics", text)
            case .renamed:
                try FileManager.default.moveItem(atPath: path + "lunch.ics", toPath: path + "noon.ics")
            }
            return true
        }

        func event(_ title: String) throws -> CalendarEvent {
            try #require(try OpenedStore.events(store).first { $0.title == title })
        }

        /// Whether the other program has already made its change.
        var isChanged: Bool { changes.count > 0 }

        /// The files that contain the item.
        var holders: [String: String] {
            folder.everything.filter { $0.key.hasSuffix(".ics") && $0.value.contains("UID:lunch") }
        }

        /// Temporary files and journals left behind by a commit.
        var leftovers: [String] {
            folder.everything.keys.filter { $0.hasSuffix(".tmp") || $0.contains("/journal-") }
        }
    }

    /// Counts the changes made by the other program.
    private final class Changes: Sendable {
        private let number = Lock(0)
        var count: Int { number.withLock { $0 } }
        func note() { number.withLock { $0 += 1 } }
    }

    @Test(.long, arguments: Change.allCases)
    func `a change made during a move moves with the item`(change: Change) throws {
        var (call, carried) = (0, 0)
        while true {
            call += 1
            let scene = try Scene(change)
            var event = try scene.event("Lunch")
            event.calendar = try scene.store.calendar(withIdentifier: "work")
            scene.files.count(to: call)
            try scene.store.save(&event, span: .thisEvent)
            let isReached = scene.files.count >= call
            scene.files.count(to: .max)
            let holders = scene.holders
            let isMoved = holders.count == 1 && holders.keys.first?.hasPrefix("work/") == true
            #expect(isMoved, "call \(call): \(holders)")
            if scene.isChanged {
                carried += 1
                let text = holders.values.first ?? ""
                #expect(text.contains("LOCATION:Canteen") == (change != .renamed), "call \(call)")
            }
            #expect(scene.leftovers == [], "call \(call)")
            if !isReached { break }
        }
        #expect(carried > 10)
    }

    @Test(.long, arguments: Change.allCases)
    func `an item changed during its removal in a batch is removed anyway`(
        change: Change
    ) throws {
        var (call, changed) = (0, 0)
        while true {
            call += 1
            let scene = try Scene(change)
            for title in ["Lunch", "Dinner"] {
                try scene.store.remove(scene.event(title), span: .thisEvent, commit: false)
            }
            scene.files.count(to: call)
            try scene.store.commit()
            let isReached = scene.files.count >= call
            scene.files.count(to: .max)
            #expect(scene.holders.isEmpty, "call \(call)")
            #expect(scene.folder.text("home/dinner.ics") == nil, "call \(call)")
            if scene.isChanged { changed += 1 }
            #expect(scene.leftovers == [], "call \(call)")
            if !isReached { break }
        }
        #expect(changed > 5)
    }

    @Test(.long) func `a split during a change by another program splits the changed series`() throws {
        var (call, changed) = (0, 0)
        while true {
            call += 1
            let folder = try StoreFolder("home", "work")
            try folder.write("home/stand-up.ics", OpenedStore.calendar([OpenedStore.standUp]))
            let longer = OpenedStore.standUp.replacingOccurrences(of: "COUNT=5", with: "COUNT=8")
            let changes = Changes()
            let files = FaultyFiles(
                at: .max,
                .meets {
                    // Occurrences that were already split off do not reappear.
                    guard folder.text("home/stand-up.ics")?.contains("COUNT=5") == true,
                        (try? folder.write("home/stand-up.ics", OpenedStore.calendar([longer]))) != nil
                    else { return }
                    changes.note()
                }
            )
            let store = try OpenedStore.open(folder, files)
            var event = try OpenedStore.events(store)[2]
            event.title = "Retro"
            files.count(to: call)
            try store.save(&event, span: .futureEvents)
            let isReached = files.count >= call
            files.count(to: .max)
            let titles = try OpenedStore.events(OpenedStore.open(folder)).map(\.title)
            let retros = changes.count > 0 ? 6 : 3
            #expect(
                titles == ["Stand-up", "Stand-up"] + Array(repeating: "Retro", count: retros),
                "call \(call)"
            )
            if changes.count > 0 { changed += 1 }
            if !isReached { break }
        }
        #expect(changed > 10)
    }

    @Test(.long, arguments: ["", "garbage\n"])
    func `a file made unreadable by another program is reported as changed`(text: String) throws {
        let opened = try OpenedStore(["home/lunch.ics": [OpenedStore.lunch]])
        var event = try opened.event("Lunch")
        event.title = "Dinner"
        try opened.folder.write("home/lunch.ics", text)
        let error = refusal { try opened.store.save(&event, span: .thisEvent) }
        let said = error?.description ?? ""
        #expect(said.hasPrefix("home/lunch.ics: another program changed the file"), "\(said)")
        #expect(said.contains("nothing was saved"), "\(said)")
        #expect(opened.folder.text("home/lunch.ics") == text)
    }
}
