#if Network
    import CalDAV
    import SystemIO

    /// A request that is repeated with redirects and credentials until it receives a final response.
    struct Conversation {
        private let job: TransferJob
        private let handle: CurlHandle
        private let tls: TLSSettings
        private let passwords: PasswordKeeper?
        private let deadline: ContinuousClock.Instant
        private var url: ResourceURL
        /// The server where the redirect chain to the current address began.
        private var start: WebOrigin

        init(_ job: TransferJob, _ handle: CurlHandle, _ tls: TLSSettings, _ passwords: PasswordKeeper?) {
            self.job = job
            self.handle = handle
            self.tls = tls
            self.passwords = passwords
            deadline = .now + job.limits.total
            url = job.request.url
            start = job.request.start ?? job.request.url.origin
        }

        /// Returns the final response and the server of the last connection.
        func outcome() -> (TransferJob.Outcome, WebOrigin) {
            var conversation = self
            let outcome = Result { () throws(TransportFailure) in try conversation.answer() }
            return (outcome, conversation.url.origin)
        }

        private mutating func answer() throws(TransportFailure) -> DAVAnswer {
            guard tls.isPinValid else { throw failure(.untrusted, "the pin must be 'sha256//' and a digest") }
            var redirects = 0
            while true {
                let answer = try authorizedAnswer()
                guard let target = try target(of: answer) else { return answer }
                redirects += 1
                guard redirects <= job.limits.redirects else {
                    throw failure(
                        .redirected,
                        "limit reached: \(job.limits.redirects) redirects (TransportLimits.redirects)"
                    )
                }
                start = start.chainStart(after: url.origin)
                url = target
            }
        }

        /// Returns the address that a response redirects to, or nil if the response is final.
        ///
        /// Only a GET may be redirected to another server, because the hrefs in a multistatus are relative to the
        /// request's server.
        private func target(of answer: DAVAnswer) throws(TransportFailure) -> ResourceURL? {
            guard answer.status.isRedirect, job.request.isReadOnly, job.limits.redirects > 0,
                let location = answer.fields["Location"]
            else { return nil }
            let target: ResourceURL
            do { target = try url.redirected(to: location) } catch {
                throw failure(.redirected, error.description)
            }
            return job.request.method == .get || target.origin == url.origin ? target : nil
        }

        // MARK: - Credentials

        private func authorizedAnswer() throws(TransportFailure) -> DAVAnswer {
            guard let passwords, passwords.credentials.apply(to: url.origin) else {
                return try answer(.none)
            }
            guard
                var secret = try password({ () throws(PasswordProblem) in
                    try passwords.secret(isCancelled: { job.isCancelled })
                })
            else { return DAVAnswer(HTTPStatus(401), HTTPFields()) }
            var isRenewed = false
            while true {
                let answer = try answer(proof(secret, passwords))
                guard answer.status.code == 401 else {
                    passwords.accept(secret)
                    return answer
                }
                if answer.requiresDigest, passwords.useDigest(at: url.origin) { continue }
                passwords.refuse(secret)
                let refused = secret
                guard !isRenewed,
                    let other = try password({ () throws(PasswordProblem) in
                        try passwords.replacement(for: refused, isCancelled: { job.isCancelled })
                    })
                else { return answer }
                secret = other
                isRenewed = true
            }
        }

        private func password(
            _ body: () throws(PasswordProblem) -> Secret?
        ) throws(TransportFailure) -> Secret? {
            do { return try body() } catch .cancelled { throw failure(.cancelled) } catch {
                throw failure(.noPassword, error.description)
            }
        }

        private func proof(
            _ secret: Secret,
            _ passwords: PasswordKeeper
        ) throws(TransportFailure) -> CurlSettings.Proof {
            let credentials = passwords.credentials
            if credentials.scheme == .bearer { return .bearer(secret) }
            let usesDigest = passwords.usesDigest(at: url.origin)
            guard credentials.user.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
                usesDigest || !credentials.user.utf8.contains(UInt8(ascii: ":"))
            else { throw failure(.noPassword, PasswordProblem.badUser.description) }
            return usesDigest
                ? .digest(user: credentials.user, secret) : .basic(user: credentials.user, secret)
        }

        // MARK: - Transfer

        private func answer(_ proof: CurlSettings.Proof) throws(TransportFailure) -> DAVAnswer {
            guard url.origin.isSecure || job.allowsInsecure else { throw failure(.insecure) }
            let limits = job.limits
            let reader = AnswerReader(limits, compressed: { handle.received }, receive: job.receive)
            var isLate: String?
            var lastChange = (time: ContinuousClock.now, bytes: 0)
            do throws(CurlProblem) {
                try handle.prepare(settings(proof))
                try handle.perform(
                    fields: { reader.read(line: $0) },
                    body: { reader.read(body: $0) },
                    next: {
                        if job.isCancelled { return nil }
                        let now = ContinuousClock.now
                        let bytes = reader.headerBytes + handle.received + handle.sent
                        if bytes != lastChange.bytes { lastChange = (now, bytes) }
                        let silent = lastChange.time + limits.silence
                        guard now < deadline else {
                            isLate = "limit reached: \(limits.total) (TransportLimits.total)"
                            return nil
                        }
                        guard now < silent else {
                            isLate =
                                "limit reached: \(limits.silence) without a byte (TransportLimits.silence)"
                            return nil
                        }
                        return (min(deadline, silent) - now).milliseconds
                    }
                )
            } catch {
                if job.isCancelled { throw failure(.cancelled) }
                if let (kind, detail) = reader.problem { throw failure(kind, detail) }
                if let isLate { throw failure(.timedOut, isLate) }
                // When Digest is used, the server repeats its challenge even if the credentials are correct.
                if error.kind == .refused { return reader.answer ?? DAVAnswer(HTTPStatus(401), HTTPFields()) }
                if !reader.isEnough { throw failure(of: error) }
            }
            guard let answer = reader.answer, answer.status.code >= 200 else {
                throw failure(reader.status == nil ? .malformed : .cutOff)
            }
            return answer
        }

        private func settings(_ proof: CurlSettings.Proof) -> CurlSettings {
            let request = job.request
            let hasBody = !request.body.isEmpty || request.method == .put
            var lines = request.fields.all.map {
                $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)"
            }
            // By default, libcurl waits for confirmation before it sends a large body, and adds a content type if none
            // is given.
            lines.append("Expect:")
            // If `Accept` is absent, the server can choose the format, as it can with libcurl's `*/*`.
            if request.fields["Accept"] == nil { lines.append("Accept:") }
            if hasBody, request.fields["Content-Type"] == nil { lines.append("Content-Type:") }
            return CurlSettings(
                url: url.description,
                method: request.method.rawValue,
                lines: lines,
                body: hasBody ? request.body : nil,
                proof: proof,
                reach: reach,
                usesProxy: !url.origin.isLoopback,
                tls: tls,
                connecting: min(job.limits.connecting, max(.milliseconds(1), deadline - .now))
            )
        }

        private var reach: CurlSettings.Reach {
            if url.origin.isLoopback { return url.origin.isEncrypted ? .everywhere : .thisComputer }
            // A redirect must not lead to this computer, even through a host name that resolves to it. The restriction
            // does not apply if there is a proxy, since the proxy resolves the name and can itself be on this computer.
            let isForeign = url.origin != start && !start.isLoopback
            let variables = ["https_proxy", "HTTPS_PROXY", "http_proxy", "all_proxy", "ALL_PROXY"]
            let hasProxy = variables.contains { SystemCalls.environment($0)?.isEmpty == false }
            return isForeign && !hasProxy ? .otherComputers : .everywhere
        }

        private func failure(of problem: CurlProblem) -> TransportFailure {
            let reason = problem.reason
            return switch problem.kind {
            case .missing: failure(.libraryMissing, reason)
            case .unreachable: failure(.unreachable, reason)
            case .untrusted: failure(.untrusted, reason)
            case .timedOut: failure(.timedOut, reason)
            case .cutOff: failure(.cutOff, reason)
            case .tooLarge: failure(.tooLarge, reason)
            case .malformed, .refused, .stopped: failure(.malformed, reason)
            case .outOfReach where url.origin.isLoopback: failure(.insecure, "the host is another computer")
            case .outOfReach: failure(.redirected, "the host is this computer")
            }
        }

        private func failure(_ kind: TransportFailure.Kind, _ detail: String = "") -> TransportFailure {
            TransportFailure(kind, url, detail)
        }
    }

    extension DAVAnswer {
        /// Whether Digest is the only usable method that the server offers.
        fileprivate var requiresDigest: Bool {
            let schemes = Set(
                fields.list("WWW-Authenticate").map { $0.prefix { $0 != " " && $0 != "=" }.lowercased() }
            )
            return schemes.contains("digest") && !schemes.contains("basic")
        }
    }
#endif
