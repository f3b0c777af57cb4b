import Foundation
import ICalendar
import SystemIO
import TestTraits
import Testing

@testable import ICalendarStore

/// Tests batches of uncommitted changes.
@Suite struct SavingBatchTests {
    private func opened() throws -> OpenedStore {
        try OpenedStore(["home/stand-up.ics": [OpenedStore.standUp], "work/lunch.ics": [OpenedStore.lunch]])
    }

    @Test func `a batch is written on commit and is not visible to earlier queries`() throws {
        let opened = try opened()
        let (store, before) = (opened.store, opened.folder.everything)
        var (one, other) = (try opened.newEvent("One"), try opened.newEvent("Other", calendar: "work"))
        try store.save(&one, span: .thisEvent, commit: false)
        try store.save(&other, span: .thisEvent, commit: false)
        try store.remove(opened.event("Lunch"), span: .thisEvent, commit: false)
        #expect(!one.isNew && !one.hasChanges && one.eventIdentifier?.hasPrefix("home:") == true)
        #expect(store.hasPendingChanges && opened.folder.everything == before)
        #expect(try opened.lines(days: 1) == ["03-30 09:00 Stand-up", "03-30 12:00 Lunch"])
        try store.commit()
        #expect(!store.hasPendingChanges)
        #expect(
            try opened.lines(days: 1) == ["03-30 09:00 Stand-up", "03-30 15:00 One", "03-30 15:00 Other"]
                || opened.lines(days: 1) == ["03-30 09:00 Stand-up", "03-30 15:00 Other", "03-30 15:00 One"]
        )
        #expect(try OpenedStore.lines(OpenedStore.events(opened.again())) == opened.lines())
    }

    @Test func `an empty commit is not an error`() throws {
        let opened = try opened()
        let before = opened.folder.everything
        try opened.store.commit()
        #expect(opened.folder.everything == before)
    }

    @Test func `edits to one event in a batch accumulate, through both old and new values`() throws {
        let opened = try opened()
        let all = try opened.events().filter { $0.title != "Lunch" }
        var (event, other) = (all[1], all[3])
        event.title = "Retro"
        try opened.store.save(&event, span: .thisEvent, commit: false)
        event.location = "Roof"
        try opened.store.save(&event, span: .thisEvent, commit: false)
        other.notes = "Bring cake"
        try opened.store.save(&other, span: .futureEvents, commit: false)
        #expect(!other.hasChanges && other.notes == "Bring cake")
        try opened.store.commit()
        let events = try opened.events().filter { $0.title != "Lunch" }
        #expect(events.map(\.title) == ["Stand-up", "Retro", "Stand-up", "Stand-up", "Stand-up"])
        #expect(events.map(\.location) == ["Room 4", "Roof", "Room 4", "Room 4", "Room 4"])
        #expect(events.map(\.hasNotes) == [false, false, false, true, true])
    }

    @Test func `a new event can be changed and removed within its batch`() throws {
        let opened = try opened()
        let before = opened.folder.everything
        var event = try opened.newEvent("Dentist")
        try opened.store.save(&event, span: .thisEvent, commit: false)
        event.title = "Doctor"
        try opened.store.save(&event, span: .thisEvent, commit: false)
        try opened.store.remove(event, span: .thisEvent, commit: false)
        try opened.store.commit()
        #expect(opened.folder.everything == before)
    }

    @Test func `a UID or a file name used in the batch is unavailable`() throws {
        let opened = try opened()
        var (one, twin) = (try opened.newEvent("One"), try opened.newEvent("Twin"))
        one.event.uid = "same"
        twin.event.uid = "same"
        try opened.store.save(&one, span: .thisEvent, commit: false)
        let error = refusal { try opened.store.save(&twin, span: .thisEvent, commit: false) }
        #expect(error?.code == .identifierIsTaken)
        twin.event.uid = "same-1"
        try opened.store.save(&twin, span: .thisEvent, commit: false)
        try opened.store.commit()
        #expect(try opened.lines(days: 1).count == 4)
    }

    @Test func `a UID becomes available when the batch moves its item away`() throws {
        let opened = try opened()
        var event = try opened.event("Lunch")
        event.calendar = try opened.calendar("home")
        try opened.store.save(&event, span: .allEvents, commit: false)
        var twin = try opened.newEvent("Twin", calendar: "work")
        twin.event.uid = "lunch"
        try opened.store.save(&twin, span: .allEvents, commit: false)
        try opened.store.commit()
        #expect(
            try opened.store.calendarItems(withExternalIdentifier: "lunch").map(\.title) == ["Lunch", "Twin"]
        )
    }

    @Test(arguments: [false, true])
    func `an older value follows its item to another calendar and back`(commits: Bool) throws {
        let opened = try opened()
        var (event, older) = (try opened.event("Lunch"), try opened.event("Lunch"))
        let oldest = older
        event.calendar = try opened.calendar("home")
        try opened.store.save(&event, span: .allEvents, commit: commits)
        older.location = "Roof"
        try opened.store.save(&older, span: .allEvents, commit: commits)
        #expect(older.calendar?.calendarIdentifier == "home" && older.eventIdentifier == "home:lunch")
        try opened.store.commit()
        var found = try opened.events().filter { $0.title == "Lunch" }
        #expect(found.map(\.eventIdentifier) == ["home:lunch"] && found.first?.location == "Roof")
        #expect(opened.folder.everything.keys.filter { $0.contains("lunch") } == ["home/lunch.ics"])
        event.calendar = try opened.calendar("work")
        try opened.store.save(&event, span: .allEvents, commit: commits)
        older.location = "Cellar"
        try opened.store.save(&older, span: .allEvents, commit: commits)
        try opened.store.commit()
        found = try opened.events().filter { $0.title == "Lunch" }
        #expect(found.map(\.eventIdentifier) == ["work:lunch"] && found.first?.location == "Cellar")
        var again = oldest
        #expect(try opened.store.refresh(&again) && again.location == "Cellar")
        try opened.store.remove(oldest, span: .allEvents, commit: commits)
        try opened.store.commit()
        #expect(!opened.folder.everything.keys.contains { $0.contains("lunch") })
    }

    @Test func `a discarded move is not followed`() throws {
        let opened = try opened()
        var (event, older) = (try opened.event("Lunch"), try opened.event("Lunch"))
        event.calendar = try opened.calendar("home")
        try opened.store.save(&event, span: .allEvents, commit: false)
        #expect(opened.store.discardPendingChanges(of: event))
        older.location = "Roof"
        try opened.store.save(&older, span: .allEvents)
        #expect(try opened.events().filter { $0.title == "Lunch" }.map(\.eventIdentifier) == ["work:lunch"])
    }

    @Test(.long) func `changes to items and calendar names are one commit, whichever call fails`() throws {
        var isFinished = false
        for place in 1..<200 where !isFinished {
            let files = FaultyFiles(at: .max, .fails(.broken))
            let opened = try OpenedStore(
                ["home/stand-up.ics": [OpenedStore.standUp], "work/lunch.ics": [OpenedStore.lunch]],
                faulty: files
            )
            let before = opened.folder.everything
            var event = try opened.newEvent("Dentist")
            try opened.store.save(&event, span: .thisEvent, commit: false)
            var (home, work) = (try opened.calendar("home"), try opened.calendar("work"))
            (home.title, work.title) = ("Hearth", "Forge")
            try opened.store.saveCalendar(&home, commit: false)
            try opened.store.saveCalendar(&work, commit: false)
            home.title = "Home and hearth"
            try opened.store.saveCalendar(&home, commit: false)
            files.count(to: place)
            let isDone = (try? opened.store.commit()) != nil
            isFinished = files.count < place
            files.count(to: .max)
            let titles = try opened.again().calendars(for: .event).map(\.title)
            let names = Set(opened.folder.everything.keys)
            if isDone {
                #expect(titles == ["Home and hearth", "Forge"], "call \(place)")
                #expect(names.count == before.count + 3 && !opened.store.hasPendingChanges)
            } else {
                #expect(titles == ["home", "work"] && names == Set(before.keys), "call \(place)")
                // The batch can be committed again after the failure.
                try opened.store.commit()
                #expect(
                    try opened.calendar("work").title == "Forge" && opened.event("Dentist").isNew == false
                )
            }
        }
        #expect(isFinished)
    }

    @Test func `a reset discards the batch, and earlier values can still be saved`() throws {
        let opened = try opened()
        let before = opened.folder.everything
        var event = try opened.event("Lunch")
        event.title = "Long lunch"
        try opened.store.save(&event, span: .thisEvent, commit: false)
        try opened.store.reset()
        #expect(!opened.store.hasPendingChanges)
        try opened.store.commit()
        #expect(opened.folder.everything == before)
        event.location = "Roof"
        try opened.store.save(&event, span: .thisEvent)
        #expect(try opened.event("Lunch").location == "Roof")
    }

    @Test func `an event and its related changes can be discarded from a batch`() throws {
        let opened = try opened()
        var (later, lunch) = (try opened.events()[3], try opened.event("Lunch"))
        later.title = "Retro"
        try opened.store.save(&later, span: .futureEvents, commit: false)
        lunch.title = "Long lunch"
        try opened.store.save(&lunch, span: .thisEvent, commit: false)
        #expect(opened.store.discardPendingChanges(of: later))
        #expect(!opened.store.discardPendingChanges(of: later))
        try opened.store.commit()
        #expect(try Set(opened.events().map(\.title)) == ["Stand-up", "Long lunch"])
        #expect(opened.folder.everything.keys.filter { $0.hasSuffix(".ics") }.count == 2)
    }

    @Test
    func `an immediate save writes its own change and the batch's changes to the same file`()
        throws
    {
        let opened = try opened()
        let store = opened.store
        var (lunch, one) = (try opened.event("Lunch"), try opened.newEvent("One"))
        let stale = lunch
        lunch.title = "Long lunch"
        try store.save(&lunch, span: .thisEvent, commit: false)
        try store.save(&one, span: .thisEvent, commit: false)
        var third = try opened.newEvent("Third")
        try store.save(&third, span: .thisEvent)
        #expect(try Set(opened.events(days: 1).map(\.title)) == ["Stand-up", "Lunch", "Third"])
        // A second value of the same event in the batch.
        var again = stale
        again.location = "Roof"
        try store.save(&again, span: .thisEvent)
        #expect(again.title == "Long lunch" && again.location == "Roof")
        #expect(try Set(opened.events(days: 1).map(\.title)) == ["Stand-up", "Long lunch", "Third"])
        #expect(store.hasPendingChanges)
        try store.commit()
        #expect(try Set(opened.events(days: 1).map(\.title)) == ["Stand-up", "Long lunch", "Third", "One"])
    }

    @Test func `a failed commit names the item, writes nothing, and succeeds without that item`() throws {
        let folder = try StoreFolder("home", "work")
        try folder.write("home/stand-up.ics", OpenedStore.calendar([OpenedStore.standUp]))
        try folder.write("elsewhere", OpenedStore.calendar([OpenedStore.lunch]))
        try FileManager.default.createSymbolicLink(
            atPath: URL(filePath: folder.path).appending(path: "work").appending(path: "lunch.ics").path,
            withDestinationPath: folder.path + "/elsewhere"
        )
        let store = try OpenedStore.open(folder)
        let before = folder.everything
        var lunch = try #require(try OpenedStore.events(store).first { $0.title == "Lunch" })
        var standUp = try #require(try OpenedStore.events(store).first { $0.title == "Stand-up" })
        lunch.title = "Long lunch"
        standUp.title = "Retro"
        try store.save(&standUp, span: .allEvents, commit: false)
        try store.save(&lunch, span: .allEvents, commit: false)
        let error = refusal { try store.commit() }
        #expect(error?.subject == "Long lunch in work" && error?.itemIdentifier == lunch.eventIdentifier)
        #expect(folder.everything == before && store.hasPendingChanges)
        #expect(store.discardPendingChanges(withIdentifier: try #require(error?.itemIdentifier)))
        try store.commit()
        #expect(try Set(OpenedStore.events(store).map(\.title)) == ["Retro", "Lunch"])
    }

    @Test func `a failed immediate save does not affect the batch`() throws {
        let opened = try opened()
        var one = try opened.newEvent("One")
        try opened.store.save(&one, span: .thisEvent, commit: false)
        try opened.folder.setMode("work", 0o555)
        defer { try? opened.folder.setMode("work", 0o755) }
        var bad = try opened.newEvent("Bad")
        bad.endDate = bad.startDate?.addingTimeInterval(-1)
        #expect(refusal { try opened.store.save(&bad, span: .thisEvent) } != nil)
        #expect(opened.store.hasPendingChanges && bad.isNew)
        try opened.store.commit()
        #expect(try opened.lines(days: 1).contains("03-30 15:00 One"))
    }

    @Test(arguments: 1...40)
    func
        `whichever call of the system fails, a batch is written whole or not at all, and can be committed again`(
            place: Int
        ) throws
    {
        let folder = try StoreFolder("home", "work")
        try folder.write("home/stand-up.ics", OpenedStore.calendar([OpenedStore.standUp]))
        let calls = FaultyFiles(at: 0, .fails(.broken))
        _ = try OpenedStore.open(folder, calls)
        let files = FaultyFiles(at: calls.count + place, .fails(.broken))
        let store = try OpenedStore.open(folder, files)
        var events = try OpenedStore.events(store)
        var isSaved = true
        func attempt(_ body: () throws -> Void) { do { try body() } catch { isSaved = false } }
        events[1].title = "Retro"
        events[3].location = "Roof"
        attempt { try store.save(&events[1], span: .futureEvents, commit: false) }
        guard isSaved else { return }
        attempt { try store.commit() }
        if !isSaved {
            #expect(
                try OpenedStore.events(OpenedStore.open(folder)).map(\.title).allSatisfy { $0 == "Stand-up" }
            )
            try store.commit()
        }
        let titles = ["Stand-up", "Retro", "Retro", "Retro", "Retro"]
        #expect(try OpenedStore.events(OpenedStore.open(folder)).map(\.title) == titles)
        #expect(try OpenedStore.events(store).map(\.title) == titles)
    }
}
