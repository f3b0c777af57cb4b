import ICSItems
import ICalendarStore
import ICalendarUI
import SystemIO

/// A page shown for a program in a session limited to that page, and the user's action on the page.
///
/// ```swift
/// let task = try calendar.present(line)
/// print(task.link)
/// let reply = await task.reply()
/// ```
public final class WebTask: Sendable {
    private struct State {
        var reply: PageReply?
        var identifier: String?
        var isOpened = false
        var hadWindows = false
        /// The number of open window connections.
        var windows = 0
        /// The number of requests in progress.
        var requests = 0
        var lastUse: ContinuousClock.Instant
    }

    /// The link to the page, which works only once: `task.link`.
    public let link: String
    let request: PageRequest
    /// The event supplied by the program, if any.
    let given: ImportedItem?
    private let state: Lock<State>
    private let begin = ContinuousClock.now
    private let patience: Duration
    private let grace: Duration

    /// Creates a task.
    ///
    /// - Parameters:
    ///   - patience: The time limit for opening the link, which also applies between two requests from a browser that
    ///     loads neither images nor scripts.
    ///   - grace: The time without an open window after which the page counts as closed. Navigation also closes a
    ///     window briefly.
    init(
        _ request: PageRequest,
        given: ImportedItem?,
        link: String,
        patience: Duration = .seconds(600),
        grace: Duration = .seconds(3)
    ) {
        self.request = request
        self.given = given
        self.link = link
        self.patience = patience
        self.grace = grace
        state = Lock(State(identifier: request.identifier, lastUse: begin))
    }

    /// Waits until the user acts, closes the window, or fails to open the link, and returns the reply to the program as
    /// a line.
    public func reply() async -> [UInt8] {
        while true {
            if let reply = state.withLock({ current(&$0, .now) }) { return PageLine.bytes(reply) }
            do { try await Task.sleep(for: .milliseconds(50)) } catch { finish(.closed) }
        }
    }

    private func current(_ state: inout State, _ now: ContinuousClock.Instant) -> PageReply? {
        if state.reply == nil {
            if !state.isOpened, now - begin > patience {
                state.reply = PageReply(.failed, reason: "nobody opened the page")
            } else if state.isOpened, state.windows == 0, state.requests == 0,
                now - state.lastUse > (state.hadWindows ? grace : patience)
            {
                state.reply = PageReply(.closed)
            }
        }
        return state.reply
    }

    /// Ends the task with a failure because the page cannot be shown: `task.fail("no browser")`.
    public func fail(_ reason: String) { finish(PageReply(.failed, reason: reason)) }

    /// Returns the reply to send if a page could not be prepared: `WebTask.failure("no such folder")`.
    public static func failure(_ reason: String) -> [UInt8] {
        PageLine.bytes(PageReply(.failed, reason: reason))
    }

    func finish(_ action: PageReply.Action) { finish(PageReply(action)) }

    /// Sets the reply unless it has been set already.
    func finish(_ reply: PageReply) {
        state.withLock { state in
            if state.reply == nil { state.reply = reply }
        }
    }

    var isFinished: Bool { state.withLock { $0.reply != nil } }

    var windowCount: Int { state.withLock { $0.windows } }

    /// The stored occurrence's identifier, which may change when later occurrences are changed.
    var identifier: String? {
        get { state.withLock { $0.identifier } }
        set { state.withLock { $0.identifier = newValue } }
    }

    /// Whether the page is allowed to change or delete the event.
    var mayEdit: Bool { request.page == .editor || request.page == .viewer && request.mayEdit == true }

    func open() {
        state.withLock { state in
            state.isOpened = true
            state.lastUse = .now
        }
    }

    func use<Result>(_ body: () throws -> Result) rethrows -> Result {
        state.withLock { $0.requests += 1 }
        defer {
            state.withLock { state in
                state.requests -= 1
                state.lastUse = .now
            }
        }
        return try body()
    }

    /// Returns the server-sent events for a window.
    ///
    /// The window counts as open as long as this connection is open.
    func events(of store: EventStore) -> AsyncStream<[UInt8]> {
        ChangeEvents.stream(of: store.changes, pause: .seconds(1), onEnd: connection())
    }

    /// Returns the image whose connection shows that a window is still open, even without scripts.
    func window() -> AsyncStream<[UInt8]> {
        WindowImage.stream(pause: .seconds(1), onEnd: connection())
    }

    /// Counts a window's connection, and returns the function to call when the connection ends.
    private func connection() -> @Sendable () -> Void {
        state.withLock { state in
            state.windows += 1
            state.hadWindows = true
        }
        return { [state] in
            state.withLock { state in
                state.windows -= 1
                state.lastUse = .now
            }
        }
    }
}
