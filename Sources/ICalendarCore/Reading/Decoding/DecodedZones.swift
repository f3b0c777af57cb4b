import SystemIO

/// The VTIMEZONE components that this process has decoded, by their bytes.
///
/// A folder of calendars repeats a few of them thousands of times, mostly on the same lines; each is decoded once. The
/// cache is bounded, and keeps nothing that there is something to say about.
final class DecodedZones: Sendable {
    static let shared = DecodedZones()

    /// When so many components are kept, they all make room.
    private static let capacity = 256
    /// Components of more bytes are decoded anew each time.
    private static let sizeLimit = 16 << 10

    private struct Key: Hashable {
        let bytes: [UInt8]
        let lines: [SliceLine]
        let limits: ReadingLimits

        func hash(into hasher: inout Hasher) {
            // Those with the same bytes nearly always stand on the same lines too.
            hasher.combine(UIDHash(bytes.span))
            hasher.combine(lines.first?.number)
        }
    }

    private let components = Lock<[Key: Component]>([:])

    /// The component of a slice, decoded now or before; what is wrong with it is added to `remarks`.
    func component(
        _ slice: ComponentSlice,
        _ decoder: ComponentDecoder,
        _ remarks: inout DiagnosticList
    ) -> Component {
        guard slice.store.bytes.count <= Self.sizeLimit else {
            return decoder.decode(slice, wanting: .all, diagnostics: &remarks)
        }
        let key = Key(bytes: slice.store.bytes, lines: slice.lines, limits: decoder.limits)
        if let known = components.withLock({ $0[key] }) { return known }
        let (component, diagnostics) = decoder.decode(slice)
        guard diagnostics.isEmpty else {
            return decoder.decode(slice, wanting: .all, diagnostics: &remarks)
        }
        components.withLock { components in
            if components.count >= Self.capacity { components.removeAll() }
            components[key] = component
        }
        return component
    }

    var count: Int { components.withLock { $0.count } }
}
