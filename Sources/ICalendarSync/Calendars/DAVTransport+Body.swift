import CalDAV
import SystemIO

extension DAVTransport {
    /// Sends a request and returns the response, including its body.
    ///
    /// If the body exceeds `limit` bytes, the transfer ends with `failure`.
    func answer(
        to request: DAVRequest,
        limit: Int,
        orFail failure: SyncFailure
    ) async throws(TransportFailure) -> DAVAnswer {
        let body = Lock<[UInt8]>([])
        let answer = try await send(request) { bytes in
            try body.withLock { body in
                guard body.count + bytes.count <= limit else { throw failure }
                body += bytes
            }
        }
        // The response to a failed request already includes its body.
        guard answer.status.isSuccess else { return answer }
        return DAVAnswer(answer.status, answer.fields, body: body.withLock { $0 })
    }
}
