import ICSConsole
import ICSItems
import ICSPages
import ICalendar
public import ICalendarStore
import ICalendarUI
import SystemIO

/// The web pages of a store, which turn requests into responses and changes of the store into server-sent events.
///
/// A server passes requests to it and sends the responses. The server must listen only on a loopback address or a Unix
/// socket.
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

    /// The maximum number of bytes in a body, which a server enforces while reading: `WebCalendar.mostBodyBytes`.
    public static let mostBodyBytes = 32 << 20

    /// Creates the pages for a store to which this program has full access.
    ///
    /// - Parameter host: The address and port as in the address bar, such as `127.0.0.1:8080`.
    public convenience init(_ store: EventStore, host: String) {
        self.init(store, host: host) { .present }
    }

    init(_ store: EventStore, host: String, clock: @escaping @Sendable () -> Instant) {
        self.store = store
        guarding = WebGuard(host: host, base: "/\(SecretText.random())/")
        self.clock = clock
    }

    /// Returns a link that opens the pages once, in one browser.
    public func newLink() -> String {
        link(sessions.link())
    }

    /// Returns the response to a request, with the headers that protect the pages.
    public func answer(to request: WebRequest) async -> WebAnswer {
        // Stores wait for files and locks, which must not block a thread of the cooperative pool.
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

    /// Creates a page for a program, whose request is a line on the standard input of `ics-web`.
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
        // A redirect would count as part of the page with the link and would not send the cookie.
        var answer = WebAnswer.page(HelpPage.welcome(to: session.task == nil ? "month" : "task"))
        answer.headers.append(
            (
                "Set-Cookie",
                "\(Self.cookie)=\(session.key); Path=\(guarding.base); HttpOnly; SameSite=Strict"
            )
        )
        return answer
    }

    /// Returns a page for an error that no other page shows.
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

    /// Returns the data that a page needs, with the current state of the store.
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
