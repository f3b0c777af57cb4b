import Foundation
import ICalendar
import ICalendarStore
import ICalendarUI
import Testing

@testable import ICSWeb

/// Tests of pages for programs, which are limited to one event or one choice.
@Suite(.timeLimit(.minutes(30))) struct TaskTests {
    private static func lesson(_ more: String = "") -> String {
        WebStore.calendar(
            WebStore.event(
                "lesson",
                "SUMMARY:Wheel throwing\nCATEGORIES:Pottery\nX-STUDIO:7\n"
                    + "DTSTART;TZID=Europe/Berlin:20260402T170000\nDURATION:PT90M\nRRULE:FREQ=WEEKLY;COUNT=6"
                    + more
            )
        )
    }

    private static func editor(_ event: String? = lesson(), _ identifier: String? = nil) -> PageRequest {
        var request = PageRequest(.editor, program: "Studio <b>")
        request.event = event
        request.identifier = identifier
        return request
    }

    private func open(_ request: PageRequest, in store: WebStore) async throws -> (WebTask, Browser) {
        let task = try store.calendar.present(PageLine.bytes(request))
        return (task, try await Browser(store, link: task.link))
    }

    private func reply(_ task: WebTask) async -> String {
        String(decoding: await task.reply(), as: UTF8.self)
    }

    @Test func `a program's event is saved with the user's changes and keeps its other properties`()
        async throws
    {
        let store = try WebStore()
        let (task, browser) = try await open(Self.editor(), in: store)
        let page = await browser.get("task")
        #expect(page.html.contains("value=\"Wheel throwing\""))
        #expect(page.html.contains("For <b><bdi>Studio &lt;b&gt;</bdi></b>, which learns only"))
        #expect(!page.html.contains("href=\"month") && !page.html.contains("New event</a>"))
        let saved = try await browser.send(page, "save", [("title", "Throwing"), ("location", "Room 4")])
        #expect(saved.status == 200 && saved.html.contains("<h1>Saved</h1>"))
        #expect(await reply(task) == "{\"action\":\"saved\"}\n")
        #expect(
            try store.list("2026-04-01", 14) == ["2026-04-02 17:00 Throwing", "2026-04-09 17:00 Throwing"]
        )
        let files = try FileManager.default.contentsOfDirectory(
            atPath: store.folder.appending(path: "calendars/home").path
        )
        let name = try #require(files.first { $0.hasSuffix(".ics") })
        let text = try String(
            contentsOf: store.folder.appending(path: "calendars/home/\(name)"),
            encoding: .utf8
        )
        for line in ["CATEGORIES:Pottery", "X-STUDIO:7", "RRULE:FREQ=WEEKLY;COUNT=6", "LOCATION:Room 4"] {
            #expect(text.contains(line + "\r\n"))
        }
    }

    @Test(arguments: [
        "month", "week", "day", "agenda", "new", "calendars", "reminders", "import", "history", "help", "",
        "event?id=home:stand-up", "edit?id=home:stand-up",
    ])
    func `the session of a program's page cannot open other pages`(_ page: String) async throws {
        let store = try WebStore(["a": WebStore.weekly])
        let (_, browser) = try await open(Self.editor(), in: store)
        let answer = await browser.get(page)
        #expect(answer.status == 404 && !answer.html.contains("Stand-up"))
    }

    @Test(arguments: ["remove", "move", "undo", "show", "create", "remind", "done", "import", "answer"])
    func `the session of a program's page can change nothing else`(_ page: String) async throws {
        let store = try WebStore(["a": WebStore.weekly])
        let (task, browser) = try await open(Self.editor(), in: store)
        let fields = [(name: "id", value: "home:stand-up"), (name: "span", value: "all")]
        #expect(await browser.post(page, fields).status == 404)
        #expect(!task.isFinished)
        #expect(try store.list("2026-03-31", 1) == ["2026-03-31 09:00 Stand-up"])
    }

    @Test func `a form cannot refer to another event`() async throws {
        let store = try WebStore(["a": WebStore.weekly])
        let (_, browser) = try await open(Self.editor(), in: store)
        let page = await browser.get("task")
        let fields = [(name: "id", value: "home:stand-up"), ("span", "all"), ("title", "Taken")]
        _ = try await browser.send(page, "save", fields)
        #expect(try store.list("2026-03-31", 3) == ["2026-03-31 09:00 Stand-up", "2026-04-02 17:00 Taken"])
    }

    @Test func `canceling saves nothing`() async throws {
        let store = try WebStore()
        let (task, browser) = try await open(Self.editor(), in: store)
        let page = await browser.get("task")
        #expect(try await browser.send(page, "save", [("action", "cancel")]).html.contains("Canceled"))
        #expect(await reply(task) == "{\"action\":\"canceled\"}\n")
        #expect(try store.list("2026-04-01", 14).isEmpty)
        #expect(await browser.get("task").status == 403)
        #expect(await browser.get("style.css").status == 200)
        #expect(await browser.post("save", [("title", "Late")]).status == 403)
    }

    @Test func `a program's suggested changes apply to the part of a series that the user chooses`()
        async throws
    {
        let store = try WebStore(["a": WebStore.weekly])
        let event = try #require(try store.store.event(withOccurrenceIdentifier: "home:stand-up"))
        let text = CalendarObject(events: [event.event]).icsText.replacing(
            "SUMMARY:Stand-up",
            with: "SUMMARY:Sit"
        )
        let (task, browser) = try await open(Self.editor(text, event.occurrenceIdentifier), in: store)
        let page = await browser.get("task")
        #expect(page.html.contains("value=\"Sit\""))
        let question = try await browser.send(page, "save", [])
        #expect(question.html.contains("Change which?") && question.html.contains("href=\"task\""))
        _ = try await browser.send(question, "save", [("span", "all")])
        #expect(await reply(task) == "{\"action\":\"saved\"}\n")
        #expect(try store.list("2026-03-31", 8) == ["2026-03-31 09:00 Sit", "2026-04-07 09:00 Sit"])
    }

    @Test func `a stored event can be deleted`() async throws {
        let store = try WebStore(["a": WebStore.weekly])
        let identifier = "home:stand-up/RID=20260331T070000Z"
        let (task, browser) = try await open(Self.editor(nil, identifier), in: store)
        let page = await browser.get("task")
        let question = try await browser.send(page, "save", [("action", "delete")])
        _ = try await browser.send(question, "remove", [("span", "this")])
        #expect(await reply(task) == "{\"action\":\"deleted\"}\n")
        #expect(try store.list("2026-03-31", 8) == ["2026-04-07 09:00 Stand-up"])
    }

    @Test(arguments: [true, false])
    func `the viewer links to the editor only if the program allows it`(_ mayEdit: Bool) async throws {
        let store = try WebStore(["a": WebStore.weekly])
        var request = PageRequest(.viewer, program: "Studio")
        request.identifier = "home:stand-up/RID=20260331T070000Z"
        request.mayEdit = mayEdit
        let (task, browser) = try await open(request, in: store)
        let page = await browser.get("task")
        #expect(page.html.contains("<h1>Stand-up</h1>"))
        #expect(page.html.contains("task?edit=yes") == mayEdit)
        #expect(await browser.get("task?edit=yes").html.contains("<h1>Edit event</h1>") == mayEdit)
        #expect(await browser.post("save", [("title", "Sit")]).status == (mayEdit ? 200 : 404))
        #expect(await browser.post("remove", []).status == (mayEdit ? 200 : 404))
        _ = try await browser.send(await browser.get("task"), "answer", [])
        #expect(await reply(task) == "{\"action\":\"done\"}\n")
        #expect(try store.list("2026-03-31", 1) == ["2026-03-31 09:00 Stand-up"])
    }

    @Test func `the chooser shows writable calendars and returns only the chosen one`()
        async throws
    {
        let store = try WebStore()
        let folder = store.folder.appending(path: "calendars")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "team"),
            withIntermediateDirectories: true
        )
        try WebStore.calendar(WebStore.weekly).write(
            to: folder.appending(path: "holidays.ics"),
            atomically: true,
            encoding: .utf8
        )
        try store.store.reset()
        var request = PageRequest(.chooser, program: "Studio")
        request.isWritableOnly = true
        request.selection = ["team"]
        let (task, browser) = try await open(request, in: store)
        let page = await browser.get("task")
        #expect(page.html.contains("value=\"home\">") && page.html.contains("value=\"team\" checked>"))
        #expect(!page.html.contains("holidays"))
        for calendar in ["holidays.ics", "nowhere", ""] {
            let fields = [(name: "action", value: "choose"), (name: "calendar", value: calendar)]
            #expect(await browser.post("answer", fields).status == 422)
        }
        _ = await browser.post("answer", [("action", "choose"), ("calendar", "team")])
        #expect(
            await reply(task)
                == "{\"action\":\"chosen\",\"calendars\":[{\"identifier\":\"team\",\"title\":\"team\"}]}\n"
        )
    }

    @Test(arguments: [("allow", "granted"), ("refuse", "refused"), ("", "refused")])
    func `an access request shows the program's reason`(_ answer: String, _ action: String) async throws {
        let store = try WebStore(["a": WebStore.weekly])
        var request = PageRequest(.access, program: "diary")
        request.access = "diary requests permission to add (but not read) events in /srv/<b>"
        request.reason = "Adds <script>alert(1)</script> lessons"
        request.isWriteOnly = true
        let (task, browser) = try await open(request, in: store)
        let page = await browser.get("task")
        #expect(page.html.contains("Adds &lt;script&gt;"))
        #expect(page.html.contains("in /srv/&lt;b&gt;"))
        _ = await browser.post("answer", [("action", answer), ("calendar", "home")])
        #expect(await reply(task).hasPrefix("{\"action\":\"\(action)\""))
        #expect(await reply(task).contains("\"home\"") == (answer == "allow"))
    }

    @Test(arguments: [
        "", "nonsense", "{}", "{\"page\":\"month\",\"program\":\"a\"}",
        "{\"page\":\"editor\",\"program\":\"a\",\"event\":\"no calendar\"}",
        "{\"page\":\"viewer\",\"program\":\"a\",\"identifier\":\"home:nothing\"}",
    ])
    func `an invalid request is rejected`(_ line: String) throws {
        let store = try WebStore()
        #expect(throws: StoreError.self) { try store.calendar.present(Array(line.utf8)) }
    }

    @Test(arguments: [true, false])
    func `closing the window ends the wait, but navigating to another page does not`(_ hasScript: Bool)
        async throws
    {
        let store = try WebStore()
        let task = WebTask(Self.editor(), given: nil, link: "", grace: .milliseconds(300))
        task.open()
        let stream: @Sendable () -> AsyncStream<[UInt8]> = {
            hasScript ? task.events(of: store.store) : task.window()
        }
        let first = Task { for await _ in stream() {} }
        while task.windowCount == 0 { try await Task.sleep(for: .milliseconds(5)) }
        first.cancel()
        await first.value
        let second = Task { for await _ in stream() {} }
        while task.windowCount == 0 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(!task.isFinished)
        second.cancel()
        #expect(await reply(task) == "{\"action\":\"closed\"}\n")
    }

    @Test func `every page for a program loads an endless image`() async throws {
        let store = try WebStore(["a": WebStore.weekly])
        let (task, browser) = try await open(Self.editor(), in: store)
        #expect(await browser.get("task").html.contains("<img src=\"window.gif\" alt=\"\" hidden>"))
        #expect(await browser.post("save", [("zone", "Nowhere")]).html.contains("window.gif"))
        let request = Browser.request(
            "GET",
            store.calendar.guarding.base + "window.gif",
            [("Cookie", browser.cookie)]
        )
        let answer = await store.calendar.answer(to: request)
        #expect(Page(answer).header("Content-Type") == "multipart/x-mixed-replace; boundary=part")
        guard case .events(let stream) = answer.body else { return #expect(Bool(false), "no stream") }
        #expect(task.windowCount == 1)
        var parts = stream.makeAsyncIterator()
        // The first part is complete, so browsers consider the page loaded.
        let first = try #require(await parts.next())
        #expect(first.starts(with: Array("--part\r\nContent-Type: image/gif\r\n\r\nGIF89a".utf8)))
        #expect(first.suffix(11) == Array(";\r\n--part\r\n".utf8)[...])
        let next = try #require(await parts.next())
        #expect(first == Array("--part\r\n".utf8) + next)
    }

    @Test func `the wait for a browser that loads neither images nor scripts times out`() async {
        let task = WebTask(Self.editor(), given: nil, link: "", patience: .milliseconds(200))
        task.open()
        task.use {}
        #expect(!task.isFinished)
        #expect(await reply(task) == "{\"action\":\"closed\"}\n")
    }

    @Test func `the wait for an unopened link times out`() async {
        let task = WebTask(Self.editor(), given: nil, link: "", patience: .milliseconds(50))
        #expect(await reply(task).contains("nobody opened the page"))
    }
}
