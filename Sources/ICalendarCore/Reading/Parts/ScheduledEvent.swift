/// An event of which it is known when it happens; the rest may still be bytes.
///
/// A class, as a calendar has many of them and they are handed on from reading to the occurrences.
package final class ScheduledEvent: Sendable {
    package let schedule: EventSchedule
    /// Whether that was written plainly, so that nothing was to be said about it.
    package let isPlain: Bool
    private let content: Content

    /// Where the rest of the event is.
    private enum Content: Sendable {
        case event(Event)
        /// In its bytes, with its lines.
        case slice(ComponentSlice, ComponentDecoder)
        /// In its bytes, all of which are lines that can be found again.
        case bytes([UInt8], ComponentDecoder)
        /// In the bytes of its file, which somebody keeps anyway, as far as all of them are lines.
        case part(of: [UInt8], Range<Int>, ComponentDecoder)
        /// Nowhere: nobody will ask for it.
        case absent
    }

    package init(_ event: Event) {
        content = .event(event)
        schedule = EventSchedule(properties: event.component.properties, line: event.component.line)
        isPlain = false
    }

    /// The event that is ready, to be decoded when somebody asks for it; what is wrong with what says when it happens
    /// is added to `remarks`.
    ///
    /// Without its content nothing is kept but when it happens and what its UID is, if both are written plainly. Where
    /// `whole` is what the reader reads, kept by somebody, its bytes are not kept once more.
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
            hasAllLines = SliceLine.areAll(lines, of: bytes.count)
            return EventSchedule(plain: lines, bytes, &texts)
        }) {
            isPlain = true
            content =
                if !keepsContent, plain.uid != nil {
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

    /// The event, and what is to be said of it that was not said when its schedule was read.
    ///
    /// With `besideTimes` the properties that say when it happens may be missing; nothing is to be said of those.
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
        // In a component inside it, the same names stand for something else.
        let isAlone = slice.lines.count { $0.kind == .begin } == 1
        let wanted: PropertySelection = besideTimes && isPlain && isAlone ? .besideTimes : .all
        let (component, diagnostics) = decoder.decode(slice, wanting: wanted, silentOn: known)
        return (Event(component), diagnostics + component.addressDiagnostics(file: decoder.file))
    }
}
