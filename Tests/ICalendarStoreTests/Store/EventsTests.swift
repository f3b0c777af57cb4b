import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests event queries.
@Suite struct EventsTests {
    /// Returns a store with ten calendars whose events interleave and partly coincide.
    private func many() throws -> EventStore {
        let folder = try StoreFolder()
        for number in 0..<10 {
            try folder.make(folder: "c\(number)")
            for item in 0..<6 {
                let day = 30 + (item + number) % 2, hour = 10 + (item * 7 + number * 3) % 5
                let rule = item == 0 ? "\nRRULE:FREQ=DAILY;COUNT=20" : ""
                let text =
                    "UID:\(item % 3)-\(item)\nSUMMARY:\(number)\nDTSTART:202603\(day)T\(hour)0000Z\(rule)"
                try folder.write("c\(number)/\(item).ics", OpenedStore.calendar([text]))
            }
        }
        return try OpenedStore.open(folder)
    }

    @Test func `events from all calendars are sorted by start, end, UID and original start`() throws {
        let events = try OpenedStore.events(many(), days: 30)
        #expect(events.count == 10 * 25)
        for (event, next) in zip(events, events.dropFirst()) {
            let (start, end) = (try #require(event.startDate), try #require(event.endDate))
            let (nextStart, nextEnd) = (try #require(next.startDate), try #require(next.endDate))
            let (uid, nextUID) = (event.calendarItemExternalIdentifier, next.calendarItemExternalIdentifier)
            #expect((start, end, uid) <= (nextStart, nextEnd, nextUID))
        }
        // Equal events are sorted in the order of their calendars.
        let same = events.filter {
            $0.startDate == events[0].startDate && $0.id.hasSuffix(events[0].id.dropFirst(2))
        }
        #expect(same.map(\.id) == same.map(\.id).sorted())
    }

    @Test func `enumeration stops on request and returns the same events as a query`() throws {
        let store = try many()
        let end = OpenedStore.monday.adding(seconds: 30 * 86_400).date
        let predicate = try store.predicateForEvents(withStart: OpenedStore.monday.date, end: end)
        var found: [CalendarEvent] = []
        try store.enumerateEvents(matching: predicate) { event, stop in
            found.append(event)
            stop = found.count == 17
        }
        #expect(try found == Array(store.events(matching: predicate).prefix(17)))
    }

    @Test func `only the requested calendars are searched`() throws {
        let opened = try OpenedStore(["home/a.ics": [OpenedStore.lunch], "work/b.ics": [OpenedStore.standUp]])
        #expect(try opened.events(in: [opened.calendar("home")]).map(\.title) == ["Lunch"])
        #expect(try opened.events(in: []).isEmpty)
        #expect(try opened.events(in: nil).count == 6)
    }

    @Test func `a predicate from another store is rejected`() throws {
        let (one, other) = (try OpenedStore(), try OpenedStore())
        let predicate = try one.store.predicateForEvents(
            withStart: OpenedStore.monday.date,
            end: .distantFuture
        )
        #expect(predicate.isShortened && predicate.searchedRange.upperBound < Instant(.distantFuture))
        let error = refusal { _ = try other.store.events(matching: predicate) }
        #expect(error?.code == .objectBelongsToDifferentStore)
        let inverted = refusal {
            _ = try one.store.predicateForEvents(
                withStart: OpenedStore.monday.date,
                end: OpenedStore.monday.date
            )
        }
        #expect(inverted?.code == .invalidWindow)
    }

    @Test func `a twelve-year query returns each event once, even across internal boundaries`() throws {
        let opened = try OpenedStore([
            "home/a.ics": [
                "UID:a\nSUMMARY:Weekly\nDTSTART:20260330T100000Z\nDURATION:P2D\nRRULE:FREQ=WEEKLY"
            ],
            "home/b.ics": ["UID:b\nSUMMARY:Long\nDTSTART;VALUE=DATE:20260401\nDTEND;VALUE=DATE:20370401"],
        ])
        let end = OpenedStore.monday.adding(seconds: 4383 * 86_400).date
        let steps = try opened.store.predicates(withStart: OpenedStore.monday.date, end: end)
        #expect(steps.count == 3 && steps.allSatisfy { !$0.isShortened })
        let found = try steps.flatMap { try opened.store.events(matching: $0) }
        #expect(found.count { $0.title == "Long" } == 1)
        #expect(found.count { $0.title == "Weekly" } == 627)
        #expect(Set(found.map(\.id)).count == found.count)
    }

    @Test func `asynchronous queries return the same events, and run off the caller's actor`() async throws {
        let opened = try OpenedStore(["home/a.ics": [OpenedStore.lunch], "work/b.ics": [OpenedStore.standUp]])
        let store = opened.store
        let end = OpenedStore.monday.adding(seconds: 60 * 86_400).date
        let predicate = try store.predicateForEvents(withStart: OpenedStore.monday.date, end: end)
        #expect(try await store.events(matching: predicate) == opened.events())
        let counter = Counter()
        try await store.enumerateEvents(matching: predicate) { _, stop in stop = await counter.next() == 3 }
        #expect(await counter.count == 3)
    }

    @Test func `an asynchronous query in a canceled task fails`() async throws {
        let store = try many()
        let end = OpenedStore.monday.adding(seconds: 30 * 86_400).date
        let predicate = try store.predicateForEvents(withStart: OpenedStore.monday.date, end: end)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            do {
                _ = try await store.events(matching: predicate)
                return false
            } catch {
                return (error as? StoreError)?.code == .cancelled
            }
        }
        task.cancel()
        #expect(await task.value)
    }

    @Test func `an identifier refers to the first occurrence, even if an override is earlier`() throws {
        let override = """
            UID:stand-up
            SUMMARY:Earlier
            RECURRENCE-ID;TZID=Europe/Berlin:20260406T090000
            DTSTART;TZID=Europe/Berlin:20260320T090000
            DTEND;TZID=Europe/Berlin:20260320T093000
            """
        let opened = try OpenedStore(["home/a.ics": [OpenedStore.standUp, override]])
        let first = try #require(try opened.store.event(withIdentifier: "home:stand-up"))
        #expect(first.title == "Earlier" && first.isDetached)
        let moved = try opened.store.event(withOccurrenceIdentifier: "home:stand-up/RID=20260406T070000Z")
        #expect(moved == first)
        #expect(try opened.store.event(withIdentifier: first.id) == first)
    }

    @Test(arguments: [
        "", "home", "home:", "home:nobody", "nowhere:stand-up", "home:stand-up%", "home:stand-up/x",
    ])
    func `an unknown identifier returns nil`(identifier: String) throws {
        let opened = try OpenedStore(["home/a.ics": [OpenedStore.standUp]])
        #expect(try opened.store.event(withIdentifier: identifier) == nil)
        #expect(try opened.store.event(withOccurrenceIdentifier: identifier) == nil)
    }

    @Test(arguments: ["20260331T070000Z", "20260330", "2026", "20261301T000000Z", "20260330T0700é0", ""])
    func `a slot that is not in the series returns nil`(slot: String) throws {
        let opened = try OpenedStore(["home/a.ics": [OpenedStore.standUp]])
        #expect(try opened.store.event(withOccurrenceIdentifier: "home:stand-up/RID=\(slot)") == nil)
    }

    @Test func `every occurrence is found by its identifier`() throws {
        let opened = try OpenedStore([
            "home/a.ics": [OpenedStore.standUp], "home/b.ics": [OpenedStore.lunch],
            "home/c.ics": ["UID:days\nDTSTART;VALUE=DATE:20260401\nRRULE:FREQ=DAILY;COUNT=3"],
            "home/d.ics": ["UID:wall\nDTSTART:20260401T023000\nRRULE:FREQ=DAILY;COUNT=3"],
            "work/e.ics": [
                "UID:range\nDTSTART:20260401T080000Z\nRRULE:FREQ=DAILY;COUNT=9",
                "UID:range\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260404T080000Z\nDTSTART:20260405T113000Z",
            ],
        ])
        for event in try opened.events() {
            #expect(try opened.store.event(withOccurrenceIdentifier: event.id) == event, "\(event.id)")
        }
    }
}

/// A thread-safe counter for several tasks.
private actor Counter {
    private(set) var count = 0

    func next() -> Int {
        count += 1
        return count
    }
}
