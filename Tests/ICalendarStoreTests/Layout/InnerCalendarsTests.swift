import Foundation
import Testing

@testable import ICalendarStore

/// Tests calendars in the folders of other calendars.
struct InnerCalendarsTests {
    private static let lunch = OpenedStore.calendar([OpenedStore.lunch])

    private static func opened() throws -> OpenedStore {
        let opened = try OpenedStore(["home/stand-up.ics": [OpenedStore.standUp]])
        try opened.folder.make(folder: "home/inner")
        try opened.folder.write("home/inner/lunch.ics", lunch)
        try opened.store.reset()
        return opened
    }

    private static func names(_ store: EventStore) throws -> [String] {
        try store.calendars(for: .event).map(\.calendarIdentifier)
    }

    @Test(arguments: [true, false])
    func `an outer calendar remains when its last item is removed`(isMoved: Bool) throws {
        for inner in ["inner", "pictures"] {
            let opened = try OpenedStore(["home/lunch.ics": [OpenedStore.lunch]])
            try opened.folder.make(folder: "home/\(inner)")
            try opened.folder.write("home/\(inner)/a.\(inner == "inner" ? "ics" : "png")", Self.lunch)
            try opened.store.reset()
            var event = try #require(try opened.events().first { $0.calendar?.calendarIdentifier == "home" })
            event.calendar = try opened.calendar("work")
            if isMoved {
                try opened.store.save(&event, span: .allEvents)
            } else {
                event.rollback()
                try opened.store.remove(event, span: .thisEvent)
            }
            #expect(opened.folder.text("home/lunch.ics") == nil)
            for store in [opened.store, try opened.again()] {
                #expect(
                    try Self.names(store)
                        == (inner == "inner" ? ["home", "home/inner", "work"] : ["home", "work"])
                )
                #expect(try store.calendar(withIdentifier: "home")?.title == "home")
            }
            #expect(opened.folder.text("home/displayname") == "home\n")
        }
    }

    @Test func `a calendar emptied by another program remains while the store is open`() throws {
        let opened = try Self.opened()
        try FileManager.default.removeItem(atPath: opened.folder.path + "/home/stand-up.ics")
        try opened.store.refreshSourcesIfNecessary()
        #expect(try Self.names(opened.store) == ["home", "home/inner", "work"])
        #expect(opened.folder.text("home/displayname") == nil)
    }

    @Test func `an inner calendar remains when its last item is removed, and accepts new items`() throws {
        let opened = try Self.opened()
        #expect(try Self.names(opened.store) == ["home", "home/inner", "work"])
        try opened.store.remove(try opened.event("Lunch"), span: .thisEvent)
        #expect(try Self.names(opened.store) == ["home", "home/inner", "work"])
        let again = try opened.again()
        #expect(try Self.names(again) == ["home", "home/inner", "work"])
        var event = try opened.newEvent("Dinner", calendar: "home/inner")
        event.calendar = try again.calendar(withIdentifier: "home/inner")
        try again.save(&event, span: .thisEvent)
        #expect(try OpenedStore.events(opened.again()).map(\.title).contains("Dinner"))
    }

    @Test func `a new empty inner folder is a calendar, but a folder with other files is not`() throws {
        let opened = try Self.opened()
        try opened.folder.make(folder: "home/new")
        try opened.folder.make(folder: "home/pictures")
        try opened.folder.write("home/pictures/one.jpeg", "no item")
        try opened.folder.make(folder: "home/outer/deep")
        try opened.store.refreshSourcesIfNecessary()
        let expected = ["home", "home/inner", "home/new", "work"]
        #expect(try Self.names(opened.store) == expected)
        #expect(try Self.names(opened.again()) == expected)
    }
}
