/// A server product or service, and its quirks.
///
/// Only servers whose behavior was observed or documented have a profile. A quirk never replaces a check; it only
/// avoids a request that would fail, or explains a response.
///
/// ```swift
/// let origin = try WebOrigin("https://p42-caldav.icloud.com")
/// ServerProfile.recognized(at: origin, HTTPFields())?.name  // "iCloud"
/// ```
public struct ServerProfile: Sendable, Hashable {
    /// A characteristic that identifies a server.
    enum Mark: Sendable, Hashable {
        /// A header field that contains the given text.
        case field(String, String)
        /// An extension in the `DAV` header.
        case `class`(String)
        /// A path with the given prefix.
        case path(String)
        /// A sync token with the given prefix.
        case token(String)
    }

    /// The name: `ServerProfile.all.map(\.name).contains("Radicale") // true`.
    public let name: String
    /// The service's domains, which all have the same owner: `profile.domains`, such as `["icloud.com"]`.
    public let domains: [String]
    /// The differences from the RFCs: `profile.quirks.contains(.lacksTokens)`.
    public let quirks: Set<ServerQuirk>
    let marks: [Mark]

    private init(_ name: String, domains: [String] = [], marks: [Mark] = [], _ quirks: Set<ServerQuirk>) {
        self.name = name
        self.domains = domains
        self.quirks = quirks
        self.marks = marks
    }

    /// Returns the profile with the given name, ignoring case.
    ///
    /// ```swift
    /// ServerProfile.named("davical")?.name  // "DAViCal"
    /// ```
    public static func named(_ name: String) -> ServerProfile? {
        all.first { $0.name.isEqualIgnoringCase(to: name) }
    }

    /// Returns a server's profile, or nil if nothing in its response identifies the server.
    ///
    /// ```swift
    /// let fields = HTTPFields(lines: ["X-DAViCal-Version: DAViCal/1.1.12"])
    /// let origin = try WebOrigin("https://dav.example.com")
    /// ServerProfile.recognized(at: origin, fields)?.name  // "DAViCal"
    /// ```
    public static func recognized(
        at origin: WebOrigin,
        _ fields: HTTPFields,
        href: Href? = nil,
        syncToken: String? = nil
    ) -> ServerProfile? {
        let path = href.map { String(decoding: $0.key, as: UTF8.self) } ?? ""
        return all.first { profile in
            profile.includes(origin)
                || profile.marks.contains { mark in
                    switch mark {
                    case .field(let name, let text):
                        fields[name]?.lowercased().contains(text.lowercased()) == true
                    case .class(let name): fields.classes.contains(name)
                    case .path(let start): path.hasPrefix(start)
                    case .token(let start): syncToken?.hasPrefix(start) == true
                    }
                }
        }
    }

    /// Returns whether a host is in one of the profile's domains.
    func includes(_ origin: WebOrigin) -> Bool {
        domains.contains { origin.host == $0 || origin.isBelow($0) }
    }

