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

    /// SENT-BY (3.2.18): who answers for the attendee, an address as written: `SENT-BY="mailto:desk@studio.example"`.
    public var sentBy: String? {
        get { property.sentBy }
        set { property.sentBy = newValue }
    }

    /// DIR (3.2.6): a URI of a directory entry, as in `DIR="ldap://example.com/cn=nora"`.
    public var directoryEntry: String? {
        get { property.directoryEntry }
        set { property.directoryEntry = newValue }
    }

    /// LANGUAGE (3.2.10) of the name, a tag such as `de-AT`.
    public var language: String? {
        get { property.language }
        set { property.language = newValue }
    }
}
