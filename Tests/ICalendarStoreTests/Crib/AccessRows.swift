import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// EventKit's semantics, paragraph "Access".
///
/// Where this store differs:
/// - There is no `requestAccess(to:)`, which EventKit itself no longer answers.
/// - A read without access is an error, not an empty answer that looks like an empty calendar.
/// - Reads with write-only access, also of own events, are that error too once a person has refused the upgrade.
/// - After a grant nothing needs to be reset, as nothing was given out before it.
/// - A grant is remembered for a program's name and a store's folder, as there are no signed programs here.
struct AccessRows {
    @Test func `the numbers of a status are those of EventKit`() {
        #expect(
            AuthorizationStatus.allCases.map { "\($0) \($0.rawValue)" } == [
                "notDetermined 0", "restricted 1", "denied 2", "fullAccess 3", "writeOnly 4",
            ]
        )
    }

    @Test func `a prompt comes once for each kind of access, and never for what was denied`() async throws {
        let folder = try StoreFolder("a")
        let asked = Asked(.refused)
        let store = try folder.open(asked.handler)
        for _ in 0..<2 {
            #expect(try await store.requestWriteOnlyAccessToEvents() == false)
            #expect(try await store.requestFullAccessToEvents() == false)
        }
        #expect(asked.requests.map(\.kind) == [.writeOnlyAccessToEvents])
    }

    @Test func `with write-only access there are one source, no delegates and one calendar`() async throws {
        let folder = try StoreFolder("a", "home/b")
        let store = try folder.open(Asked(.granted).handler)
        #expect(try await store.requestWriteOnlyAccessToEvents())
        #expect(try store.sources.count == 1)
        #expect(try store.delegateSources == [])
        #expect(try store.calendars(for: .event) == [try #require(try store.defaultCalendarForNewEvents)])
        // Reminders are another matter.
        #expect(throws: StoreError.self) { try store.calendars(for: .reminder) }
    }

    @Test func `with write-only access no calendar can be made, changed or removed`() async throws {
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

    @Test func `after a grant everything is there without a reset`() async throws {
        let folder = try StoreFolder("a")
        try folder.writeEvent("a/x.ics")
        let store = try folder.open(Asked(.granted).handler)
        #expect(store.refusal() != nil)
        #expect(try await store.requestFullAccessToEvents())
        #expect(try store.month() == ["Lunch"])
    }

    @Test func `there is no read-only level, only calendars that cannot be changed`() throws {
        let folder = try StoreFolder()
        try folder.writeEvent("holidays.ics")
        let store = try folder.open(.allow)
        #expect(store.authorizationStatus(for: .event) == .fullAccess)
        #expect(try store.calendars(for: .event).map(\.allowsContentModifications) == [false])
        #expect(try store.defaultCalendarForNewEvents == nil)
    }
}
