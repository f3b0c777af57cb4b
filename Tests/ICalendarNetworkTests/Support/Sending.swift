#if Network
    import CalDAV
    import SystemIO
    import Testing

    @testable import ICalendarNetwork

    /// The received pieces of a body.
    final class Received: Sendable {
        private let state = Monitor((bytes: [UInt8](), pieces: 0))

        var bytes: [UInt8] { state.change(wakes: false) { $0.bytes } }
        var text: String { String(decoding: bytes, as: UTF8.self) }
        var count: Int { bytes.count }

        func add(_ piece: ArraySlice<UInt8>) {
            state.change { state in
                state.bytes += piece
                state.pieces += 1
            }
        }

        func waitForPiece() async {
            await waiting { [self] in _ = state.wait { $0.pieces > 0 ? true : nil } }
        }
    }

    extension CurlTransport {
        /// Sends a request and returns the response with the whole body.
        func answer(_ request: DAVRequest) async throws(TransportFailure) -> (answer: DAVAnswer, body: String)
        {
            let received = Received()
            let answer = try await send(request) { received.add($0) }
            return (answer, received.text)
        }

        /// Sends a GET request to a server.
        func get(_ server: ScriptedServer, _ path: String = "/a.ics") async throws -> (
            answer: DAVAnswer, body: String
        ) {
            try await answer(.get(try server.url(path)))
        }
    }

    extension ScriptedServer {
        func url(_ path: String = "/a.ics") throws -> ResourceURL { try ResourceURL(root + path) }
        var origin: WebOrigin { get throws { try WebOrigin(root) } }
    }

    extension TransportLimits {
        /// Returns the default test limits with changes.
        static func with(_ change: (inout TransportLimits) -> Void) -> TransportLimits {
            var limits = TransportLimits()
            // Make hanging tests fail quickly.
            limits.total = .seconds(15)
            change(&limits)
            return limits
        }
    }

    /// Whether requests to other computers use a proxy.
    let hasProxy = ["http_proxy", "all_proxy", "ALL_PROXY"].contains {
        SystemCalls.environment($0)?.isEmpty == false
    }

    /// Returns the failure of a request, or records an issue.
    func failure(
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () async throws -> Void
    ) async -> TransportFailure? {
        do {
            try await body()
            Issue.record("no failure", sourceLocation: sourceLocation)
        } catch let failure as TransportFailure {
            return failure
        } catch {
            Issue.record("\(error)", sourceLocation: sourceLocation)
        }
        return nil
    }

    extension TransportFailure {
        /// The name of the kind without its associated value.
        var name: String { "\(kind)".prefix { $0 != "(" }.description }
    }
#endif
