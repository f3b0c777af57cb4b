/// An event with a known schedule, whose other properties may still be undecoded.
///
/// The type is a class because a calendar has many events, which are passed from the reading code to the occurrences.
package final class ScheduledEvent: Sendable {
    package let schedule: EventSchedule
    /// Whether the schedule was written plainly and caused no diagnostics.
    package let isPlain: Bool
    private let content: Content

    /// The location of the rest of the event's content.
    private enum Content: Sendable {
        case event(Event)
        /// The event's bytes and lines.
        case slice(ComponentSlice, ComponentDecoder)
        /// The event's bytes, which consist entirely of lines that can be found again.
        case bytes([UInt8], ComponentDecoder)
        /// A range of the file's bytes, which are stored elsewhere and consist entirely of lines.
        case part(of: [UInt8], Range<Int>, ComponentDecoder)
        /// No content, for an event whose content is never requested.
        case absent
    }

    package init(_ event: Event) {
        content = .event(event)
        schedule = EventSchedule(properties: event.component.properties, line: event.component.line)
        isPlain = false
    }

    /// Creates an event from a reader's ready component, to be decoded on demand.
    ///
    /// Adds diagnostics about the schedule to `remarks`. If `keepsContent` is false, only the schedule and the UID are
    /// stored, provided that both are written plainly. If `whole` contains the bytes being read, which are stored
    /// elsewhere, the event's bytes are not copied.
    package init(
        _ reader: borrowing CalendarReader,
        _ decoder: ComponentDecoder,
        _ texts: inout RecentTexts,
        _ remarks: inout DiagnosticList,
        keepsContent: Bool,
        within whole: [UInt8]? = nil
    ) {
        var hasAllLines = false
        if let plain = reader.withPendingBytes({ _, lines, bytes in
            hasAllLines = ComponentSlice.Line.areAll(lines, of: bytes.count)
            return EventSchedule(plain: lines, bytes, &texts)
        }) {
            isPlain = true
            content =
                if !keepsContent, plain.uid != nil, plain.start != nil {
                    .absent
                } else if hasAllLines, let whole {
                    .part(of: whole, reader.pendingRange, decoder)
                } else if hasAllLines {
                    .bytes(reader.takeBytes(), decoder)
                } else {
                    .slice(reader.takeSlice(), decoder)
                }
            schedule = plain
        } else {
            isPlain = false
            let slice = reader.takeSlice()
            let component = decoder.decode(slice, wanting: .scheduling, diagnostics: &remarks)
            schedule = EventSchedule(properties: component.properties, line: component.line)
            if hasAllLines, let whole {
                content = .part(of: whole, reader.pendingRange, decoder)
            } else {
                content = .slice(slice, decoder)
            }
        }
    }

    package var event: Event? {
        if case .event(let event) = content { event } else { nil }
    }

    /// Returns the decoded event, and the diagnostics that were not reported when its schedule was read.
    ///
    /// If `besideTimes` is true, scheduling properties may be missing from the event and from the diagnostics.
    package func decoded(besideTimes: Bool = false) -> (event: Event, diagnostics: [Diagnostic]) {
        let slice: ComponentSlice
        let decoder: ComponentDecoder
        switch content {
        case .event(let event): return (event, [])
        case .absent: return (Event(Component("VEVENT")), [])
        case .slice(let kept, let its): (slice, decoder) = (kept, its)
        case .bytes(let bytes, let its):
            slice = ComponentSlice(event: ByteStore(bytes), line: schedule.line ?? 1, its.limits)
            decoder = its
        case .part(let whole, let range, let its):
            let store = ByteStore(Array(whole[range]))
            slice = ComponentSlice(event: store, line: schedule.line ?? 1, its.limits)
            decoder = its
        }
        let known: PropertySelection? = isPlain ? nil : .scheduling
        // In a nested component, property names have a different meaning.
        let isAlone = slice.lines.count { $0.kind == .begin } == 1
        let wanted: PropertySelection = besideTimes && isPlain && isAlone ? .besideTimes : .all
        let (component, diagnostics) = decoder.decode(slice, wanting: wanted, silentOn: known)
        return (Event(component), diagnostics + component.addressDiagnostics(file: decoder.file))
    }
}
