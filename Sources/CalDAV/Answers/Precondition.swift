/// A precondition that a request did not meet, as named in a response body (RFC 4918 section 16).
///
/// ```swift
/// let body = Array("<error xmlns='DAV:'><valid-sync-token/></error>".utf8)
/// Precondition.all(inErrorBody: body)  // [Precondition.validSyncToken]
/// ```
public struct Precondition: Sendable, Hashable, CustomStringConvertible {
    let name: XMLName

    init(_ name: XMLName) {
        self.name = name
    }

    /// The server does not recognize the sync token, so list everything: `preconditions.contains(.validSyncToken)`.
    public static let validSyncToken = Precondition(.dav("valid-sync-token"))
    /// The response would be too large, so request fewer items: `preconditions.contains(.matchesWithinLimits)`.
    public static let matchesWithinLimits = Precondition(.dav("number-of-matches-within-limits"))
    /// Another item in the calendar has the same UID: `preconditions.contains(.uniqueUID)`.
    public static let uniqueUID = Precondition(.calDAV("no-uid-conflict"))
    /// Another item in the user's calendars has the same UID (RFC 6638):
    /// `preconditions.contains(.uniqueSchedulingUID)`.
    public static let uniqueSchedulingUID = Precondition(.calDAV("unique-scheduling-object-resource"))
    /// The calendar does not accept this kind of component: `preconditions.contains(.supportedComponent)`.
    public static let supportedComponent = Precondition(.calDAV("supported-calendar-component"))
    /// The item violates an iCalendar rule: `preconditions.contains(.validCalendarData)`.
    public static let validCalendarData = Precondition(.calDAV("valid-calendar-data"))
    /// The item violates a CalDAV rule, for example by containing several UIDs:
    /// `preconditions.contains(.validCalendarObject)`.
    public static let validCalendarObject = Precondition(.calDAV("valid-calendar-object-resource"))
    /// The item is too large: `preconditions.contains(.maxResourceSize)`.
    public static let maxResourceSize = Precondition(.calDAV("max-resource-size"))
    /// The account has no space left: `preconditions.contains(.quota)`.
    public static let quota = Precondition(.dav("quota-not-exceeded"))
    /// The user lacks a privilege (RFC 3744): `preconditions.contains(.needsPrivileges)`.
    public static let needsPrivileges = Precondition(.dav("need-privileges"))
    /// Only a meeting's organizer can make the change (RFC 6638): `preconditions.contains(.allowedAttendeeChange)`.
    public static let allowedAttendeeChange = Precondition(
        .calDAV("allowed-attendee-scheduling-object-change")
    )
    /// A meeting's organizer cannot make the change (RFC 6638): `preconditions.contains(.allowedOrganizerChange)`.
    public static let allowedOrganizerChange = Precondition(
        .calDAV("allowed-organizer-scheduling-object-change")
    )
    /// A resource already exists at the address of a new calendar: `preconditions.contains(.resourceMustBeNull)`.
    public static let resourceMustBeNull = Precondition(.dav("resource-must-be-null"))

    private static let words: [Precondition: String] = [
        validSyncToken: "the server no longer knows the previous state",
        matchesWithinLimits: "the request covers too many items",
        uniqueUID: "the calendar already contains an item with this UID",
        uniqueSchedulingUID: "another calendar already contains an item with this UID",
        supportedComponent: "the calendar does not accept this kind of item",
        validCalendarData: "the server rejects the item as invalid",
        validCalendarObject: "the server rejects the item as invalid",
        maxResourceSize: "the item is too large for the server",
        quota: "the account has no space left",
        needsPrivileges: "the user has no permission for this",
        allowedAttendeeChange: "only the organizer can make this change",
        allowedOrganizerChange: "the server does not allow this change to a meeting",
        resourceMustBeNull: "something already exists at this address",
    ]

    /// The condition as text: `Precondition.quota.description // "the account has no space left"`.
    public var description: String {
        Self.words[self] ?? "the server reports '\(name.local.printable)'"
    }

    /// Returns up to 16 conditions from a response body, or none if the body is not an XML error.
    ///
    /// ```swift
    /// Precondition.all(inErrorBody: Array("Bad Request".utf8))  // []
    /// ```
    public static func all(inErrorBody body: [UInt8]) -> [Precondition] {
        ErrorBody(body).preconditions
    }
}

/// An error response's body.
struct ErrorBody {
    private(set) var preconditions: [Precondition] = []
    /// The first href in a condition, exactly as the server wrote it, such as the href of an item with the same UID.
    private(set) var href: [UInt8]?
    /// The server's explanation, in a form that is safe to print.
    private(set) var explanation: String?

    init(_ body: [UInt8]) {
        var limits = XMLLimits()
        limits.elements = 1000
        var tokenizer = XMLTokenizer(limits: limits)
        var index = 0
        // The open element's text, if it is needed.
        var (open, isExplanation) = ([UInt8]?.none, false)
        // A truncated or malformed body may still begin with conditions.
        while let token = (try? tokenizer.next(in: body, at: &index)) ?? nil {
            switch token {
            case .start:
                let name = tokenizer.name
                if tokenizer.depth == 1, name != .dav("error") { return }
                let isText = ["responsedescription", "error-description"].contains(name.local)
                if tokenizer.depth == 2, preconditions.count < 16, !isText {
                    preconditions.append(Precondition(name))
                }
                isExplanation = isText && tokenizer.depth == 2 && explanation == nil
                let isHref = tokenizer.depth == 3 && href == nil && name == .dav("href")
                open = isExplanation || isHref ? [] : nil
            case .text(let range): open? += body[range]
            case .characters: open? += tokenizer.characters
            case .end:
                if let text = open, text.count <= 8192 {
                    let words = String(decoding: text, as: UTF8.self).trimmed
                    if !isExplanation {
                        href = text
                    } else if !words.isEmpty {
                        explanation = String(words).printable
                    }
                }
                open = nil
            }
        }
    }
}
