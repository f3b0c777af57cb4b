/// A server's deviation from the RFCs that affects synchronization.
///
/// ```swift
/// ServerProfile.named("SOGo")?.quirks.contains(.ignoresIfNoneMatch)  // true
/// ```
public enum ServerQuirk: Sendable, Hashable, CaseIterable, CustomStringConvertible {
    // Writing

    /// A PUT for a new item replaces an existing one: `quirks.contains(.ignoresIfNoneMatch)`.
    case ignoresIfNoneMatch
    /// `If-Match: *` has the opposite of its intended meaning: `quirks.contains(.invertsIfMatchAny)`.
    case invertsIfMatchAny
    /// Items are not stored exactly as sent: `quirks.contains(.rewritesItems)`.
    case rewritesItems
    /// Overrides are split off from their series or changed: `quirks.contains(.rewritesOverrides)`.
    case rewritesOverrides
    /// Two items in a calendar can have the same UID: `quirks.contains(.allowsDuplicateUIDs)`.
    case allowsDuplicateUIDs
    /// An item's UID cannot be reused in another of the user's calendars:
    /// `quirks.contains(.refusesUIDInOtherCalendar)`.
    case refusesUIDInOtherCalendar
    /// Copying an item to another calendar removes the original: `quirks.contains(.movesInsteadOfCopying)`.
    case movesInsteadOfCopying
    /// A change without a higher SEQUENCE is rejected with 409: `quirks.contains(.requiresHigherSequence)`.
    case requiresHigherSequence
    /// Events and tasks cannot share a calendar: `quirks.contains(.separatesComponents)`.
    case separatesComponents
    /// The server creates a calendar at an address other than the requested one:
    /// `quirks.contains(.choosesCalendarAddress)`.
    case choosesCalendarAddress
    /// Calendar names in responses are still escaped: `quirks.contains(.escapesNamesTwice)`.
    case escapesNamesTwice

    // Versions

    /// A PUT returns a weak tag where a GET returns a strong one: `quirks.contains(.weakensTagOfPut)`.
    case weakensTagOfPut
    /// Tags have no quotes: `quirks.contains(.omitsTagQuotes)`.
    case omitsTagQuotes
    /// Tags contain percent escapes, as in a path: `quirks.contains(.escapesTags)`.
    case escapesTags
    /// All items initially have the same tag: `quirks.contains(.repeatsTags)`.
    case repeatsTags
    /// A write may leave an item's `Schedule-Tag` unchanged: `quirks.contains(.repeatsScheduleTags)`.
    case repeatsScheduleTags

    // Changes since a token

    /// Sync tokens are either not supported or always rejected: `quirks.contains(.lacksTokens)`.
    case lacksTokens
    /// An unknown token returns all items instead of an error: `quirks.contains(.acceptsUnknownTokens)`.
    case acceptsUnknownTokens
    /// Tokens are times, so unchanged items may be reported again: `quirks.contains(.hasTimeTokens)`.
    case hasTimeTokens
    /// Deletions may be missing from the reported changes: `quirks.contains(.losesDeletions)`.
    case losesDeletions
    /// If a request sets a limit, the changes beyond it are lost: `quirks.contains(.losesItemsBeyondLimit)`.
    case losesItemsBeyondLimit
    /// Large responses are divided into pages, each ending with status 507: `quirks.contains(.answersInPages)`.
    case answersInPages
    /// Changes become visible only after a few seconds: `quirks.contains(.isDelayed)`.
    case isDelayed

    // Queries

    /// A multiget omits items that do not exist: `quirks.contains(.omitsMissingItems)`.
    case omitsMissingItems
    /// A multiget returns only the first items, without an error: `quirks.contains(.truncatesMultiget)`.
    case truncatesMultiget
    /// Filters by component are ignored: `quirks.contains(.ignoresComponentFilter)`.
    case ignoresComponentFilter
    /// Recurring items are not expanded: `quirks.contains(.ignoresExpand)`.
    case ignoresExpand
    /// `@` and `%40` are different resources: `quirks.contains(.distinguishesEscapes)`.
    case distinguishesEscapes

    // Connections

    /// The well-known URI does not lead to the service: `quirks.contains(.misleadsAtWellKnown)`.
    case misleadsAtWellKnown
    /// The response to a wrong password contains no challenge: `quirks.contains(.omitsChallenge)`.
    case omitsChallenge
    /// Requests are limited to one every two seconds: `quirks.contains(.limitsRequests)`.
    case limitsRequests

    /// The deviation as text: `ServerQuirk.lacksTokens.description // "has no sync tokens"`.
    public var description: String {
        switch self {
        case .ignoresIfNoneMatch: "replaces an existing item when a new one is written"
        case .invertsIfMatchAny: "inverts the meaning of 'If-Match: *'"
        case .rewritesItems: "rewrites items"
        case .rewritesOverrides: "rewrites changed instances of recurring items"
        case .allowsDuplicateUIDs: "allows two items with one UID"
        case .refusesUIDInOtherCalendar: "refuses an item that is already in another calendar"
        case .movesInsteadOfCopying: "moves an item instead of copying it"
        case .requiresHigherSequence: "refuses a change without a higher SEQUENCE"
        case .separatesComponents: "keeps events and tasks in separate calendars"
        case .choosesCalendarAddress: "chooses the addresses of new calendars"
        case .escapesNamesTwice: "escapes the names of calendars twice"
        case .weakensTagOfPut: "returns a weak ETag after a write"
        case .omitsTagQuotes: "writes ETags without quotes"
        case .escapesTags: "escapes ETags"
        case .repeatsTags: "assigns the same ETag to different items"
        case .repeatsScheduleTags: "may keep a Schedule-Tag when its item changes"
        case .lacksTokens: "has no sync tokens"
        case .acceptsUnknownTokens: "accepts unknown sync tokens"
        case .hasTimeTokens: "reports unchanged items again"
        case .losesDeletions: "may not report deletions"
        case .losesItemsBeyondLimit: "loses items beyond a limit"
        case .answersInPages: "returns large responses in pages"
        case .isDelayed: "shows changes with a delay"
        case .omitsMissingItems: "does not report missing items"
        case .truncatesMultiget: "truncates large responses without an error"
        case .ignoresComponentFilter: "ignores filters by component"
        case .ignoresExpand: "does not expand recurring items"
        case .distinguishesEscapes: "distinguishes '@' from '%40'"
        case .misleadsAtWellKnown: "does not redirect from the well-known address"
        case .omitsChallenge: "refuses passwords without a challenge"
        case .limitsRequests: "refuses frequent requests"
        }
    }
}