    /// All profiles: `ServerProfile.all.count // 24`.
    ///
    /// Profiles that have neither marks nor domains cannot be recognized automatically, but users can choose them by
    /// name.
    public static let all: [ServerProfile] = [
        // Hosted services are recognized by their domains.
        ServerProfile(
            "iCloud",
            domains: ["icloud.com"],
            [.invertsIfMatchAny, .refusesUIDInOtherCalendar, .separatesComponents]
        ),
        ServerProfile(
            "Google",
            domains: ["apidata.googleusercontent.com", "www.google.com", "www.googleapis.com"],
            [.requiresHigherSequence, .refusesUIDInOtherCalendar, .answersInPages]
        ),
        ServerProfile(
            "GMX",
            domains: ["gmx.net", "gmx.com"],
            [.lacksTokens, .weakensTagOfPut, .limitsRequests, .misleadsAtWellKnown]
        ),
        ServerProfile(
            "Infomaniak",
            domains: ["infomaniak.com"],
            [
                .losesDeletions, .allowsDuplicateUIDs, .isDelayed, .ignoresComponentFilter,
                .misleadsAtWellKnown,
            ]
        ),
        ServerProfile(
            "Posteo",
            domains: ["posteo.de"],
            [.lacksTokens, .allowsDuplicateUIDs, .misleadsAtWellKnown]
        ),
        ServerProfile("Purelymail", domains: ["purelymail.com"], [.acceptsUnknownTokens, .isDelayed]),
        ServerProfile(
            "Yahoo",
            domains: ["yahoo.com"],
            [
                .lacksTokens, .invertsIfMatchAny, .refusesUIDInOtherCalendar, .separatesComponents,
                .choosesCalendarAddress, .ignoresComponentFilter, .omitsChallenge,
            ]
        ),
        ServerProfile("Zoho", domains: ["zoho.com", "zoho.eu"], [.truncatesMultiget]),
        ServerProfile(
            "e.cloud",
            domains: ["ecloud.global", "murena.io"],
            [.losesItemsBeyondLimit, .limitsRequests]
        ),
        // Server software is recognized by its responses.
        ServerProfile(
            "Radicale",
            marks: [.token("http://radicale.org/ns/sync/"), .field("WWW-Authenticate", "Radicale")],
            [.rewritesItems]
        ),
        ServerProfile(
            "Xandikos",
            marks: [.field("Server", "aiohttp")],
            [.rewritesItems, .losesItemsBeyondLimit]
        ),
        // Cyrus sends the same tokens, but not this header.
        ServerProfile(
            "DAViCal",
            marks: [.field("X-DAViCal-Version", "DAViCal")],
            [.allowsDuplicateUIDs, .acceptsUnknownTokens, .omitsMissingItems, .escapesNamesTwice]
        ),
        ServerProfile(
            "Cyrus",
            marks: [.field("Server", "Cyrus-HTTP"), .token("data:,")],
            // Cyrus returns a tag only for items that it stored exactly as sent.
            [.refusesUIDInOtherCalendar, .answersInPages, .repeatsScheduleTags]
        ),
        ServerProfile(
            "SOGo",
            marks: [.path("/SOGo/dav")],
            [
                .ignoresIfNoneMatch, .rewritesItems, .repeatsTags, .acceptsUnknownTokens, .hasTimeTokens,
                .ignoresExpand, .misleadsAtWellKnown,
            ]
        ),
        ServerProfile(
            "Nextcloud",
            marks: [.class("nc-calendar-search")],
            [.losesItemsBeyondLimit, .losesDeletions]
        ),
        ServerProfile("Baikal", marks: [.field("X-Sabre-Version", ".")], [.allowsDuplicateUIDs]),
        ServerProfile("Stalwart", [.acceptsUnknownTokens, .losesItemsBeyondLimit, .distinguishesEscapes]),
        ServerProfile(
            "Bedework",
            [
                .invertsIfMatchAny, .hasTimeTokens, .losesDeletions, .losesItemsBeyondLimit, .escapesTags,
                .isDelayed,
                .rewritesOverrides,
            ]
        ),
        ServerProfile("Calendar Server", [.refusesUIDInOtherCalendar, .separatesComponents]),
        ServerProfile("Davis", [.allowsDuplicateUIDs]),
        ServerProfile(
            "Open-Xchange",
            [
                .acceptsUnknownTokens, .refusesUIDInOtherCalendar, .separatesComponents,
                .choosesCalendarAddress,
                .ignoresComponentFilter, .rewritesOverrides,
            ]
        ),
        ServerProfile("Robur", [.lacksTokens, .omitsTagQuotes, .allowsDuplicateUIDs]),
        ServerProfile("Synology", [.acceptsUnknownTokens]),
        ServerProfile(
            "Zimbra",
            [
                .ignoresIfNoneMatch, .separatesComponents, .movesInsteadOfCopying, .choosesCalendarAddress,
                .rewritesOverrides,
            ]
        ),
    ]
}

extension WebOrigin {
    /// Returns whether another origin has the same owner as this one, judging by the host names or by a known service
    /// that includes both.
    package func hasSameOwner(as other: WebOrigin) -> Bool {
        owns(other)
            || isEncrypted && other.isEncrypted
                && ServerProfile.all.contains { $0.includes(self) && $0.includes(other) }
    }
}
