/// A server's refusal of a request, including the reasons and the recommended next step.
///
/// ```swift
/// let body = Array("<error xmlns='DAV:'><valid-sync-token/></error>".utf8)
/// let answer = DAVAnswer(HTTPStatus(403), HTTPFields(), body: body)
/// DAVRefusal(answer)?.description  // "the server no longer knows the previous state (403)"
/// ```
public struct DAVRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// The response's status: `refusal.status.code`.
    public let status: HTTPStatus
    /// The unmet preconditions that the server reports: `refusal.preconditions.contains(.uniqueUID)`.
    public let preconditions: [Precondition]
    /// The server's explanation, at most 200 characters, or nil: `refusal.explanation`.
    public let explanation: String?
    /// The href in an unmet precondition, exactly as the server wrote it, such as the href of another item with the
    /// same UID: `refusal.href`.
    public let href: [UInt8]?
    /// The target address, if the response is a redirect: `refusal.location`.
    public let location: String?
    /// The header fields: `refusal.fields.retryAfter(now: 0)`.
    public let fields: HTTPFields

    /// Creates a refusal from a response, or returns nil if the request succeeded.
    ///
    /// A write can fail even if the status code indicates success; in that case, a multistatus body lists the failures.
    ///
    /// ```swift
    /// DAVRefusal(DAVAnswer(HTTPStatus(204), HTTPFields()))  // nil
    /// ```
    public init?(_ answer: DAVAnswer, to method: DAVRequest.Method = .get) {
        if answer.status.isSuccess {
            guard !method.isReadOnly, let failed = MultistatusReader.responses(of: answer)?.firstFailure
            else {
                return nil
            }
            status = failed.status
            (preconditions, href, explanation) = (
                failed.response.preconditions, failed.response.hrefs.first, nil
            )
        } else {
            status = answer.status
            let body = ErrorBody(answer.body)
            (preconditions, href, explanation) = (body.preconditions, body.href, body.explanation)
        }
        location = answer.status.isRedirect ? answer.fields["Location"] : nil
        fields = answer.fields
    }

    /// The recommended next step after a refusal.
    ///
    /// ```swift
    /// DAVRefusal(DAVAnswer(HTTPStatus(401), HTTPFields()))?.remedy  // .authenticate
    /// ```
    public enum Remedy: Sendable, Hashable {
        /// Ask the user for a password: `refusal.remedy == .authenticate`.
        case authenticate
        /// Fetch the item again, since it was changed or deleted: `refusal.remedy == .readAgain`.
        ///
        /// Sending the original request again never helps.
        case readAgain
        /// Find the existing item with the same UID: `refusal.remedy == .findDuplicate`.
        case findDuplicate
        /// Discard the sync token and list the entire calendar: `refusal.remedy == .listEverything`.
        case listEverything
        /// Split the request into smaller ones: `refusal.remedy == .askForLess`.
        case askForLess
        /// Wait before sending the same request again: `refusal.remedy == .wait`.
        case wait
        /// Report the failure to the user, since retrying does not help: `refusal.remedy == .giveUp`.
        case giveUp
    }

    /// The recommended next step after a request without a sync token.
    ///
    /// After a request with a sync token, use ``remedyForToken`` instead.
    ///
    /// ```swift
    /// DAVRefusal(DAVAnswer(HTTPStatus(412), HTTPFields()))?.remedy  // .readAgain
    /// ```
    public var remedy: Remedy {
        if preconditions.contains(.validSyncToken) { return .listEverything }
        if preconditions.contains(.matchesWithinLimits) { return .askForLess }
        if preconditions.contains(where: { [.uniqueUID, .uniqueSchedulingUID].contains($0) }) {
            return .findDuplicate
        }
        switch status.code {
        case 401: return .authenticate
        case 404, 410, 412: return .readAgain
        // Google responds with 409 if a change does not increase SEQUENCE, or if an item was deleted and created again.
        case 409: return .readAgain
        case 408, 423, 425, 429, 500, 502, 503, 504: return .wait
        default: return .giveUp
        }
    }

    /// The recommended next step after a request with a sync token.
    ///
    /// Servers reject an old token with any status from 400 to 507. The next step is therefore a full listing, unless
    /// the status indicates a problem with the password, the server's load or the calendar itself.
    ///
    /// ```swift
    /// DAVRefusal(DAVAnswer(HTTPStatus(418), HTTPFields()))?.remedyForToken  // .listEverything
    /// ```
    public var remedyForToken: Remedy {
        switch status.code {
        case 401: .authenticate
        case 404, 410: .readAgain
        case 429, 502, 503, 504: .wait
        default: .listEverything
        }
    }

    /// The refusal as text: `refusal.description`, such as `the account has no space left (507)`.
    public var description: String {
        guard let first = preconditions.first else { return status.description }
        return "\(first)\(explanation.map { ": '\($0)'" } ?? "") (\(status.code))"
    }
}

extension [MultistatusResponse] {
    /// A write's first failure, preferring root causes to failed dependencies (424).
    fileprivate var firstFailure: (status: HTTPStatus, response: MultistatusResponse)? {
        for response in self {
            let statuses = [response.status].compactMap { $0 } + response.refused.values
            let failed = statuses.filter { !$0.isSuccess }.sorted { $0.code < $1.code }
            if let status = failed.first(where: { $0.code != 424 }) ?? failed.first {
                return (status, response)
            }
        }
        return nil
    }
}
