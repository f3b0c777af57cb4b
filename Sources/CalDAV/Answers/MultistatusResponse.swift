/// The `response` element for one resource in a multistatus response.
///
/// ```swift
/// var reader = MultistatusReader()
/// let body = "<multistatus xmlns='DAV:'><response><href>/a.ics</href><status>HTTP/1.1 404 X</status></response>"
/// for response in try reader.read(Array(body.utf8)) {
///     print(response.status?.code ?? 0)  // 404
/// }
/// ```
public struct MultistatusResponse: Sendable, Hashable {
    /// The hrefs of the element's resources (usually one), exactly as the server wrote them: `response.hrefs.first`.
    ///
    /// Parse each href with ``Href/init(_:from:)``.
    public internal(set) var hrefs: [[UInt8]] = []
    /// The resource's status, if the server reports no properties: `response.status?.isGone`.
    public internal(set) var status: HTTPStatus?
    /// The properties that have a value: `response.properties.entityTag`.
    public internal(set) var properties = ResourceProperties()
    /// The properties that the server did not return, each with its status: `response.refused[.changeTag]?.code`.
    ///
    /// An empty property with a success status appears neither in this dictionary nor in ``properties``.
    public internal(set) var refused: [DAVProperty: HTTPStatus] = [:]
    /// The unmet conditions: `response.preconditions.contains(.matchesWithinLimits)`.
    public internal(set) var preconditions: [Precondition] = []
    /// Whether calendar data was skipped because it exceeds ``XMLLimits/item``: `response.isTooLarge`.
    public internal(set) var isTooLarge = false

    init() {}
}

/// The part of a multistatus response that applies to the whole collection.
///
/// ```swift
/// var reader = MultistatusReader()
/// _ = try reader.read(Array("<multistatus xmlns='DAV:'><sync-token>t1</sync-token></multistatus>".utf8))
/// try reader.finish().syncToken  // "t1"
/// ```
public struct MultistatusSummary: Sendable, Hashable {
    /// The sync token that represents the collection's new state: `summary.syncToken`.
    ///
    /// Store the token only after everything in the response has been stored.
    public internal(set) var syncToken: String?
    /// The number of response elements: `summary.responses`.
    public internal(set) var responses = 0

    init() {}
}
