import SystemIO

/// A bounded cache of the VTIMEZONE components that this process has decoded, keyed by their bytes.
///
/// A folder of calendars contains the same few definitions thousands of times, mostly on the same lines, and each
/// definition is decoded only once. Components that produce diagnostics are not cached.
final class DecodedZones: Sendable {
    static let shared = DecodedZones()

    /// The number of components at which the cache is cleared.
    private static let capacity = 256
    /// The maximum size of a component to cache, in bytes.
    private static let sizeLimit = 16 << 10

    private struct Key: Hashable {
        let bytes: [UInt8]
        let lines: [ComponentSlice.Line]
        let limits: ReadingLimits

        func hash(into hasher: inout Hasher) {
            // Components with the same bytes are nearly always on the same lines.
            hasher.combine(UIDHash(bytes.span))
            hasher.combine(lines.first?.number)
        }
    }

    private let components = Lock<[Key: Component]>([:])

    /// Returns the component of a slice, from the cache or newly decoded, and adds its diagnostics to `remarks`.
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
