/// The parameters of RFC 5545 section 3.2 and RFC 7986 section 6 that may stand on several properties.
///
/// Those that belong to one kind of property are also found on its view: ``Attendee``, ``Attachment``,
/// ``Conference``, ``RelatedComponent``.
extension Property {
    /// The first value of a parameter by its name in capitals; nil removes the parameter.
    ///
    /// ```swift
    /// property[parameter: "TZID"]              // "Europe/Berlin"
    /// property[parameter: "X-NOTE"] = "moved"  // DTSTART;TZID=Europe/Berlin;X-NOTE=moved:...
    /// property[parameter: "X-NOTE"] = nil
    /// ```
    public subscript(parameter name: String) -> String? {
        get { parameters[name] }
        set { setParameter(name, to: newValue.map { [$0] } ?? []) }
    }

    /// ALTREP, a URI of another form of the text (3.2.1):
    /// `DESCRIPTION;ALTREP="https://example.com/agenda.html":Agenda`.
    public var alternateRepresentation: String? {
        get { parameters["ALTREP"] }
        set { self[parameter: "ALTREP"] = newValue }
    }

    /// CN, the name that belongs to an address (3.2.2), as in `ATTENDEE;CN=Nora Lind:mailto:nora@studio.example`; nil
    /// when it is absent or empty.
    public var commonName: String? {
        get { parameters["CN"].flatMap { $0.isEmpty ? nil : $0 } }
        set { self[parameter: "CN"] = newValue }
    }

    /// DIR, a URI of a directory entry (3.2.6):
    /// `ATTENDEE;DIR="ldap://example.com/cn=nora":mailto:nora@studio.example`.
    public var directoryEntry: String? {
        get { parameters["DIR"] }
        set { self[parameter: "DIR"] = newValue }
    }

    /// ENCODING, `8BIT` or `BASE64` (3.2.7).
    public var encoding: String? {
        get { parameters["ENCODING"] }
        set { self[parameter: "ENCODING"] = newValue }
    }

    /// FMTTYPE, the media type of what is attached (3.2.8):
    /// `ATTACH;FMTTYPE=application/pdf:https://example.com/agenda.pdf`.
    public var formatType: String? {
        get { parameters["FMTTYPE"] }
        set { self[parameter: "FMTTYPE"] = newValue }
    }

    /// LANGUAGE, a tag of RFC 5646 (3.2.10): `SUMMARY;LANGUAGE=de-AT:Jause`.
    public var language: String? {
        get { parameters["LANGUAGE"] }
        set { self[parameter: "LANGUAGE"] = newValue }
    }

    /// Whether a RECURRENCE-ID stands for all later instances too (3.2.13):
    /// `RECURRENCE-ID;RANGE=THISANDFUTURE:20260401T091500`.
    public var isThisAndFuture: Bool {
        get { parameters["RANGE"]?.uppercased() == "THISANDFUTURE" }
        set { if newValue != isThisAndFuture { self[parameter: "RANGE"] = newValue ? "THISANDFUTURE" : nil } }
    }

    /// SENT-BY, the address of who acts for someone (3.2.18):
    /// `ORGANIZER;SENT-BY="mailto:desk@studio.example":mailto:nora@studio.example`.
    public var sentBy: String? {
        get { parameters["SENT-BY"] }
        set { self[parameter: "SENT-BY"] = newValue }
    }

    /// VALUE, the type that the property says its value has (3.2.20), as in `DTSTART;VALUE=DATE:20260403`; nil when
    /// it is absent or unknown.
    public var declaredKind: Value.Kind? {
        get { parameters["VALUE"].flatMap { Value.Kind(rawValue: $0.uppercased()) } }
        set { self[parameter: "VALUE"] = newValue?.rawValue }
    }

    /// EMAIL, a mail address beside an address of another kind (RFC 7986 section 6.2):
    /// `ATTENDEE;EMAIL=blue@client.example:urn:uuid:5b4d4a0e-3d35-4f8e-9c1b-3f0f3c8a6f10`.
    public var emailParameter: String? {
        get { parameters["EMAIL"].flatMap { $0.isEmpty ? nil : $0 } }
        set { self[parameter: "EMAIL"] = newValue }
    }

    /// LABEL, what to call the property in front of people (RFC 7986 section 6.4):
    /// `CONFERENCE;VALUE=URI;LABEL=Weekly call:https://meet.example.com/42`.
    public var label: String? {
        get { parameters["LABEL"] }
        set { self[parameter: "LABEL"] = newValue }
    }

    /// Puts one parameter of these values in the place of those of its name; no values remove them.
    mutating func setParameter(_ name: String, to values: [String]) {
        let place = parameters.firstIndex { $0.name == name } ?? parameters.endIndex
        var kept = parameters.filter { $0.name != name }
        if !values.isEmpty {
            kept.insert(Parameter(name, values: values), at: min(place, kept.endIndex))
        }
        // Setting what stands there keeps the bytes.
        if kept != parameters { parameters = kept }
    }
}
