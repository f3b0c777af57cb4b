/// What VAVAILABILITY and AVAILABLE share (RFC 7953 section 3.1), each as RFC 5545 has it.
///
/// ```swift
/// for period in hours.available { print(period.summary ?? "", period.start as Any) }
/// ```
public protocol AvailabilityComponent: DescribedComponent {}

extension AvailabilityComponent {
    /// DTSTART (RFC 5545 section 3.8.2.4), as in `DTSTART;TZID=Europe/Berlin:20260105T090000`; what it does to the
    /// end is what ``SchedulingComponent/start`` does.
    public var start: EventTime? {
        get { component[time: "DTSTART"] }
        set { component.setStart(newValue) }
    }

    /// DTEND (RFC 5545 section 3.8.2.2), excluded, as in `DTEND;TZID=Europe/Berlin:20260105T120000`; setting it takes
    /// DURATION away.
    public var end: EventTime? {
        get { component[time: "DTEND"] }
        set { component.setEnd("DTEND", to: newValue) }
    }

    /// DURATION (RFC 5545 section 3.8.2.5), as in `DURATION:PT3H`; setting it takes DTEND away.
    public var duration: NominalDuration? {
        get { component[duration: "DURATION"] }
        set { component.setLength(newValue) }
    }

    /// DESCRIPTION (RFC 5545 section 3.8.1.5), longer than the title: `DESCRIPTION:Please knock`.
    public var availabilityDescription: String? {
        get { component[text: "DESCRIPTION"] }
        set { component[text: "DESCRIPTION"] = newValue }
    }

    /// LOCATION (RFC 5545 section 3.8.1.7), as in `LOCATION:Room 4`.
    public var location: String? {
        get { component[text: "LOCATION"] }
        set { component[text: "LOCATION"] = newValue }
    }
}
