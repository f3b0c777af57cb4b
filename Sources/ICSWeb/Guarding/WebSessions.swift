import SystemIO

/// The sessions of browsers that opened a link to this server, and the links that have not yet been opened.
///
/// Cookies are not bound to a port, so another user's server at the same address would receive them. The cookie
/// therefore has a random path that only this server's pages know.
final class WebSessions: Sendable {
    /// The session of a browser that opened a link.
    struct Session: Sendable {
        let key: String
        /// The token that forms in this session must contain.
        let formToken: String
        /// The calendars that the user has hidden.
        var hiddenCalendars: Set<String> = []
        /// The task that limits the session to its page, if the session belongs to a program.
        var task: WebTask?
    }

    private struct State {
        var links: [(token: String, task: WebTask?)] = []
        var sessions: [Session] = []
    }

    private let state = Lock(State())

    private static let mostLinks = 100
    private static let mostSessions = 100

    /// Returns the token for a new link, which works only once.
    func link() -> String {
        let token = SecretText.random()
        add(token, nil)
        return token
    }

    /// Adds a link with a token.
    ///
    /// The link gives access to a program's page or, if there is no task, to all pages.
    func add(_ token: String, _ task: WebTask?) {
        state.withLock { state in
            state.links.append((token, task))
            if state.links.count > Self.mostLinks { state.links.removeFirst() }
        }
    }

    /// Opens a link and returns a new session, or nil if the link is unknown or has already been opened.
    func open(_ token: String) -> Session? {
        var session = Session(key: SecretText.random(), formToken: SecretText.random())
        return state.withLock { state in
            guard let place = state.links.firstIndex(where: { SecretText.areEqual($0.token, token) })
            else { return nil }
            session.task = state.links.remove(at: place).task
            session.task?.open()
            state.sessions.append(session)
            if state.sessions.count > Self.mostSessions { state.sessions.removeFirst() }
            return session
        }
    }

    func session(_ key: String) -> Session? {
        state.withLock { state in state.sessions.first { SecretText.areEqual($0.key, key) } }
    }

    func update(_ session: Session) {
        state.withLock { state in
            guard let place = state.sessions.firstIndex(where: { $0.key == session.key }) else { return }
            state.sessions[place] = session
        }
    }
}
