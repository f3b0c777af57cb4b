import Foundation
import ICalendar
import ICalendarStore
import Testing

@testable import ICSWeb

/// Tests of user actions on the pages, without scripts.
@Suite struct EditingTests {
    @Test func `a new event is saved with all fields of the editor`() async throws {
        let store = try WebStore()
        let browser = try await Browser(store)
        let page = await browser.get("new?date=2026-04-01")
        let saved = try await browser.send(
            page,
            "save",
            [
                ("title", "Team <meeting>"), ("start", "2026-04-01"), ("start-time", "14:00"),
                ("end", "2026-04-01"),
                ("end-time", "15:30"), ("zone", "America/New_York"), ("location", "Room \"4\""),
                ("url", "https://example.com/a?b=c&d"), ("notes", "One\n\n & two"), ("status", "TENTATIVE"),
                ("availability", "free"), ("attendee", "Jane Doe <jane@studio.example>"),
                ("attendee", "joe@studio.example"),
                ("alarm", "15m"), ("alarm", "1d"), ("repeat", "weekly"), ("day", "WE"), ("day", "FR"),
                ("interval", "2"), ("ends", "count"), ("count", "6"),
            ]
        )
        #expect(saved.status == 200)
        for text in [
            "Team &lt;meeting&gt;", "every second week on Wednesday and Friday, 6 times in all",
            "15 minutes before; 1 day before",
            "Jane Doe", "joe@studio.example", "href=\"https://example.com/a?b=c&amp;d\"", "tentative",
            "Wednesday 1 April 2026, 20:00–21:30", "2026-04-01 14:00 in America/New_York",
            "Room &quot;4&quot;",
        ] {
            #expect(saved.html.contains(text), "\(text) is not in \(saved.html)")
        }
        let events = try store.list("2026-03-30", 14)
        #expect(
            events == [
                "2026-04-01 20:00 Team <meeting>", "2026-04-03 20:00 Team <meeting>",
            ]
        )
    }

    @Test func `an event without changed fields is not written`() async throws {
        let store = try WebStore(["a": WebStore.weekly])
        let browser = try await Browser(store)
        let month = await browser.get("month?date=2026-03-30")
        let event = await browser.get(try month.link(to: "Stand-up"))
        #expect(event.html.contains("every Tuesday"))
        let edit = await browser.get(
            try #require(event.html.firstMatch(of: /href="(edit\?id=[^"]*)"/)?.1).description
        )
        let answer = await browser.post("save", try edit.fields(of: "save"), with: false)
        #expect(answer.status == 303)
        #expect(try store.store.history().isEmpty)
    }

    /// Opens the editor of the stand-up on a day.
    private func editor(_ browser: Browser, _ day: String, _ title: String = "Stand-up") async throws -> Page
    {
        let event = await browser.get(try await browser.get("day?date=\(day)").link(to: title))
        return await browser.get(
            String(try #require(event.html.firstMatch(of: /href="(edit\?id=[^"]*)"/)?.1))
        )
    }

    @Test(arguments: [
        ("this", ["Stand-up", "Short", "Stand-up"]), ("future", ["Stand-up", "Short", "Short"]),
        ("all", ["Short", "Short", "Short"]),
    ])
    func `changing a series asks which events to change`(_ span: String, _ titles: [String]) async throws {
        let store = try WebStore(["a": WebStore.weekly])
        let browser = try await Browser(store)
        let question = try await browser.send(editor(browser, "2026-03-31"), "save", [("title", "Short")])
        #expect(question.status == 200)
        #expect(question.html.contains("Change which?"))
        #expect(
            question.html.contains(
                "<b>title</b>: <del><bdi>Stand-up</bdi></del> → <ins><bdi>Short</bdi></ins>"
            )
        )
        #expect(try store.store.history().isEmpty)
        let saved = try await browser.send(question, "save", [("span", span)])
        #expect(saved.html.contains("Undo"))
        let days = ["2026-03-24", "2026-03-31", "2026-04-07"]
        #expect(try days.map { try store.list($0, 1).joined().dropFirst(17) }.map(String.init) == titles)
        let undone = try await browser.send(saved, "undo", [])
        #expect(undone.status == 200)
        #expect(try days.flatMap { try store.list($0, 1) }.allSatisfy { $0.hasSuffix("09:00 Stand-up") })
    }

    @Test func `an unchanged end moves with the start`() async throws {
        let store = try WebStore(["a": WebStore.weekly])
        let browser = try await Browser(store)
        let question = try await browser.send(
            editor(browser, "2026-03-31"),
            "save",
            [("start", "2026-04-01"), ("start-time", "11:15")]
        )
        let saved = try await browser.send(question, "save", [("span", "this")])
        #expect(saved.html.contains("Wednesday 1 April 2026, 11:15–11:45"))
        #expect(try store.list("2026-03-31", 2) == ["2026-04-01 11:15 Stand-up"])
    }

    @Test func `a new rule cannot apply to a single occurrence`() async throws {
        let store = try WebStore(["a": WebStore.weekly])
        let browser = try await Browser(store)
        let question = try await browser.send(editor(browser, "2026-03-31"), "save", [("interval", "2")])
        #expect(question.html.contains("every second Tuesday"))
        #expect(!question.html.contains("id=\"span-this\""))
        _ = try await browser.send(question, "save", [("span", "future")])
        #expect(
            try store.list("2026-03-24", 28).map { $0.prefix(10) } == [
                "2026-03-24", "2026-03-31", "2026-04-14",
            ]
        )
    }

    @Test(arguments: [
        ("this", ["2026-03-24", "2026-04-07"]), ("future", ["2026-03-24"]), ("all", []),
    ])
    func `deleting from a series asks which events to delete`(_ span: String, _ days: [String]) async throws {
        let store = try WebStore(["a": WebStore.weekly])
        let browser = try await Browser(store)
        let event = await browser.get(try await browser.get("week?date=2026-03-31").link(to: "Stand-up"))
        let question = try await browser.send(event, "remove", [])
        #expect(question.html.contains("Delete which?"))
        let month = try await browser.send(question, "remove", [("span", span)])
        #expect(month.html.contains("March 2026"))
        #expect(try store.list("2026-03-24", 20).map { String($0.prefix(10)) } == days)
        _ = try await browser.send(month, "undo", [])
        #expect(try store.list("2026-03-24", 20).count == 3)
    }

    @Test func `concurrent changes by another program are kept`() async throws {
        let store = try WebStore([
            "a": WebStore.event("lunch", "SUMMARY:Lunch\nDTSTART:20260331T100000Z\nDTEND:20260331T110000Z")
        ])
        let browser = try await Browser(store)
        let edit = try await editor(browser, "2026-03-31", "Lunch")
        var event = try #require(try store.store.event(withIdentifier: "home:lunch"))
        event.location = "Canteen"
        try store.store.save(&event, span: .thisEvent)
        let saved = try await browser.send(edit, "save", [("title", "Late lunch")])
        #expect(saved.html.contains("Late lunch") && saved.html.contains("Canteen"))
    }

    @Test(arguments: [
        ([("title", "")], "title: an event needs a title"),
        ([("start-time", "")], "start: the time is missing"),
        ([("zone", "Nowhere/Land")], "time-zone: "),
        ([("end", "2026-03-01")], "the event ends before it starts"),
        ([("attendee", "nobody")], "not an email address"),
        ([("repeat", "rule"), ("rule", "FREQ=NEVER")], "repeat: "),
        ([("repeat", "daily"), ("interval", "0")], "not a number from 1 to 10000"),
        ([("start", "2026-02-31")], "start: "),
    ])
    func `invalid input is reported, and the values are kept`(_ fields: [(String, String)], _ words: String)
        async throws
    {
        let store = try WebStore()
        let browser = try await Browser(store)
        let page = await browser.get("new?date=2026-04-01")
        let changes =
            [(name: "title", value: "Kept"), (name: "location", value: "Also kept")]
            + fields.map { (name: $0.0, value: $0.1) }
        var merged: [(name: String, value: String)] = []
        for change in changes {
            merged.removeAll { $0.name == change.name }
            merged.append(change)
        }
        let answer = try await browser.send(page, "save", merged)
        #expect(answer.status == 422)
        #expect(answer.html.contains("role=\"alert\""))
        #expect(Page.text(answer.html).contains(words), "\(answer.html)")
        #expect(answer.html.contains("Also kept"))
        #expect(try store.store.history().isEmpty)
    }

    @Test func `an event can become all-day, and timed again`() async throws {
        let store = try WebStore()
        let browser = try await Browser(store)
        let page = await browser.get("new?date=2026-04-01")
        let saved = try await browser.send(
            page,
            "save",
            [("title", "Fair"), ("all-day", "yes"), ("end", "2026-04-03")]
        )
        #expect(saved.html.contains("Wednesday 1 April 2026 – Friday 3 April 2026, all day"))
        let timed = try await browser.send(
            editor(browser, "2026-04-02", "Fair"),
            "save",
            [("all-day", ""), ("start-time", "10:00"), ("end", "2026-04-01"), ("end-time", "12:00")]
        )
        #expect(timed.html.contains("Wednesday 1 April 2026, 10:00–12:00"), "\(timed.html)")
    }

    @Test func `changing the start moves an event`() async throws {
        let store = try WebStore([
            "a": WebStore.event("lunch", "SUMMARY:Lunch\nDTSTART:20260331T100000Z\nDTEND:20260331T110000Z")
        ])
        let browser = try await Browser(store)
        let answer = await browser.post("move", [("id", "home:lunch"), ("start", "2026-04-02")])
        #expect(answer.status == 303)
        #expect(try store.list("2026-03-30", 7) == ["2026-04-02 12:00 Lunch"])
    }

    @Test func `a file can be imported, and the import undone`() async throws {
        let store = try WebStore()
        let browser = try await Browser(store)
        let file = WebStore.calendar(
            WebStore.weekly + "\n" + WebStore.event("b", "SUMMARY:Lunch\nDTSTART:20260331T100000Z")
                + "\nBEGIN:VTODO\nUID:t\nDTSTAMP:20260101T000000Z\nSUMMARY:Call\nEND:VTODO"
        )
        let result = try await browser.upload(file, into: "home")
        #expect(result.html.contains("added: &quot;Stand-up&quot;"))
        #expect(try store.list("2026-03-31", 1).count == 2)
        let again = try await browser.upload(file, into: "home")
        #expect(again.html.contains("unchanged: &quot;Stand-up&quot;"))
        let undone = try await browser.send(result, "undo", [])
        #expect(undone.status == 200)
        #expect(try store.list("2026-03-31", 1).isEmpty)
        #expect(try await browser.upload("no calendar", into: "home").status == 422)
    }

    @Test func `an import shows what was guessed about times`() async throws {
        let store = try WebStore()
        let browser = try await Browser(store)
        let event = WebStore.event("b", "SUMMARY:Lunch\nDTSTART;TZID=Nowhere:20260331T100000")
        let result = try await browser.upload(WebStore.calendar(event), into: "home")
        #expect(result.html.contains("unknown time zone &quot;Nowhere&quot;; times read as floating"))
        #expect(try store.list("2026-03-31", 1).count == 1)
    }

    @Test func `reminders can be added, completed and reopened`() async throws {
        let store = try WebStore()
        let browser = try await Browser(store)
        let page = try await browser.send(
            browser.get("reminders"),
            "remind",
            [("title", "Water the plants"), ("due", "2026-03-29"), ("due-time", "18:00")]
        )
        #expect(page.html.contains("Water the plants"))
        #expect(page.html.contains("overdue, 2026-03-29 18:00"))
        let done = try await browser.send(page, "done", [])
        #expect(done.html.contains("<h2>Done</h2>"))
        let open = try await browser.send(done, "done", [])
        #expect(!open.html.contains("<h2>Done</h2>"))
    }

    @Test func `calendars can be created and hidden`() async throws {
        let store = try WebStore(["a": WebStore.weekly])
        let browser = try await Browser(store)
        let created = try await browser.send(
            browser.get("calendars"),
            "create",
            [("name", "Pottery"), ("color", "#cc6633")]
        )
        #expect(created.html.contains("Pottery"))
        #expect(await browser.get("colors.css").html.contains("--c: #cc6633;"))
        let hidden = try await browser.send(created, "show", [("calendar", "pottery")])
        #expect(hidden.status == 200)
        #expect(await !browser.get("week?date=2026-03-31").html.contains("Stand-up"))
        #expect(try await Browser(store).get("week?date=2026-03-31").html.contains("Stand-up"))
    }
}
