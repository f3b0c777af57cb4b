/// The rarer properties of a PARTICIPANT (RFC 9073 section 7.1), each as RFC 5545 has it.
extension Participant {
    /// PRIORITY (RFC 5545 section 3.8.1.9): `PRIORITY:1` is highest, `PRIORITY:9` lowest, 0 undefined, which is also
    /// what absent means.
    public var priority: Int {
        get { component[integer: "PRIORITY"] ?? 0 }
        set { if newValue != priority { component[integer: "PRIORITY"] = newValue } }
    }

    /// STATUS (RFC 5545 section 3.8.1.11), as written, such as `STATUS:CONFIRMED`: the RFC names no words for it.
    public var status: String? {
        get { component[text: "STATUS"] }
        set { component[text: "STATUS"] = newValue }
    }

    /// ATTACH (RFC 5545 section 3.8.1.1), as in `ATTACH:https://example.com/portrait.jpg`.
    public var attachments: [Attachment] {
        get { component.views("ATTACH") }
        set { component.setViews("ATTACH", to: newValue) }
    }

    /// LOCATION (RFC 5545 section 3.8.1.7), which may occur several times here: `LOCATION:Room 4`.
    public var locationTexts: [String] {
        get { component[texts: "LOCATION"] }
        set { component[texts: "LOCATION"] = newValue }
    }

    /// RESOURCES (RFC 5545 section 3.8.1.10) of all its properties, as in `RESOURCES:projector,easel`.
    public var resourceTexts: [String] {
        get { component[textList: "RESOURCES"] }
        set { component[textList: "RESOURCES"] = newValue }
    }

    /// REQUEST-STATUS (RFC 5545 section 3.8.8.3), as in `REQUEST-STATUS:2.0;Success`.
    public var requestStatuses: [Value.RequestStatus] {
        get { component.requestStatuses }
        set { component.requestStatuses = newValue }
    }
}
