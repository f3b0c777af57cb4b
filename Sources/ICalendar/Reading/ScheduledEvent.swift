/// An event of which it is known when it happens; the rest may still be bytes.
///
/// A class, as a calendar has many of them and they are handed on from reading to the occurrences.
final class ScheduledEvent: Sendable {
    /// When it happens.
    let schedule: EventSchedule
    /// Whether that was written plainly, so that nothing was to be said about it.
    let isPlain: Bool
    private let content: Content

    /// Where the rest of the event is.
    private enum Content: Sendable {
        /// Decoded.
        case event(Event)
        /// In its bytes.
        case slice(ComponentSlice, ComponentDecoder)
        /// Nowhere: it was left out and is never asked for.
        case absent
    }

    /// An event that is decoded.
    init(_ event: Event) {
        content = .event(event)
        schedule = EventSchedule(properties: event.component.properties, line: event.component.line)
        isPlain = false
    }

    /// An event that is decoded when somebody asks for it; what is wrong with what says when it happens is added to
    /// `remarks`.
    init(
        _ slice: ComponentSlice,
        _ decoder: ComponentDecoder,
        _ texts: inout RecentTexts,
        _ remarks: inout DiagnosticList
    ) {
        content = .slice(slice, decoder)
        if let plain = EventSchedule(plain: slice, texts: &texts) {
            schedule = plain
            isPlain = true
        } else {
            isPlain = false
            let component = decoder.decode(slice, wanting: .scheduling, diagnostics: &remarks)
            schedule = EventSchedule(properties: component.properties, line: component.line)
        }
    }

    private init(absent schedule: EventSchedule) {
        content = .absent
        self.schedule = schedule
        isPlain = true
    }

    /// The same event with nothing kept but when it happens.
    var withoutContent: ScheduledEvent { ScheduledEvent(absent: schedule) }

    /// The event, if it is decoded.
    var event: Event? {
        if case .event(let event) = content { event } else { nil }
    }

    /// The event, and what is to be said of it that was not said when its schedule was read.
    func decoded() -> (event: Event, diagnostics: [Diagnostic]) {
        switch content {
        case .event(let event): return (event, [])
        case .slice(let slice, let decoder):
            let known: PropertySelection? = isPlain ? nil : .scheduling
            let (component, diagnostics) = decoder.decode(slice, wanting: .all, silentOn: known)
            return (Event(component), diagnostics + component.addressDiagnostics(file: decoder.file))
        case .absent: return (Event(Component("VEVENT")), [])
        }
    }
}
