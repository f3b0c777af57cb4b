import Foundation
import ICalendar
import ICalendarStore
import Testing

@testable import ICSWeb

/// A store in a separate folder, with one calendar.
final class WebStore: Sendable {
    let folder: URL
    let store: EventStore
    let calendar: WebCalendar

    static let host = "127.0.0.1:8080"
    /// Monday 30 March 2026, 10:05 in Berlin.
    static let now = Instant(secondsSince1970: 1_774_857_900)

    /// Opens a store with files in the calendar `home`, each given as the lines of its components.
    init(_ files: [String: String] = [:], state: String = "state") throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "web-\(UUID().uuidString)")
        let home = folder.appending(path: "calendars/home")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        for (name, lines) in files {
            try Self.calendar(lines).write(
                to: home.appending(path: "\(name).ics"),
                atomically: true,
                encoding: .utf8
            )
        }
        var options = EventStore.Options()
        options.access = .allow
        options.timeZone = try Zone(identifier: "Europe/Berlin")
        options.stateDirectory = folder.appending(path: state).path
        store = try EventStore(directory: folder.appending(path: "calendars").path, options: options)
        calendar = WebCalendar(store, host: Self.host) { Self.now }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    static func calendar(_ lines: String) -> String {
        let text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//test//EN\n\(lines)\nEND:VCALENDAR\n"
        return text.replacing("\n", with: "\r\n")
    }

    static func event(_ uid: String, _ lines: String) -> String {
        "BEGIN:VEVENT\nUID:\(uid)\nDTSTAMP:20260101T000000Z\n\(lines)\nEND:VEVENT"
    }

    /// A weekly meeting on Tuesdays, starting on 3 March 2026.
    static let weekly = event(
        "stand-up",
        "SUMMARY:Stand-up\nDTSTART;TZID=Europe/Berlin:20260303T090000\nDURATION:PT30M\nRRULE:FREQ=WEEKLY"
    )

    /// Returns the starts and titles of the events on a number of days, such as `2026-03-31 09:00 Stand-up`.
    func list(_ first: String, _ dayCount: Int) throws -> [String] {
        let zone = store.zone
        let start = zone.instant(of: try EventTime(first).civil)
        let end = zone.instant(of: try EventTime(first).civil.adding(seconds: dayCount * 86_400))
        let predicate = try store.predicateForEvents(withStart: start.date, end: end.date)
        return try store.events(matching: predicate).map { event in
            let civil = event.startDate.map { zone.civil(at: Instant($0)) }
            let text = civil?.description.replacing("T", with: " ").prefix(16) ?? ""
            return "\(event.isAllDay ? text.prefix(10) : text) \(event.title)"
        }
    }
}

/// A browser with one session.
struct Browser {
    let calendar: WebCalendar
    private(set) var cookie = ""
    private var base: String { calendar.guarding.base }

    init(_ store: WebStore, link: String? = nil) async throws {
        calendar = store.calendar
        let link = link ?? calendar.newLink()
        let answer = await calendar.answer(
            to: Self.request("GET", String(link.dropFirst("http://\(WebStore.host)".count)))
        )
        #expect(answer.status == 200)
        let field = try #require(answer.headers.first { $0.name == "Set-Cookie" }?.value)
        cookie = String(field.prefix { $0 != ";" })
    }

    static func request(
        _ method: String,
        _ target: String,
        _ headers: [(name: String, value: String)] = [],
        _ body: [UInt8] = []
    ) -> WebRequest {
        WebRequest(method: method, target: target, headers: [("Host", WebStore.host)] + headers, body: body)
    }

    func get(_ page: String) async -> Page {
        let request = Self.request(
            "GET",
            base + page,
            [("Cookie", cookie), ("Sec-Fetch-Site", "same-origin")]
        )
        return Page(await calendar.answer(to: request))
    }

    /// Sends a form as a browser does.
    func post(_ page: String, _ fields: [(name: String, value: String)], with token: Bool = true) async
        -> Page
    {
        var fields = fields
        if token { fields.append(("token", formToken)) }
        let body = fields.map { "\(WebAddress.encoded($0.name))=\(WebAddress.encoded($0.value))" }
            .joined(separator: "&")
        let headers = [
            ("Cookie", cookie), ("Origin", "http://\(WebStore.host)"), ("Sec-Fetch-Site", "same-origin"),
            ("Content-Type", "application/x-www-form-urlencoded"),
        ]
        return Page(await calendar.answer(to: Self.request("POST", base + page, headers, Array(body.utf8))))
    }

