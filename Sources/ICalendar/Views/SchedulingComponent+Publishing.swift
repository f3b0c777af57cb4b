/// What RFC 9073 adds to VEVENT, VTODO, VJOURNAL and VFREEBUSY.
extension SchedulingComponent {
    /// The PARTICIPANT components inside (RFC 9073 section 7.1): `event.participants.compactMap(\.summary)`.
    public var participants: [Participant] {
        get { Participant.views(in: component) }
        set { Participant.replace(in: &component, with: newValue) }
    }

    /// The VLOCATION components inside (RFC 9073 section 7.2): `event.structuredLocations.compactMap(\.name)`.
    public var structuredLocations: [StructuredLocation] {
        get { StructuredLocation.views(in: component) }
        set { StructuredLocation.replace(in: &component, with: newValue) }
    }

    /// The VRESOURCE components inside (RFC 9073 section 7.3): `event.structuredResources.compactMap(\.name)`.
    public var structuredResources: [StructuredResource] {
        get { StructuredResource.views(in: component) }
        set { StructuredResource.replace(in: &component, with: newValue) }
    }
}
