import ICSItems
import ICalendar
import ICalendarStore
import ICalendarUI
import SystemIO

/// One page for a program, whose session may do nothing else, and the person's action on it.
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
        /// The number of windows that listen for changes.
        var windows = 0
        /// The number of requests that have no answer yet.
        var requests = 0
        var lastUse: ContinuousClock.Instant
    }

    /// The link to the page, which works once: `task.link`.
    public let link: String
    let request: PageRequest
    /// The event of the program, if it has one.
    let given: ImportedItem?
    private let state: Lock<State>
    private let begin = ContinuousClock.now
    private let patience: Duration
    private let grace: Duration

    /// Creates a task.
    ///
    /// - Parameters:
    ///   - patience: The time until somebody opens the link.
    ///   - grace: The time without a window until the person counts as gone. A window is closed on the way to the next
    ///     page, too.
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

    /// Returns the reply to the program, as a line, once the person has acted, closed the window, or never come.
    ///
    /// Only a browser with scripts tells that its window was closed.
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
            } else if state.hadWindows, state.windows == 0, state.requests == 0, now - state.lastUse > grace {
                state.reply = PageReply(.closed)
            }
        }
        return state.reply
    }

    /// Ends the task because the page cannot be shown: `task.fail("no browser")`.
    public func fail(_ reason: String) { finish(PageReply(.failed, reason: reason)) }

    /// Returns the reply for a page that could not be prepared: `WebTask.failure("no such folder")`.
    public static func failure(_ reason: String) -> [UInt8] {
        PageLine.bytes(PageReply(.failed, reason: reason))
    }

    func finish(_ action: PageReply.Action) { finish(PageReply(action)) }

    /// Sets the reply, unless there is one.
    func finish(_ reply: PageReply) {
        state.withLock { state in
            if state.reply == nil { state.reply = reply }
        }
    }

    var isFinished: Bool { state.withLock { $0.reply != nil } }

    var windowCount: Int { state.withLock { $0.windows } }

    /// The identifier of the stored occurrence; a change of later ones can give it another.
    var identifier: String? {
        get { state.withLock { $0.identifier } }
        set { state.withLock { $0.identifier = newValue } }
    }

    /// Whether the page may change or delete the event.
    var mayEdit: Bool { request.page == .editor || request.page == .viewer && request.mayEdit == true }

    func open() { state.withLock { $0.isOpened = true } }

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

    /// Returns the events of a window, which tell that it is still there.
    func events(of store: EventStore) -> AsyncStream<[UInt8]> {
        state.withLock { state in
            state.windows += 1
            state.hadWindows = true
        }
        return ChangeEvents.stream(of: store.changes, pause: .seconds(1)) { [state] in
            state.withLock { state in
                state.windows -= 1
                state.lastUse = .now
            }
        }
    }
}
