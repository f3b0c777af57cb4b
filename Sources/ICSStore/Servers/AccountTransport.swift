#if CommandLine && Network
    import CalDAV
    import ICalendarNetwork
    import ICalendarSync
    import SystemIO

    extension AccountSettings {
        /// Returns the transport for an account's settings; the password is bound to its server.
        func transport(to origin: WebOrigin? = nil, redirects: Int? = nil) throws(CommandError)
            -> CurlTransport
        {
            guard CurlTransport.isAvailable else {
                throw CommandError("libcurl is not installed; install libcurl4 and run the command again")
            }
            var limits = TransportLimits()
            if kind == .feed { limits.bodyBytes = 64 << 20 }
            // Discovery and feeds handle each redirect themselves.
            if let redirects { limits.redirects = redirects }
            var tls = TLSSettings()
            (tls.authorities, tls.pin, tls.certificate) = (certificates, pinnedKey, clientCertificate)
            var transport = CurlTransport(
                credentials: try credentials(for: origin),
                tls: tls,
                limits: limits
            )
            transport.allowsInsecure = kind == .feed && allowsInsecure
            return transport
        }

        private func credentials(for origin: WebOrigin?) throws(CommandError) -> Credentials? {
            guard let password else { return nil }
            let (source, scheme): (PasswordSource, Credentials.Scheme) =
                switch password {
                case .command(let command): (.command(command), .automatic)
                case .keyring: (.keyring(name), .automatic)
                case .credential(let name): (.credential(name), .automatic)
                case .netrc(let path): (.netrc(path ?? ""), .automatic)
                case .token(let command): (.command(command), .bearer)
                }
            do throws(AddressProblem) {
                let bound: WebOrigin
                if let origin { bound = origin } else { bound = try ResourceURL(address).origin }
                var others: Set<WebOrigin> = []
                for text in trustedOrigins { others.insert(try WebOrigin(text)) }
                return Credentials(user ?? "", source, for: bound, scheme: scheme, others: others)
            } catch {
                throw CommandError("account '\(name)': an address cannot be used: \(error)")
            }
        }
    }

    /// A transport for discovery.
    ///
    /// During discovery, the user can allow more servers to receive the password.
    final class SearchTransport: DAVTransport {
        private struct State {
            var settings: AccountSettings
            var transport: CurlTransport
        }

        private let origin: WebOrigin
        private let state: Lock<State>

        init(_ settings: AccountSettings, to origin: WebOrigin) throws(CommandError) {
            self.origin = origin
            state = Lock(
                State(settings: settings, transport: try settings.transport(to: origin, redirects: 0))
            )
        }

        /// The additional servers that may receive the password.
        var trustedOrigins: [String] { state.withLock { $0.settings.trustedOrigins } }

        /// Allows another server to receive the password.
        func trust(_ other: WebOrigin) {
            state.withLock { state in
                state.settings.trustedOrigins.append(other.description)
                guard let new = try? state.settings.transport(to: origin, redirects: 0) else { return }
                state.transport = new
            }
        }

        func send(
            _ request: DAVRequest,
            receive: @escaping @Sendable (ArraySlice<UInt8>) throws -> Void
        ) async throws(TransportFailure) -> DAVAnswer {
            let transport = state.withLock { $0.transport }
            return try await transport.send(request, receive: receive)
        }
    }
#endif
