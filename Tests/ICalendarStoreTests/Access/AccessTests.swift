import Foundation
import ICalendar
import TestTraits
import Testing

@testable import ICalendarStore

struct AccessTests {
    @Test func `using a store before requesting access throws a descriptive error`() throws {
        let folder = try StoreFolder("a")
        try folder.writeEvent("a/x.ics")
        let asked = Asked()
        let store = try folder.open(asked.handler)
        #expect(store.authorizationStatus(for: .event) == .notDetermined)
        #expect(store.authorizationStatus(for: .reminder) == .notDetermined)
        let error = store.refusal()
        #expect(error?.code == .eventStoreNotAuthorized)
        #expect(
            error?.description
                == "test: access to the events has not been requested yet; call requestFullAccessToEvents() first"
        )
        var event = try newEvent()
        var calendar = EventCalendar(title: "New", source: EventSource(of: folder.root))
        let uses: [() throws -> Void] = [
            { _ = try store.sources }, { _ = try store.calendars(for: .event) },
            { _ = try store.calendars(for: .reminder) }, { _ = try store.calendar(withIdentifier: "a") },
            { _ = try store.defaultCalendarForNewEvents }, { _ = try store.defaultCalendarForNewReminders },
            { try store.save(&event, span: .thisEvent) }, { try store.remove(event, span: .thisEvent) },
            { try store.setDefaultCalendar(nil, for: .event) }, { try store.saveCalendar(&calendar) },
            { try store.removeCalendar(calendar) }, { _ = try store.delegateSources },
        ]
        for (number, use) in uses.enumerated() {
            let error = #expect(throws: StoreError.self, "use \(number)") { try use() }
            #expect(error?.code == .eventStoreNotAuthorized, "use \(number)")
        }
        #expect(asked.requests.isEmpty)
        #expect(folder.everything.keys.sorted() == ["a/x.ics"])
    }

    @Test func `the user sees one prompt, and the answer is kept after the store is closed`() async throws {
        let folder = try StoreFolder("a")
        try folder.writeEvent("a/x.ics")
        let asked = Asked(.granted, .refused)
        let store = try folder.open(asked.handler)
        #expect(try await store.requestFullAccessToEvents())
        #expect(try await store.requestFullAccessToEvents())
        #expect(try await store.requestWriteOnlyAccessToEvents())
        #expect(try await store.requestFullAccessToReminders() == false)
        #expect(try await store.requestFullAccessToReminders() == false)
        #expect(store.authorizationStatus(for: .event) == .fullAccess)
        #expect(store.authorizationStatus(for: .reminder) == .denied)
        #expect(try store.month() == ["Lunch"])
        #expect(asked.requests.map(\.kind) == [.fullAccessToEvents, .fullAccessToReminders])
        let later = try folder.open(Asked().handler)
        #expect(later.authorizationStatus(for: .event) == .fullAccess)
        #expect(try await later.requestFullAccessToReminders() == false)
        #expect(try later.month() == ["Lunch"])
        // Another program must send its own request.
        #expect(
            try folder.open(Asked().handler, as: "other").authorizationStatus(for: .event) == .notDetermined
        )
    }

    @Test func `a request names the program, the resolved folder path, and the kind of access`() async throws
    {
        let folder = try StoreFolder("a", "b")
        let link = folder.path + "-link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
        defer { try? FileManager.default.removeItem(atPath: link) }
        var options = EventStore.Options()
        let asked = Asked(.refused)
        options.access = asked.handler
        options.applicationName = "Pottery\u{1B}[2J\nDiary"
        options.stateDirectory = folder.path + "/.state"
        let store = try EventStore(directory: link, options: options)
        #expect(try await store.requestWriteOnlyAccessToEvents() == false)
        let request = try #require(asked.requests.first)
        #expect(request.directory == folder.root.folder.real)
        #expect(request.calendars.map(\.title) == ["a", "b"])
        #expect(
            request.description
                == "Pottery?[2J?Diary requests permission to add (but not read) events in \(folder.root.folder.real)"
        )
        // The request uses the same store under its real path.
        options.access = Asked().handler
        let other = try EventStore(directory: folder.path, options: options)
        #expect(other.authorizationStatus(for: .event) == .denied)
    }

    @Test func `decisions are private, stored outside the calendars, and unaffected by invalid files`()
        async throws
    {
        let folder = try StoreFolder("a")
        let state = try StoreFolder()
        var store = try folder.open(Asked(.granted).handler, state: state)
        #expect(try await store.requestFullAccessToEvents())
        #expect(folder.everything.isEmpty)
        let name = try #require(state.everything.keys.first)
        #expect(state.everything.count == 1)
        let attributes = try FileManager.default.attributesOfItem(atPath: state.path + "/" + name)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let good = try #require(state.text(name))
        let moved = good.replacing(folder.path, with: "/elsewhere")
        #expect(moved != good)
        for junk in [
            "", "{", "[]", "null", "{\"events\":\"fullAccess\"}", moved,
            String(repeating: "x", count: 100_000),
        ] {
            try state.write(name, junk)
            store = try folder.open(Asked(.refused).handler, state: state)
            #expect(store.authorizationStatus(for: .event) == .notDetermined)
            #expect(try await store.requestFullAccessToEvents() == false)
            #expect(store.authorizationStatus(for: .event) == .denied)
        }
        try state.write(name, good)
        #expect(store.authorizationStatus(for: .event) == .fullAccess)
    }

    @Test func `automatic approval does not override a denial and is not stored`()
        async throws
    {
        let folder = try StoreFolder("a")
        let state = try StoreFolder()
        let agreeing = try folder.open(.allowUnlessRefused, state: state)
        #expect(agreeing.authorizationStatus(for: .event) == .fullAccess)
        #expect(try await agreeing.requestFullAccessToReminders())
        #expect(state.everything.isEmpty)
        // Full access exceeds write-only access unless it was denied.
        let asking = try folder.open(Asked(.granted, .refused, .refused).handler, state: state)
        #expect(try await asking.requestWriteOnlyAccessToEvents())
        #expect(agreeing.authorizationStatus(for: .event) == .fullAccess)
        #expect(try await asking.requestFullAccessToEvents() == false)
        #expect(agreeing.authorizationStatus(for: .event) == .writeOnly)
        #expect(try await asking.requestFullAccessToReminders() == false)
        #expect(agreeing.authorizationStatus(for: .reminder) == .denied)
        #expect(try await agreeing.requestFullAccessToReminders() == false)
        try EventStore.forgetAccessDecisions(directory: folder.path, stateDirectory: state.path)
        #expect(agreeing.authorizationStatus(for: .reminder) == .fullAccess)
    }

    @Test func `resetting access takes effect immediately, for one program or for all`() async throws {
        let folder = try StoreFolder("a")
        let state = try StoreFolder()
        let one = try folder.open(Asked(.granted, .refused).handler, as: "one", state: state)
        let two = try folder.open(
            Asked(.granted(savingIn: try #require(one.snapshot.calendars.first))).handler,
            as: "two",
            state: state
        )
        #expect(try await one.requestFullAccessToEvents())
        #expect(try await two.requestWriteOnlyAccessToEvents())
        let found = try EventStore.rememberedAccess(directory: folder.path, stateDirectory: state.path)
        #expect(found.map(\.applicationName) == ["one", "two"])
        #expect(found.map(\.events) == [.fullAccess, .writeOnly])
        #expect(found.map(\.reminders) == [.notDetermined, .notDetermined])
        #expect(found.map(\.calendarIdentifier) == [nil, "a"])
        try EventStore.forgetAccessDecisions(
            directory: folder.path + "/.",
            applicationName: "one",
            stateDirectory: state.path
        )
        #expect(one.authorizationStatus(for: .event) == .notDetermined)
        #expect(two.authorizationStatus(for: .event) == .writeOnly)
        #expect(try await one.requestFullAccessToEvents() == false)
        try EventStore.forgetAccessDecisions(directory: folder.path, stateDirectory: state.path)
        #expect(two.authorizationStatus(for: .event) == .notDetermined)
        #expect(state.everything.isEmpty)
    }

    @Test(.long, .timeLimit(.minutes(30)))
    func `a reader of changes sees decisions made in another process`() async throws {
        let folder = try StoreFolder("a")
        let state = try StoreFolder()
        let store = try folder.open(Asked(.granted, .granted).handler, state: state)
        var changes = store.changes.makeAsyncIterator()
        #expect(try await store.requestFullAccessToEvents())
        let own = await changes.next()
        #expect(own?.isAccessChanged == true && own?.origin == .own)
        try EventStore.forgetAccessDecisions(directory: folder.path, stateDirectory: state.path)
        let forgotten = await changes.next()
        #expect(forgotten?.isAccessChanged == true && forgotten?.origin == .foreign)
        #expect(store.authorizationStatus(for: .event) == .notDetermined)
        let other = try folder.open(Asked(.refused).handler, state: state)
        #expect(try await other.requestFullAccessToEvents() == false)
        let refused = await changes.next()
        #expect(refused?.isAccessChanged == true && refused?.origin == .foreign)
    }

    @Test func `an answer that cannot be stored applies until the store is closed`() async throws {
        let folder = try StoreFolder("a")
        let state = try StoreFolder()
        try state.write("file", "x")
        var options = EventStore.Options()
        options.access = Asked(.granted).handler
        options.stateDirectory = state.path + "/file/deeper"
        let store = try EventStore(directory: folder.path, options: options)
        #expect(try await store.requestFullAccessToEvents())
        #expect(try await store.requestFullAccessToEvents())
        #expect(try store.month() == [])
        #expect(throws: StoreError.self) { try store.setDefaultCalendar(nil, for: .event) }
    }

    @Test func `a handler that throws an error decides nothing`() async throws {
        let folder = try StoreFolder("a")
        let store = try folder.open(Asked().handler)
        let error = await #expect(throws: StoreError.self) { try await store.requestFullAccessToEvents() }
        #expect(error?.description == "asked once too often")
        #expect(store.authorizationStatus(for: .event) == .notDetermined)
    }

    @Test func `concurrent requests prompt the user once`() async throws {
        let folder = try StoreFolder("a")
        let asked = Asked(.granted)
        let slow = AccessHandler { request throws(StoreError) in
            SystemFiles.sleep(.milliseconds(30))
            guard case .asking(let ask) = asked.handler.method else { return .refused }
            return try ask(request)
        }
        let store = try folder.open(slow)
        let answers = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 { group.addTask { try await store.requestFullAccessToEvents() } }
            return try await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        #expect(answers == Array(repeating: true, count: 20))
        #expect(asked.requests.count == 1)
    }

    @Test func `the allow and deny handlers send no request and store nothing`() async throws {
        let folder = try StoreFolder("a")
        let state = try StoreFolder()
        let allowed = try folder.open(.allow, state: state)
        let denied = try folder.open(.deny, state: state)
        #expect(allowed.authorizationStatus(for: .reminder) == .fullAccess)
        #expect(try allowed.month() == [])
        #expect(try await allowed.requestFullAccessToReminders())
        #expect(denied.authorizationStatus(for: .event) == .denied)
        #expect(try await denied.requestWriteOnlyAccessToEvents() == false)
        #expect(denied.refusal()?.description.hasPrefix("test: access to the events was denied; ") == true)
        #expect(state.everything.isEmpty)
    }

    @Test func `the status is the lower of the system's permissions and the granted access`() {
        let all: [AccessRecord.Grant?] = [nil, .denied, .writeOnly, .fullAccess]
        func statuses(_ permitted: SystemAccess) -> [AuthorizationStatus] {
            all.map { grant in
                var record = AccessRecord(store: "/s", application: "a")
                record[.event] = grant
                return record.status(for: .event, permitted)
            }
        }
        #expect(statuses(.none) == [.restricted, .restricted, .restricted, .restricted])
        #expect(statuses(.writing) == [.notDetermined, .denied, .writeOnly, .writeOnly])
        #expect(statuses(.full) == [.notDetermined, .denied, .writeOnly, .fullAccess])
    }
}
