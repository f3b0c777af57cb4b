import ICSConsole
import ICSItems
import ICSPages
import ICSViews
import ICalendar
public import ICalendarStore
import ICalendarUI
import SystemIO

/// A store's web pages.
///
/// The class turns requests into responses and store changes into server-sent events.
///
/// A server passes requests to it and sends the responses. The server must listen only on a loopback address or on a
/// Unix socket.
///
/// ```swift
/// let calendar = WebCalendar(store, host: "127.0.0.1:8080")
/// print(calendar.newLink())
/// let answer = await calendar.answer(to: request)
/// ```
public final class WebCalendar: Sendable {
    let store: EventStore
    let guarding: WebGuard
    let sessions = WebSessions()
    private let clock: @Sendable () -> Instant
    /// A lock that serializes changes, since an import is a batch for the whole store.
    private let changing = Lock(false)

    /// The maximum number of bytes in a request's body.
    ///
    /// A server enforces this limit while reading: `WebCalendar.mostBodyBytes`.
    public static let mostBodyBytes = 32 << 20

    /// Creates the pages for a store.
    ///
    /// The program must have full access to the store.
    ///
    /// - Parameter host: The address and port as shown in the address bar, such as `127.0.0.1:8080`.
    public convenience init(_ store: EventStore, host: String) {
        self.init(store, host: host) { .present }
    }

    init(_ store: EventStore, host: String, clock: @escaping @Sendable () -> Instant) {
        self.store = store
        guarding = WebGuard(host: host, base: "/\(SecretText.random())/")
        self.clock = clock
    }

    /// Returns a link that opens the pages only once and only in one browser.
    public func newLink() -> String {
        link(sessions.link())
    }

    /// Returns the response to a request, including the headers that protect the pages.
    public func answer(to request: WebRequest) async -> WebAnswer {
        // A store waits for files and locks, which must not block a thread in the cooperative pool.
        let found = try? await BlockingWork.run {
            self.guarding.refusal(of: request) ?? self.dispatch(request)
        }
        var answer = found ?? .text(503, "the system cannot start a thread")
        if request.method == "HEAD" { answer.body = .bytes([]) }
        answer.headers += WebGuard.headers.filter { header in
            !answer.headers.contains { $0.name == header.name }
        }
        return answer
    }

    /// Creates a page for a program.
    ///
    /// `line` is the program's request, as read from the standard input of `ics-web`.
    ///
    /// - Throws: ``StoreError/Code/invalidItem`` if the line is not a request with a readable event;
    ///   ``StoreError/Code/noSuchItem`` if the event does not exist.
    public func present(_ line: [UInt8]) throws(StoreError) -> WebTask {
        guard line.count <= PageRequest.mostBytes, let request = PageLine.value(PageRequest.self, line) else {
            throw StoreError(.invalidItem, nil, "this version cannot read the request")
        }
        var given: ImportedItem?
        if let text = request.event {
            let file = try? CalendarFile(bytes: Array(text.utf8), limits: .untrusted)
            given = file.flatMap { ImportedItem.all(in: $0).first { $0.type == .event && $0.reason == nil } }
            guard given != nil else {
                throw StoreError(.invalidItem, nil, "the request has no readable event")
            }
        }
        if let identifier = request.identifier { _ = try event(identifier) }
        let token = SecretText.random()
        let task = WebTask(request, given: given, link: link(token))
        sessions.add(token, task)
        return task
    }

    private func link(_ token: String) -> String {
        "http://\(guarding.host)\(guarding.base)start?token=\(token)"
    }

    private func dispatch(_ request: WebRequest) -> WebAnswer {
        guard let page = guarding.page(of: request) else { return .text(404, "not found") }
        if guarding.isStart(request) { return start(request) }
        guard let key = request.cookie(Self.cookie), let session = sessions.session(key) else {
            return .page(
                HelpPage.refusal(
                    "This browser has no session. Run ics-web again, and open the link that it prints."
                ),
                status: 403
            )
        }
        do {
            if let task = session.task {
                let routes = TaskRoutes(calendar: self, task: task, session: session)
                return try changing.withLock { _ throws in try routes.answer(page, request) }
            }
            return request.method == "POST"
                ? try changing.withLock { _ throws in try change(page, request, session) }
                : try look(page, request, session)
        } catch {
            let words = (error as? StoreError)?.description ?? (error as? FieldError)?.text ?? "\(error)"
            return failure(words, session)
        }
    }

    private static let cookie = "ics-session"

    private func start(_ request: WebRequest) -> WebAnswer {
        guard let session = sessions.open(request.query.text("token")) else {
            return .page(
                HelpPage.refusal("This link has already been used. Run ics-web again to get a new one."),
                status: 403
            )
        }
        // A redirect would count as coming from the page that contains the link, so the browser would not send the
        // cookie.
        var answer = WebAnswer.page(HelpPage.welcome(to: session.task == nil ? "month" : "task"))
        answer.headers.append(
            (
                "Set-Cookie",
                "\(Self.cookie)=\(session.key); Path=\(guarding.base); HttpOnly; SameSite=Strict"
            )
        )
        return answer
    }

    /// Returns a general error page.
    private func failure(_ words: String, _ session: WebSessions.Session) -> WebAnswer {
        guard let scene = try? scene(session) else {
            return .page(HelpPage.refusal(words), status: 500)
        }
        let frame = PageFrame(title: "Something went wrong", page: "error")
        let bytes = frame.bytes(scene) { writer in
            writer.markup("<p class=\"error\" role=\"alert\">\(words)</p><p><a id=\"back\"")
            writer.markup(" href=\"\(session.task == nil ? "month" : "task")\">Back</a></p>\n")
        }
        return .page(bytes, status: 422)
    }

