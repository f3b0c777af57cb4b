import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests the "Access" section of EventKit's semantics.
///
/// Differences in this store:
/// - There is no `requestAccess(to:)`, which no longer grants access in EventKit either.
/// - A read without access throws an error instead of returning an empty result that looks like an empty
///   calendar.
/// - With write-only access, reads fail once the upgrade is denied, even for the program's own events.
/// - A reset after a grant is unnecessary, because there are no objects before the grant.
/// - A grant is stored for a program name and a store folder, because programs are not signed here.
struct AccessRows {
    @Test func `the raw values of the authorization statuses match EventKit`() {
        #expect(
            AuthorizationStatus.allCases.map { "\($0) \($0.rawValue)" } == [
                "notDetermined 0", "restricted 1", "denied 2", "fullAccess 3", "writeOnly 4",
            ]
        )
    }

    @Test func `the user is prompted once for each kind of access, and never after a denial`() async throws {
        let folder = try StoreFolder("a")
        let asked = Asked(.refused)
        let store = try folder.open(asked.handler)
        for _ in 0..<2 {
            #expect(try await store.requestWriteOnlyAccessToEvents() == false)
            #expect(try await store.requestFullAccessToEvents() == false)
        }
        #expect(asked.requests.map(\.kind) == [.writeOnlyAccessToEvents])
    }

    @Test func `with write-only access, there are one source, no delegates, and one calendar`() async throws {
        let folder = try StoreFolder("a", "home/b")
        let store = try folder.open(Asked(.granted).handler)
        #expect(try await store.requestWriteOnlyAccessToEvents())
        #expect(try store.sources.count == 1)
        #expect(try store.delegateSources == [])
        #expect(try store.calendars(for: .event) == [try #require(try store.defaultCalendarForNewEvents)])
        // Access to reminders is separate.
        #expect(throws: StoreError.self) { try store.calendars(for: .reminder) }
    }

    @Test func `with write-only access, calendars cannot be created, changed or removed`() async throws {
        let folder = try StoreFolder("a")
        let store = try folder.open(Asked(.granted, .refused).handler)
        let real = try #require(try folder.open(.allow).calendar(withIdentifier: "a"))
        #expect(try await store.requestWriteOnlyAccessToEvents())
        var new = EventCalendar(title: "New", source: try store.sources[0])
        var changed = real
        changed.title = "Other"
        for use in [
            { try store.saveCalendar(&new) }, { try store.saveCalendar(&changed) },
            { try store.removeCalendar(real) }, { try store.setDefaultCalendar(real, for: .event) },
        ] {
            let error = #expect(throws: StoreError.self) { try use() }
            #expect(error?.code == .eventStoreNotAuthorized)
        }
        #expect(folder.everything.keys.allSatisfy { $0.hasPrefix(".state/") })
    }

    @Test func `after a grant, everything is available without a reset`() async throws {
        let folder = try StoreFolder("a")
        try folder.writeEvent("a/x.ics")
        let store = try folder.open(Asked(.granted).handler)
        #expect(store.refusal() != nil)
        #expect(try await store.requestFullAccessToEvents())
        #expect(try store.month() == ["Lunch"])
    }

    @Test func `there is no read-only access level, only immutable calendars`() throws {
        let folder = try StoreFolder()
        try folder.writeEvent("holidays.ics")
        let store = try folder.open(.allow)
        #expect(store.authorizationStatus(for: .event) == .fullAccess)
        #expect(try store.calendars(for: .event).map(\.allowsContentModifications) == [false])
        #expect(try store.defaultCalendarForNewEvents == nil)
    }
}
