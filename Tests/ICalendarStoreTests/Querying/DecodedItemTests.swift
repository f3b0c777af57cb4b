import ICalendar
import Testing

@testable import ICalendarStore

/// Tests reading several items from the same file, which is decoded once.
struct DecodedItemTests {
    @Test func `items in one file have the same values whether they are read together or alone`() throws {
        let twins = [
            "UID:twin\nSUMMARY:One\nDTSTART:20260330T080000Z",
            "UID:twin\nSUMMARY:Two\nDTSTART:20260331T080000Z",
        ]
        let opened = try OpenedStore(["home/a.ics": [OpenedStore.lunch, OpenedStore.standUp] + twins])
        let events = try opened.events()
        #expect(Set(events.map(\.title)) == ["Lunch", "Stand-up", "One", "Two"])
        var last: DecodedItem?
        for _ in 0..<2 {
            for event in events {
                let origin = try #require(event.origin)
                let own = DecodedItem(of: origin.occurrence, in: origin.file, zone: .utc)
                let item = DecodedItem(of: origin.occurrence, in: origin.file, zone: .utc, knowing: last)
                #expect(item.object == own.object)
                #expect(item.isForAll == own.isForAll)
                #expect(item.isForAll == (event.title != "One" && event.title != "Two"))
                last = item
            }
        }
    }

    @Test func `cached contents of another file or an older version are ignored`() throws {
        let opened = try OpenedStore(["home/a.ics": [OpenedStore.lunch], "home/b.ics": [OpenedStore.standUp]])
        let lunch = try #require(try opened.event("Lunch").origin)
        let item = DecodedItem(of: lunch.occurrence, in: lunch.file, zone: .utc)
        let standUp = try #require(try opened.event("Stand-up").origin)
        let other = DecodedItem(of: standUp.occurrence, in: standUp.file, zone: .utc, knowing: item)
        #expect(other.object.component.components.first?.text("SUMMARY") == "Stand-up")
        let later = OpenedStore.lunch.replacing("Lunch", with: "Dinner")
        try opened.folder.write("home/a.ics", OpenedStore.calendar([later]))
        try opened.store.refreshSourcesIfNecessary()
        let dinner = try #require(try opened.event("Dinner").origin)
        let now = DecodedItem(of: dinner.occurrence, in: dinner.file, zone: .utc, knowing: item)
        #expect(now.object.component.components.first?.text("SUMMARY") == "Dinner")
    }
}
