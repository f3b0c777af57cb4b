import Foundation
import ICalendar
import ICalendarStore
import ICalendarUI
import Testing

/// Tests pages for programs, with a script in place of `ics-web`.
@Suite(.timeLimit(.minutes(30))) struct PresentingTests {
    @Test(arguments: [
        ("saved", EventEditAction.saved), ("canceled", .canceled), ("deleted", .deleted),
    ])
    func `the editor returns the user's action`(_ name: String, _ action: EventEditAction) async throws {
        let pages = try FakePages(reply: "{\"action\":\"\(name)\"}")
        #expect(try await EventEditor.present(FakePages.lesson(), using: pages.program) == action)
        let request = try pages.request()
        #expect(request["page"] as? String == "editor")
        #expect(request["program"] as? String == "Studio")
        #expect((request["event"] as? String)?.contains("SUMMARY:Wheel throwing\r\n") == true)
        #expect((request["event"] as? String)?.contains("TZID:Europe/Berlin\r\n") == true)
    }

    @Test func `the command line contains nothing from the event`() async throws {
        let pages = try FakePages(reply: "{\"action\":\"saved\"}")
        var program = pages.program
        program.directory = "/srv/calendars"
        _ = try await EventEditor.present(FakePages.lesson(), using: program)
        #expect(try pages.contents(of: "arguments") == "--present --store /srv/calendars\n")
    }

    @Test(arguments: [
        ("read -r line; echo '{\"action\":\"closed\"}'", PageError.Code.closed),
        ("read -r line; echo '{\"action\":\"failed\",\"reason\":\"no browser\"}'", .failed),
        ("read -r line; kill -9 $$", .ended), ("read -r line; printf '{\"action\":'", .ended),
        ("exit 3", .ended), ("read -r line; echo nonsense", .failed),
        ("read -r line; echo '{\"action\":\"sold\"}'", .failed),
    ])
    func `waiting without an action is an error`(_ script: String, _ code: PageError.Code) async throws {
        let pages = try FakePages(script)
        let error = await #expect(throws: PageError.self) {
            try await EventEditor.present(FakePages.lesson(), using: pages.program)
        }
        #expect(error?.code == code)
    }

    @Test func `a failure reports the reason given by the page`() async throws {
        let pages = try FakePages(reply: "{\"action\":\"failed\",\"reason\":\"no browser\"}")
        let error = await #expect(throws: PageError.self) {
            try await EventEditor.present(FakePages.lesson(), using: pages.program)
        }
        #expect(error?.description == "no browser")
    }

    @Test(arguments: ["/nowhere/ics-web", "no-such-program-of-this-name"])
    func `a missing program is an error`(_ path: String) async throws {
        var missing = PageProgram()
        missing.path = path
        let program = missing
        let error = await #expect(throws: PageError.self) {
            try await EventEditor.present(FakePages.lesson(), using: program)
        }
        #expect(error?.code == .notStarted)
    }

    @Test func `if a program does not read its request, the wait ends without ending the caller`()
        async throws
    {
        let pages = try FakePages("exec 0<&-; sleep 0.2; exit 0")
        let event = try FakePages.lesson(notes: String(repeating: "long ", count: 200_000))
        let error = await #expect(throws: PageError.self) {
            try await EventEditor.present(event, using: pages.program)
        }
        #expect(error?.code == .ended)
    }

    @Test func `an event larger than 4 MiB is rejected before a page opens`() async throws {
        let pages = try FakePages(reply: "{\"action\":\"saved\"}")
        let event = try FakePages.lesson(notes: String(repeating: "long ", count: 1 << 20))
        let error = await #expect(throws: PageError.self) {
            try await EventEditor.present(event, using: pages.program)
        }
        #expect(error?.code == .invalidRequest)
        #expect(throws: (any Error).self) { try pages.contents(of: "arguments") }
    }

    @Test func `canceling the task closes the page`() async throws {
        let pages = try FakePages("read -r line; echo $$ > number; exec sleep 1000")
        let task = Task { try await EventEditor.present(FakePages.lesson(), using: pages.program) }
        var number: pid_t?
        while number == nil {
            try await Task.sleep(for: .milliseconds(20))
            number = (try? pages.contents(of: "number")).flatMap { pid_t($0.filter(\.isNumber)) }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(kill(try #require(number), 0) != 0)
    }

    @Test func `a stored event is identified, and its unsaved changes are sent`() async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try Self.store(folder, .allow)
        let home = try #require(try store.calendars(for: .event).first)
        var event = CalendarEvent(try FakePages.lesson(), calendar: home)
        let pages = try FakePages(reply: "{\"action\":\"saved\"}")
        _ = try await EventEditor.present(event, using: pages.program)
        var request = try pages.request()
        #expect(request["identifier"] == nil && request["event"] != nil)
        #expect(request["selection"] as? [String] == ["home"])
        try store.save(&event, span: .thisEvent)
        _ = try await EventEditor.present(event, using: pages.program)
        request = try pages.request()
        #expect(request["identifier"] as? String == event.occurrenceIdentifier)
        #expect(request["event"] == nil)
        event.title = "Glazing"
        _ = try await EventEditor.present(event, using: pages.program)
        #expect((try pages.request()["event"] as? String)?.contains("SUMMARY:Glazing\r\n") == true)
        #expect(try await EventViewer.present(event, using: pages.program) == .done)
        request = try pages.request()
        #expect(request["page"] as? String == "viewer" && request["mayEdit"] as? Bool == false)
    }

    @Test func `only a saved event has a details page`() async throws {
        let pages = try FakePages(reply: "{\"action\":\"done\"}")
        let error = await #expect(throws: PageError.self) {
            try await EventViewer.present(CalendarEvent(FakePages.lesson()), using: pages.program)
        }
        #expect(error?.code == .invalidRequest)
    }

    @Test func `the chooser returns only calendars that the user selected`() async throws {
        let chosen = "{\"identifier\":\"work/team\",\"title\":\"Team\",\"color\":\"#33AA55\"}"
        let pages = try FakePages(reply: "{\"action\":\"chosen\",\"calendars\":[\(chosen)]}")
        let calendars = try #require(try await CalendarChooser.present(using: pages.program))
        #expect(calendars.map(\.calendarIdentifier) == ["work/team"])
        #expect(calendars.first?.title == "Team" && calendars.first?.color == CalendarColor("#33AA55"))
        #expect(calendars.first?.path.description == "" && calendars.first?.isNew == false)
        let canceled = try FakePages(reply: "{\"action\":\"canceled\"}")
        #expect(try await CalendarChooser.present(using: canceled.program) == nil)
    }

    @Test(arguments: [true, false])
    func `without full access, the chooser shows only writable calendars`(_ isFull: Bool) async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try Self.store(folder, isFull ? .allow : AccessHandler { _ in .granted })
        if !isFull { _ = try await store.requestWriteOnlyAccessToEvents() }
        let pages = try FakePages(reply: "{\"action\":\"canceled\"}")
        _ = try await CalendarChooser.present(for: store, using: pages.program)
        #expect(try pages.request()["isWritableOnly"] as? Bool == !isFull)
        _ = try await CalendarChooser.present(style: .single, using: pages.program)
        #expect(try pages.request()["isWritableOnly"] as? Bool == true)
        #expect(try pages.request()["isMultiple"] as? Bool == false)
    }

    @Test(arguments: [
        ("granted", "home", AuthorizationStatus.writeOnly), ("refused", "", .denied),
        ("closed", "", .notDetermined),
    ])
    func `access can be requested on a page`(
        _ action: String,
        _ calendar: String,
        _ status: AuthorizationStatus
    ) async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let chosen = "[{\"identifier\":\"\(calendar)\",\"title\":\"Home\"}]"
        let pages = try FakePages(reply: "{\"action\":\"\(action)\",\"calendars\":\(chosen)}")
        let store = try Self.store(folder, .page(reason: "Adds your lessons.", using: pages.program))
        if action == "closed" {
            let error = await #expect(throws: StoreError.self) {
                try await store.requestWriteOnlyAccessToEvents()
            }
            #expect(error?.code == .eventStoreNotAuthorized)
        } else {
            #expect(try await store.requestWriteOnlyAccessToEvents() == (action == "granted"))
        }
        #expect(store.authorizationStatus(for: .event) == status)
        let request = try pages.request()
        #expect(request["page"] as? String == "access" && request["isWriteOnly"] as? Bool == true)
        #expect(request["reason"] as? String == "Adds your lessons.")
        #expect((request["access"] as? String)?.hasPrefix("diary requests permission to add") == true)
        #expect(try pages.contents(of: "arguments").hasSuffix("/calendars\n"))
    }

    private static func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ui-\(UUID().uuidString)")
        for name in ["home", "work"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: "calendars/\(name)"),
                withIntermediateDirectories: true
            )
        }
        return folder
    }

    private static func store(_ folder: URL, _ access: AccessHandler) throws -> EventStore {
        var options = EventStore.Options()
        options.access = access
        options.applicationName = "diary"
        options.stateDirectory = folder.appending(path: "state").path
        return try EventStore(directory: folder.appending(path: "calendars").path, options: options)
    }
}
