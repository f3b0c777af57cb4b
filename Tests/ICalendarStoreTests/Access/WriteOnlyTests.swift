import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

struct WriteOnlyTests {
    @Test func `there is one virtual calendar, and new events go to the calendar that the user chose`()
        async throws
    {
        let folder = try StoreFolder("a", "b", "c")
        try folder.writeEvent("b/x.ics")
        let b = try #require(try folder.open(.allow).calendar(withIdentifier: "b"))
        let asked = Asked(.granted(savingIn: b), .refused)
        let store = try folder.open(asked.handler)
        #expect(try await store.requestWriteOnlyAccessToEvents())
        #expect(store.authorizationStatus(for: .event) == .writeOnly)
        let calendars = try store.calendars(for: .event)
        #expect(calendars.count == 1)
        #expect(try store.sources == calendars.map(\.source))
        #expect(try store.defaultCalendarForNewEvents == calendars.first)
        #expect(try store.calendar(withIdentifier: ".virtual") == calendars.first)
        #expect(try store.calendar(withIdentifier: "b") == nil)
        #expect(!["a", "b", "c"].contains(calendars[0].title))
        let c = try #require(try folder.open(.allow).calendar(withIdentifier: "c"))
        for calendar in [nil, calendars[0], c] {
            var event = try newEvent(in: calendar)
            try store.save(&event, span: .thisEvent)
        }
        #expect(folder.everything.keys.filter { $0.hasPrefix("b/") }.count == 4)
        #expect(folder.everything.keys.filter { $0.hasPrefix("c/") }.isEmpty)
        // Full access has not been requested yet.
        #expect(asked.requests.count == 1)
    }

    @Test
    func `the first read requests full access, and without it even the program's own events are unreadable`()
        async throws
    {
        let folder = try StoreFolder("a")
        let asked = Asked(.granted, .refused)
        let store = try folder.open(asked.handler)
        #expect(try await store.requestWriteOnlyAccessToEvents())
        var event = try newEvent()
        try store.save(&event, span: .thisEvent)
        for _ in 0..<3 {
            #expect(store.refusal()?.code == .eventStoreNotAuthorized)
            #expect(throws: StoreError.self) { try store.remove(event, span: .thisEvent) }
        }
        #expect(store.refusal()?.description.contains("the program has write-only access") == true)
        #expect(try await store.requestFullAccessToEvents() == false)
        #expect(asked.requests.map(\.isUpgrade) == [false, true])
        #expect(store.authorizationStatus(for: .event) == .writeOnly)
        // The user's denial is stored too.
        #expect(try folder.open(Asked().handler).refusal()?.code == .eventStoreNotAuthorized)
        #expect(folder.everything.keys.filter { $0.hasPrefix("a/") }.count == 1)
    }

    @Test func `the first read continues once full access is granted`() async throws {
        let folder = try StoreFolder("a")
        let asked = Asked(.granted, .granted)
        let store = try folder.open(asked.handler)
        #expect(try await store.requestWriteOnlyAccessToEvents())
        var event = try newEvent()
        try store.save(&event, span: .thisEvent)
        #expect(try store.month() == ["Dentist"])
        #expect(store.authorizationStatus(for: .event) == .fullAccess)
        #expect(try store.calendars(for: .event).map(\.title) == ["a"])
        #expect(asked.requests.map(\.kind) == [.writeOnlyAccessToEvents, .fullAccessToEvents])
    }

    @Test func `a read during a pending request fails with a specific error`() async throws {
        let folder = try StoreFolder("a")
        let store = try folder.open(Asked().handler)
        #expect(store.gate.begin())
        var record = store.gate.record
        record.events = .writeOnly
        try StateFolder(CalendarPath(folder.path + "/.state")).write(
            record.bytes,
            to: StateNames(folder.root.folder.real).decision(about: "test")
        )
        #expect(
            store.refusal()?.description
                == "test: a request for full access is already pending; wait for the answer"
        )
        store.gate.end()
    }

    @Test func `the default calendar replaces a chosen calendar that no longer exists`() async throws {
        let folder = try StoreFolder("a", "b")
        let b = try #require(try folder.open(.allow).calendar(withIdentifier: "b"))
        let store = try folder.open(Asked(.granted(savingIn: b)).handler)
        #expect(try await store.requestWriteOnlyAccessToEvents())
        try FileManager.default.removeItem(atPath: folder.path + "/b")
        let later = try folder.open(Asked().handler)
        var event = try newEvent()
        try later.save(&event, span: .thisEvent)
        #expect(folder.everything.keys.filter { $0.hasPrefix("a/") }.count == 1)
    }
}
