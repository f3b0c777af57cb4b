extension FreeBusy.BusyTime.Kind {
    /// How busy an event makes whoever has it in the calendar, by the rules of CalDAV (RFC 4791 section 7.10) and of
    /// scheduling (RFC 6638 section 3.2.2).
    ///
    /// The first that applies decides:
    ///
    /// 1. STATUS:CANCELLED is free.
    /// 2. TRANSP:TRANSPARENT is free.
    /// 3. X-MICROSOFT-CDO-BUSYSTATUS of FREE or WORKINGELSEWHERE is free where TRANSP is not written; where it is, TRANSP
    ///    is what the last program said.
    /// 4. Of the owner's own attendance: DECLINED and DELEGATED are free.
    /// 5. BUSYSTATUS of OOF is unavailable.
    /// 6. STATUS:TENTATIVE, BUSYSTATUS of TENTATIVE, or the owner's attendance of TENTATIVE or NEEDS-ACTION (also by
    ///    absence or an unknown word) is tentative.
    /// 7. Anything else is busy; so is an event that names the owner as no attendee.
    ///
    /// ```swift
    /// BusyPeriod.Kind(of: event)                                               // .busy
    /// BusyPeriod.Kind(of: event, options: BusyOptions(owner: attendee.email))  // .busy
    /// ```
    public init(of event: Event, options: BusyOptions = .init()) {
        self = BusyJudge(options).kind(of: event)
    }
}

/// Decides how busy events are.
struct BusyJudge {
    private let owner: String?
    private let usesBusyStatus: Bool

    /// A judge by these options.
    init(_ options: BusyOptions) {
        owner = options.owner.map { CalendarAddress($0, emailParameter: nil).email ?? $0 }?.lowercased()
        usesBusyStatus = options.usesBusyStatus
    }

    /// How busy an event is; see `FreeBusy.BusyTime.Kind.init(of:options:)`.
    func kind(of event: Event) -> BusyPeriod.Kind {
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

    /// What the owner answered, or nil when the event does not ask the owner.
    private func answer(to event: Event) -> Attendee.Status? {
        guard let owner else { return nil }
        return event.attendees.first { $0.email?.lowercased() == owner }?.status
    }
}
