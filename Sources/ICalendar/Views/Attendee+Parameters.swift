/// The rarer parameters of ATTENDEE (RFC 5545 section 3.8.4.1).
extension Attendee {
    /// RSVP (3.2.17): whether an answer is asked for, as `RSVP=TRUE` says; absent means no.
    public var expectsReply: Bool {
        get { property.parameters["RSVP"]?.trimmingBlanks.uppercased() == "TRUE" }
        set { if newValue != expectsReply { property[parameter: "RSVP"] = newValue ? "TRUE" : nil } }
    }

    /// DELEGATED-TO (3.2.5), addresses as written: `DELEGATED-TO="mailto:sam@client.example"`.
    public var delegates: [String] {
        get { property.parameters.values("DELEGATED-TO") }
        set { property.setParameter("DELEGATED-TO", to: newValue) }
    }

    /// DELEGATED-FROM (3.2.4), addresses as written: `DELEGATED-FROM="mailto:nora@studio.example"`.
    public var delegators: [String] {
        get { property.parameters.values("DELEGATED-FROM") }
        set { property.setParameter("DELEGATED-FROM", to: newValue) }
    }

    /// MEMBER (3.2.11): the groups that the invitation came through, addresses as written:
    /// `MEMBER="mailto:potters@studio.example"`.
    public var groups: [String] {
        get { property.parameters.values("MEMBER") }
        set { property.setParameter("MEMBER", to: newValue) }
    }
}
