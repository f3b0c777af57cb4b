#if Network
    import CalDAV
    import SystemIO

    /// A transport's in-memory password, and a record of how servers responded to it.
    ///
    /// The password is looked up only once rather than for each request. A password that was rejected several times and
    /// never accepted is not sent again, since servers lock accounts after a few failed attempts.
    final class PasswordKeeper: Sendable {
        private struct State {
            var secret: Secret?
            var time = ContinuousClock.now
            var problem: PasswordProblem?
            var isAccepted = false
            var refusals = 0
            /// The servers that require Digest.
            var digest: Set<WebOrigin> = []
        }

        /// The maximum number of attempts with a password that no server has accepted so far.
        static let mostRefusals = 3
        /// The age after which a cached password or token may be outdated.
        static let stableTime = Duration.seconds(60)

        let credentials: Credentials
        private let reader: any PasswordReader
        private let stableTime: Duration
        private let state = Lock(State())
        /// Whether a request is looking up the password; if so, other requests wait so that a command runs only once.
        private let turn = Lock(false)

        init(
            _ credentials: Credentials,
            _ reader: (any PasswordReader)? = nil,
            stableTime: Duration = PasswordKeeper.stableTime
        ) {
            self.credentials = credentials
            self.stableTime = stableTime
            self.reader = reader ?? PasswordLookup(credentials: credentials)
        }

        /// Returns the password, or nil if servers have rejected it too many times.
        func secret(isCancelled: () -> Bool) throws(PasswordProblem) -> Secret? {
            try waitForTurn(isCancelled)
            defer { endTurn() }
            let now = state.withLock { $0 }
            let isFresh = ContinuousClock.now - now.time < stableTime
            if isFresh, let problem = now.problem { throw problem }
            guard !now.isAccepted, now.refusals >= Self.mostRefusals else {
                if let secret = now.secret { return secret }
                return try lookUp(isCancelled)
            }
            if isFresh { return nil }
            let found = try lookUp(isCancelled)
            return found == now.secret ? nil : found
        }

        /// Returns a password that differs from the rejected one, if the source now provides one.
        func replacement(for refused: Secret, isCancelled: () -> Bool) throws(PasswordProblem) -> Secret? {
            try waitForTurn(isCancelled)
            defer { endTurn() }
            let now = state.withLock { $0 }
            // Another request may have replaced the password in the meantime.
            if let secret = now.secret, secret != refused { return secret }
            guard ContinuousClock.now - now.time >= stableTime else { return nil }
            let found = try lookUp(isCancelled)
            return found == refused ? nil : found
        }

        func accept(_ secret: Secret) {
            state.withLock { if $0.secret == secret { $0.isAccepted = true } }
        }

        func refuse(_ secret: Secret) {
            state.withLock { if $0.secret == secret { $0.refusals += 1 } }
        }

        func usesDigest(at origin: WebOrigin) -> Bool {
            switch credentials.scheme {
            case .digest: true
            case .automatic: state.withLock { $0.digest.contains(origin) }
            case .basic, .bearer: false
            }
        }

        /// Records that a server requires Digest; returns false if the requirement was already known or the scheme is
        /// fixed.
        func useDigest(at origin: WebOrigin) -> Bool {
            credentials.scheme == .automatic && state.withLock { $0.digest.insert(origin).inserted }
        }

        private func lookUp(_ isCancelled: () -> Bool) throws(PasswordProblem) -> Secret {
            let secret: Secret
            do {
                secret = try reader.secret(isCancelled: isCancelled)
            } catch {
                if case .cancelled = error { throw error }
                throw record(error)
            }
            if credentials.scheme == .bearer, !secret.isToken { throw record(.badToken) }
            state.withLock { state in
                if state.secret != secret { (state.isAccepted, state.refusals) = (false, 0) }
                (state.secret, state.problem, state.time) = (secret, nil, .now)
            }
            return secret
        }

        /// Records a problem so that other requests do not prompt for the same passphrase again.
        private func record(_ problem: PasswordProblem) -> PasswordProblem {
            state.withLock { ($0.problem, $0.time) = (problem, .now) }
            return problem
        }

        /// Waits for other requests that are looking up the password, unless this request is canceled.
        private func waitForTurn(_ isCancelled: () -> Bool) throws(PasswordProblem) {
            while !isCancelled() {
                let isFree = turn.withLock { isTaken in
                    defer { isTaken = true }
                    return !isTaken
                }
                if isFree { return }
                SystemCalls.sleep(.milliseconds(5))
            }
            throw .cancelled
        }

        private func endTurn() {
            turn.withLock { $0 = false }
        }
    }
#endif
