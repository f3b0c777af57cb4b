/// A type that sends requests to calendar servers.
///
/// This package's libraries create requests and interpret responses. A transport sends the requests, adds credentials,
/// follows redirects of read-only requests, and enforces limits on size and time.
///
/// ```swift
/// struct Offline: DAVTransport {
///     func send(
///         _ request: DAVRequest,
///         receive: @escaping @Sendable (ArraySlice<UInt8>) throws -> Void
///     ) async throws(TransportFailure) -> DAVAnswer {
///         throw TransportFailure(.unreachable, request.url)
///     }
/// }
/// ```
public protocol DAVTransport: Sendable {
    /// Sends a request and returns the response.
    ///
    /// The body of a successful response is passed to `receive` piece by piece, one call at a time; the returned
    /// response does not include the body. An error thrown by `receive` ends the transfer with
    /// ``TransportFailure/Kind/stopped(_:)``. For any other response, up to 64 KiB of the body is returned.
    ///
    /// ```swift
    /// func status(of url: ResourceURL, over transport: any DAVTransport) async throws -> HTTPStatus {
    ///     try await transport.send(.options(url)) { _ in }.status
    /// }
    /// ```
    func send(
        _ request: DAVRequest,
        receive: @escaping @Sendable (ArraySlice<UInt8>) throws -> Void
    ) async throws(TransportFailure) -> DAVAnswer
}