    /// Returns the data that a page needs, including the store's current state.
    func scene(_ session: WebSessions.Session, _ query: FormFields = FormFields()) throws(StoreError)
        -> PageScene
    {
        var calendars = try store.calendars(for: .event)
        if store.authorizationStatus(for: .reminder) == .fullAccess {
            let known = Set(calendars.map(\.calendarIdentifier))
            calendars += try store.calendars(for: .reminder).filter { !known.contains($0.calendarIdentifier) }
        }
        var scene = PageScene(store: store, session: session, now: clock(), calendars: calendars)
        if let number = Int(query.text("change")),
            let entry = try store.history().first(where: { $0.number == number })
        {
            scene.notice = PageNotice(words: "Done: \(entry.summary)", entry: entry)
        }
        return scene
    }

    /// Returns a redirect to a page that shows the result of the last commit.
    func done(_ page: String, _ query: [String: String] = [:]) throws(StoreError) -> WebAnswer {
        var query = query
        if let last = try store.history().first { query["change"] = "\(last.number)" }
        return .redirect(WebAddress(page, query))
    }
}

extension WebCalendar {
    /// Returns a page for a read-only request.
    func look(_ page: String, _ request: WebRequest, _ session: WebSessions.Session) throws -> WebAnswer {
        switch page {
        case "style.css": return asset(PageStyle.sheet, "text/css; charset=utf-8")
        case "script.js": return asset(PageStyle.script, "text/javascript; charset=utf-8")
        case "icon.svg": return asset(PageStyle.icon, "image/svg+xml")
        case "": return .redirect(WebAddress("month"))
        case "events":
            var answer = WebAnswer(200, [("Content-Type", "text/event-stream")])
            answer.body = .events(ChangeEvents.stream(of: store.changes, pause: .seconds(15)))
            return answer
        default: break
        }
        let query = request.query
        let scene = try scene(session, query)
        if page == "colors.css" {
            return WebAnswer(200, [("Content-Type", "text/css")], PageStyle.colors(scene.calendars))
        }
        let date = date(query, scene)
        switch page {
        case "month": return .page(try MonthPage(scene: scene, date: date).bytes())
        case "week":
            let monday = date.adding(days: -PageDates.column(date))
            return .page(try DaysPage(scene: scene, first: monday, count: 7).bytes())
        case "day": return .page(try DaysPage(scene: scene, first: date, count: 1).bytes())
        case "agenda": return .page(try AgendaPage(scene: scene, first: date).bytes())
        case "event":
            let event = try self.event(query.text("id"))
            guard let viewed = ViewedEvent(event, in: scene.zone) else { break }
            return .page(EventPage(scene: scene, event: event, viewed: viewed).bytes())
        case "new": return .page(EditorPage(scene: scene, form: newForm(query, date, scene)).bytes())
        case "edit":
            let form = EventForm(try event(query.text("id")), in: scene.zone)
            return .page(EditorPage(scene: scene, form: form).bytes())
        case "calendars": return .page(CalendarsPage(scene: scene).bytes())
        case "reminders": return .page(try remindersPage(scene))
        case "import": return .page(ImportPage(scene: scene).bytes())
        case "history": return .page(HistoryPage(scene: scene, entries: try store.history()).bytes())
        case "help": return .page(HelpPage.bytes(scene))
        default: break
        }
        return .text(404, "not found")
    }

    /// Returns one of this program's static files, which the browser caches for the session.
    private func asset(_ bytes: [UInt8], _ type: String) -> WebAnswer {
        WebAnswer(200, [("Content-Type", type), ("Cache-Control", "private, max-age=3600")], bytes)
    }

    /// Returns the day that a page shows, which is today by default.
    private func date(_ query: FormFields, _ scene: PageScene) -> CivilDate {
        guard case .date(let date)? = try? EventTime(query.text("date")), (1602...9998).contains(date.year)
        else {
            return scene.today
        }
        return date
    }

    /// Returns the occurrence with an identifier.
    func event(_ identifier: String) throws(StoreError) -> CalendarEvent {
        guard let event = try store.event(withOccurrenceIdentifier: identifier) else {
            throw StoreError(.noSuchItem, nil, "this event no longer exists")
        }
        return event
    }

    func remindersPage(_ scene: PageScene, error: String? = nil) throws -> [UInt8] {
        guard store.authorizationStatus(for: .reminder) == .fullAccess else {
            return RemindersPage(scene: scene, reminders: [], error: "no access to the reminders").bytes()
        }
        let reminders = try store.reminders(matching: store.predicateForReminders())
        return RemindersPage(scene: scene, reminders: reminders, error: error).bytes()
    }

    /// Returns the editor for a new event, which starts at the next full hour if the day is today, or at nine on other
    /// days.
    private func newForm(_ query: FormFields, _ date: CivilDate, _ scene: PageScene) -> EventForm {
        var values = EventValues()
        let now = scene.zone.civil(at: scene.now)
        var hour = date == scene.today ? min(now.hour + 1, 22) : 9
        if let asked = Int(query.text("hour")), (0...22).contains(asked) { hour = asked }
        func clock(_ hour: Int) -> String { (hour < 10 ? "0" : "") + "\(hour):00" }
        (values.startDate, values.startTime) = (date.description, clock(hour))
        (values.endDate, values.endTime) = (date.description, clock(hour + 1))
        values.zone = scene.zone.identifier
        let usual = (try? store.defaultCalendarForNewEvents)?.calendarIdentifier
        values.calendar = usual ?? scene.writableCalendars.first?.calendarIdentifier ?? ""
        return EventForm(values)
    }
}