    /// Sends a page's form with changed fields, and follows the redirect.
    func send(_ page: Page, _ action: String, _ changes: [(name: String, value: String)]) async throws -> Page
    {
        var fields = try page.fields(of: action)
        for name in Set(changes.map(\.name)) { fields.removeAll { $0.name == name } }
        return try await follow(post(action, fields + changes.filter { !$0.value.isEmpty }, with: false))
    }

    func follow(_ page: Page) async throws -> Page {
        guard page.status == 303 else { return page }
        return await get(try #require(page.header("Location")))
    }

    func upload(_ file: String, into calendar: String) async throws -> Page {
        let parts = [
            "Content-Disposition: form-data; name=\"token\"\r\n\r\n\(formToken)",
            "Content-Disposition: form-data; name=\"calendar\"\r\n\r\n\(calendar)",
            "Content-Disposition: form-data; name=\"file\"; filename=\"a.ics\"\r\nContent-Type: text/calendar\r\n\r\n\(file)",
        ]
        let body = parts.map { "--x\r\n\($0)\r\n" }.joined() + "--x--\r\n"
        let headers = [
            ("Cookie", cookie), ("Origin", "http://\(WebStore.host)"),
            ("Content-Type", "multipart/form-data; boundary=x"),
        ]
        return Page(
            await self.calendar.answer(to: Self.request("POST", base + "import", headers, Array(body.utf8)))
        )
    }

    var formToken: String {
        calendar.sessions.session(String(cookie.drop { $0 != "=" }.dropFirst()))?.formToken ?? ""
    }
}

/// A response, interpreted as a user would see it.
struct Page {
    let status: Int
    let headers: [(name: String, value: String)]
    let html: String

    init(_ answer: WebAnswer) {
        status = answer.status
        headers = answer.headers
        if case .bytes(let bytes) = answer.body {
            html = String(decoding: bytes, as: UTF8.self)
        } else {
            html = ""
        }
    }

    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// Returns the link to the event with the given title.
    func link(to title: String) throws -> String {
        let pattern = try Regex(
            "<a href=\"(event\\?id=[^\"]*)\">(?:<span class=\"at\">[^<]*</span> )?<bdi class=\"what\">\(title)<"
        )
        let match = try #require(html.firstMatch(of: pattern), "\(title) is not on the page")
        return String(match.output[1].substring ?? "").replacing("&amp;", with: "&")
    }

    /// Returns the fields of the form with the given action, and the values that a browser would send.
    func fields(of action: String) throws -> [(name: String, value: String)] {
        let start = try #require(
            html.firstRange(of: "action=\"\(action)\""),
            "no form for \(action)\n\(html)"
        )
        let rest = html[start.upperBound...]
        let form = String(rest[..<(rest.firstRange(of: "</form>")?.lowerBound ?? rest.endIndex)])
        var fields: [(name: String, value: String)] = []
        for tag in form.matches(of: /<(input|select|textarea)\b([^>]*)>/) {
            let attributes = String(tag.2)
            guard let name = attributes.firstMatch(of: /name="([^"]*)"/).map({ String($0.1) }) else {
                continue
            }
            let value = Self.text(String(attributes.firstMatch(of: /value="([^"]*)"/)?.1 ?? ""))
            switch tag.1 {
            case "select":
                let options = form[tag.range.upperBound...].prefix(while: { _ in true })
                let list = options[..<(options.firstRange(of: "</select>")?.lowerBound ?? options.endIndex)]
                let all = list.matches(of: /<option value="([^"]*)"( selected)?>/)
                if let chosen = all.first(where: { $0.2 != nil }) ?? all.first {
                    fields.append((name, Self.text(String(chosen.1))))
                }
            case "textarea":
                let text = form[tag.range.upperBound...].dropFirst()
                fields.append(
                    (
                        name,
                        Self.text(
                            String(text[..<(text.firstRange(of: "</textarea>")?.lowerBound ?? text.endIndex)])
                        )
                    )
                )
            default:
                let isBox = attributes.contains("checkbox") || attributes.contains("radio")
                if !isBox || attributes.contains(" checked") { fields.append((name, value)) }
            }
        }
        return fields
    }

    static func text(_ html: String) -> String {
        var text = html
        for (entity, character) in [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#96;", "`"), ("&amp;", "&"),
        ] { text = text.replacing(entity, with: character) }
        return text
    }
}
