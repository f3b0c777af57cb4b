/// The open elements in a document and the namespaces bound to their prefixes.
struct XMLScope: Sendable {
    private struct Binding: Sendable {
        let prefix: [UInt8]
        let namespace: String
        /// The depth of the element that declares the namespace.
        let depth: Int
    }

    /// The concatenated names of the open elements, as written.
    private var names: [UInt8] = []
    private var starts: [Int] = []
    private var bindings = [
        Binding(prefix: Array("xml".utf8), namespace: "http://www.w3.org/XML/1998/namespace", depth: -1)
    ]
    /// Up to ``mostKnown`` cached element names for the current namespace bindings.
    private var known: [(written: [UInt8], name: XMLName)] = []

    /// The maximum number of cached names; a typical response repeats about a dozen.
    private static let mostKnown = 24

    var depth: Int { starts.count }

    /// Opens an element without attributes and returns its name, or nil if the tag has attributes or is not cached.
    mutating func openKnown(_ tag: ArraySlice<UInt8>) -> XMLName? {
        guard
            let found = known.first(where: {
                $0.written.count == tag.count && $0.written.elementsEqual(tag)
            })
        else { return nil }
        starts.append(names.count)
        names += tag
        return found.name
    }

    /// Opens an element and returns its name.
    mutating func open(
        _ tag: XMLTag,
        _ limits: XMLLimits,
        at offset: Int
    ) throws(XMLFailure) -> XMLName {
        for attribute in tag.attributes where attribute.isDeclaration {
            let (prefix, namespace) = (attribute.prefix, String(decoding: attribute.value, as: UTF8.self))
            guard !prefix.starts(with: "xml".utf8), prefix.isEmpty || !namespace.isEmpty else {
                throw XMLFailure(.malformed("invalid namespace declaration"), at: offset)
            }
            guard bindings.count <= limits.namespaces else {
                throw XMLFailure(.limit("namespaces", limits.namespaces), at: offset)
            }
            bindings.append(Binding(prefix: prefix, namespace: namespace, depth: depth))
            known.removeAll(keepingCapacity: true)
        }
        starts.append(names.count)
        names += tag.name
        if let found = known.first(where: { $0.written == tag.name }) { return found.name }
        let name = try resolved(tag.name, isElement: true, at: offset)
        if known.count < Self.mostKnown { known.append((tag.name, name)) }
        return name
    }

    func attributeName(
        _ name: [UInt8],
        at offset: Int
    ) throws(XMLFailure) -> XMLName {
        try resolved(name, isElement: false, at: offset)
    }

    private func resolved(
        _ name: [UInt8],
        isElement: Bool,
        at offset: Int
    ) throws(XMLFailure) -> XMLName {
        let colon = name.firstIndex(of: UInt8(ascii: ":"))
        let local = String(decoding: name[(colon.map { $0 + 1 } ?? 0)...], as: UTF8.self)
        // The default namespace does not apply to attributes.
        guard isElement || colon != nil else { return XMLName("", local) }
        let prefix = name[..<(colon ?? 0)]
        if let binding = bindings.last(where: { $0.prefix.elementsEqual(prefix) }) {
            return XMLName(binding.namespace, local)
        }
        guard colon == nil else {
            throw XMLFailure(.prefix(String(decoding: prefix, as: UTF8.self)), at: offset)
        }
        return XMLName("", local)
    }

    /// Closes the innermost element and returns whether its name matches.
    mutating func close(_ name: ArraySlice<UInt8>) -> Bool {
        guard let start = starts.last, names[start...].elementsEqual(name) else { return false }
        closeLast()
        return true
    }

    mutating func closeLast() {
        guard let start = starts.popLast() else { return }
        names.removeSubrange(start...)
        guard let last = bindings.last, last.depth == depth else { return }
        while bindings.last?.depth == depth { bindings.removeLast() }
        known.removeAll(keepingCapacity: true)
    }
}
