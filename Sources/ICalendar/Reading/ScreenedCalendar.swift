/// One VCALENDAR without the events that a screen left out.
struct ScreenedCalendar: Sendable {
    /// The calendar's own properties and its VTIMEZONE components.
    private(set) var object: CalendarObject
    /// The events that were kept, undecoded.
    private(set) var events: [ScreenedEvent] = []
    /// The highest SEQUENCE above 0 of whole events that were left out, by UID.
    private(set) var revisions: [ExactText: Int] = [:]
    /// What the events that were left out cover.
    var coverage = ScreenedCoverage()

    /// A calendar whose BEGIN is on this line; nil for components outside any.
    init(line: Int?) {
        object = CalendarObject(Component(name: "VCALENDAR", properties: [], components: [], line: line))
    }

    /// Adds a component that was kept; other kinds than events and time zones are of no interest.
    mutating func add(
        _ slice: ComponentSlice,
        _ decoder: ComponentDecoder,
        _ junk: inout JunkRun,
        _ remarks: inout DiagnosticList
    ) {
        if slice.isCalendarProperties {
            let run = decoder.decode(slice, wanting: .all, junk: &junk, diagnostics: &remarks)
            object.component.properties += run.properties
            remarks.checkVersion(run)
            return
        }
        junk.end(&remarks)
        if slice.name == "VTIMEZONE" {
            object.component.components.append(decoder.decode(slice, wanting: .all, diagnostics: &remarks))
        } else if slice.name == "VEVENT" {
            let scheduling = decoder.decode(slice, wanting: .scheduling, diagnostics: &remarks)
            events.append(ScreenedEvent(slice: slice, decoder: decoder, scheduling: scheduling.properties))
        }
    }

    /// Keeps in mind that an event outside the range is a later revision than copies inside it.
    mutating func noteRevision(of slice: ComponentSlice, _ sequence: Int, _ decoder: ComponentDecoder) {
        let component = decoder.decode(slice, wanting: .revision).component
        guard component.first("RECURRENCE-ID") == nil, let uid = component.text("UID") else { return }
        revisions[ExactText(uid), default: 0] = max(revisions[ExactText(uid)] ?? 0, sequence)
    }
}

/// An event of which only the scheduling properties are decoded.
struct ScreenedEvent: Sendable {
    /// Its bytes.
    let slice: ComponentSlice
    /// What decodes them when somebody asks for more.
    let decoder: ComponentDecoder
    /// The properties of ``PropertySelection/scheduling``.
    let scheduling: [Property]

    /// The line of BEGIN.
    var line: Int? { slice.lines.first.map { Int($0.number) } }

    /// Decodes the whole event, with what is to be said of it beyond its scheduling properties.
    func decoded() -> (event: Event, diagnostics: [Diagnostic]) {
        let (component, diagnostics) = decoder.decode(slice, wanting: .all, silentOn: .scheduling)
        return (Event(component), diagnostics + component.addressDiagnostics(file: decoder.file))
    }
}

/// The stretch of time that events cover which were left out, in civil seconds.
struct ScreenedCoverage: Sendable {
    /// The first start.
    private(set) var start: Int?
    /// The last end.
    private(set) var end: Int?
    /// Whether one of them never ends.
    private(set) var isEndless = false

    /// Widens the stretch.
    mutating func include(_ extent: ComponentScreen.Extent) {
        start = min(start ?? extent.start, extent.start)
        guard let last = extent.end else {
            isEndless = true
            return
        }
        end = max(end ?? last, last)
    }
}
