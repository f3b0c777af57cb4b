public import ICalendarCore

extension BusyPeriod.FreeBusyType {
    /// The types of busy time, in descending order of precedence.
    static var taken: [Self] { [.busy, .unavailable, .tentative] }

    /// Determines an event's free/busy type for the owner of its calendar, according to the rules of CalDAV (RFC 4791
    /// section 7.10) and its scheduling extension (RFC 6638 section 3.2.2).
    ///
    /// The first applicable rule determines the type:
    ///
    /// 1. STATUS:CANCELLED is free.
    /// 2. TRANSP:TRANSPARENT is free.
    /// 3. X-MICROSOFT-CDO-BUSYSTATUS of FREE or WORKINGELSEWHERE is free if there is no TRANSP. Otherwise, TRANSP takes
    ///    precedence as the more recent information.
    /// 4. The owner's PARTSTAT of DECLINED or DELEGATED is free.
    /// 5. BUSYSTATUS of OOF is unavailable.
    /// 6. STATUS:TENTATIVE, BUSYSTATUS of TENTATIVE, or the owner's PARTSTAT of TENTATIVE or NEEDS-ACTION (also if
    ///    absent or unknown) is tentative.
    /// 7. Anything else is busy, including an event without the owner as an attendee.
    ///
    /// Several attendees may have the owner's address, for example if the owner was invited both by name and through a
    /// group. In that case, a reply takes precedence over a missing reply. If there are several replies, the first one
    /// in this order applies: ACCEPTED, TENTATIVE, DECLINED, DELEGATED.
    ///
    /// ```swift
    /// BusyPeriod.FreeBusyType(of: event)                                               // .busy
    /// BusyPeriod.FreeBusyType(of: event, options: BusyOptions(owner: attendee.email))  // .busy
    /// ```
    public init(of event: Event, options: BusyOptions = .init()) {
        self = BusyJudge(options).kind(of: event)
    }
}

/// An evaluator that determines the free/busy types of events.
struct BusyJudge {
    private let owner: String?
    private let usesBusyStatus: Bool

    init(_ options: BusyOptions) {
        owner = options.ownerEmail?.lowercased()
        usesBusyStatus = options.usesBusyStatus
    }

    /// Returns the free/busy type of an event; see `BusyPeriod.FreeBusyType.init(of:options:)`.
    func kind(of event: Event) -> BusyPeriod.FreeBusyType {
        if event.status == .cancelled || event.isTransparent { return .free }
        let word =
            usesBusyStatus
            ? event.component.text("X-MICROSOFT-CDO-BUSYSTATUS")?.trimmingBlanks.uppercased() : nil
        if event.component.first("TRANSP") == nil, word == "FREE" || word == "WORKINGELSEWHERE" {
            return .free
        }
        let answer = answer(to: event)
        if answer == .declined || answer == .delegated { return .free }
        if word == "OOF" { return .unavailable }
        if event.status == .tentative || word == "TENTATIVE" { return .tentative }
        switch answer {
        case .tentative, .pending, .unknown: return .tentative
        default: return .busy
        }
    }

    /// Returns whether the owner has declined, delegated or completed an item.
    ///
    /// Only to-dos can be completed.
    func isSettled(_ item: Event) -> Bool {
        guard owner != nil else { return false }
        let answer = answer(to: item)
        return answer == .declined || answer == .delegated || answer == .completed
    }

    /// Returns whether a VFREEBUSY or VAVAILABILITY describes the owner's time.
    ///
    /// A component describes its ATTENDEE's time, as in a reply to an ORGANIZER's request. If it has no ATTENDEE, it
    /// describes its ORGANIZER's time (RFC 5546 section 3.3, RFC 7953 section 3.1). If it has neither, it is assumed to
    /// describe the owner's time.
    func isAboutOwner(_ component: Component) -> Bool {
        guard let owner else { return true }
        let attendees = component.all("ATTENDEE")
        let named = attendees.isEmpty ? component.all("ORGANIZER").prefix(1) : attendees[...]
        if named.isEmpty { return true }
        return named.contains { property in
            let address = CalendarAddress(
                property.value.string ?? "",
                emailParameter: property.parameters["EMAIL"]
            )
            return address.email?.lowercased() == owner
        }
    }

    /// Returns the owner's reply, or nil if the owner is not invited to the event.
    private func answer(to event: Event) -> Attendee.Status? {
        guard let owner else { return nil }
        let answers = event.attendees.filter { $0.email?.lowercased() == owner }.map(\.status)
        return answers.min { Self.rank($0) < Self.rank($1) }
    }

    private static func rank(_ answer: Attendee.Status) -> Int {
        switch answer {
        case .tentative: 1
        case .declined: 2
        case .delegated: 3
        case .pending, .unknown: 4
        default: 0
        }
    }
}

extension BusyOptions {
    /// The owner's email address, or nil if there is none.
    package var ownerEmail: String? {
        guard let owner = owner?.trimmingBlanks, !owner.isEmpty else { return nil }
        return CalendarAddress(owner, emailParameter: nil).email ?? owner
    }
}

/// A cache of the free/busy types of events.
struct BusyJudgement {
    private let judge: BusyJudge
    private var known: [ObjectIdentifier: BusyPeriod.FreeBusyType] = [:]

    init(_ judge: BusyJudge) {
        self.judge = judge
    }

    mutating func kind(of occurrence: Occurrence) -> BusyPeriod.FreeBusyType {
        if let kind = known[occurrence.eventIdentity] { return kind }
        let kind = occurrence.member.isCancelled ? .free : judge.kind(of: occurrence.decodedEvent().event)
        known[occurrence.eventIdentity] = kind
        return kind
    }
}
