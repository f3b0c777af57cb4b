package import CalDAV

/// A probe of a server's scheduling support that sends at most three requests.
package struct SchedulingSearch: Sendable {
    private static let (extensionName, largestAnswer) = ("calendar-auto-schedule", 1 << 20)

    private let home: ResourceURL
    private let transport: any DAVTransport

    package init(at home: ResourceURL, over transport: any DAVTransport) {
        (self.home, self.transport) = (home, transport)
    }

    /// Returns the server's scheduling support, or nil if the server does not respond.
    package func find() async -> ServerScheduling? {
        do throws(TransportFailure) {
            let options = try await send(.options(home))
            if [401, 408, 429].contains(options.status.code) || options.status.code >= 500 { return nil }
            var found = ServerScheduling()
            guard options.status.isSuccess, options.fields.classes.contains(Self.extensionName) else {
                return found
            }
            guard let first = try await properties([.currentUserPrincipal], of: home) else { return nil }
            guard let principal = first.hrefs[.currentUserPrincipal]?.first,
                let url = try? home.resolving(principal)
            else { return found }
            guard let own = try await properties(DAVProperty.ofPrincipals, of: url) else { return nil }
            found.take(own, of: url)
            // If the server does not know the user's address, it cannot recognize the user's own events.
            found.isAutomatic = !found.addresses.isEmpty
            return found
        } catch {
            return nil
        }
    }

    private func properties(
        _ names: [DAVProperty],
        of url: ResourceURL
    ) async throws(TransportFailure) -> ResourceProperties? {
        MultistatusReader.responses(of: try await send(.properties(names, of: url)))?.properties(of: url)
    }

    private func send(_ request: DAVRequest) async throws(TransportFailure) -> DAVAnswer {
        let failure = SyncFailure.answer("the response is too large")
        return try await transport.answer(to: request, limit: Self.largestAnswer, orFail: failure)
    }
}
