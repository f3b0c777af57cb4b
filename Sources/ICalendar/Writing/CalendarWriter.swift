/// Writes components as content lines, without recursion, so that no nesting can exhaust the stack.
///
/// What was not changed since it was read is written by its own bytes.
struct CalendarWriter {
    /// What was written.
    private(set) var bytes: [UInt8] = []
    private let keepsBytes: Bool
    private var frames: [Frame] = []

    /// A changed component on its way.
    private struct Frame {
        let component: Component
        let parts: [ComponentLayout.Part]
        let lines: ComponentLines?
        var next = 0
        /// The property that was written last, while nothing stands behind it.
        var last: Int?
    }

    /// A writer without anything written.
    init(keepsBytes: Bool) {
        self.keepsBytes = keepsBytes
    }

    /// Adds a component.
    mutating func add(_ component: Component) {
        open(component)
        while let frame = frames.last {
            guard frame.next < frame.parts.count else {
                frames.removeLast()
                addMarker("END:", of: frame.component, as: frame.lines?.end)
                continue
            }
            frames[frames.count - 1].next += 1
            switch frame.parts[frame.next] {
            case .property(let index):
                let last = frame.last.map { frame.component.properties[$0] }
                add(frame.component.properties[index], behind: last)
                frames[frames.count - 1].last = index
            case .component(let index):
                frames[frames.count - 1].last = nil
                open(frame.component.components[index])
            case .junk(let index):
                if let source = frame.component.source, let line = frame.lines?.junk[index],
                    !isTaken(line, of: source.store, by: frame.last.map { frame.component.properties[$0] })
                {
                    copy(line, of: source.store.bytes)
                    frames[frames.count - 1].last = nil
                }
            }
        }
    }

    /// Adds a component by its own bytes, or begins one that was changed.
    private mutating func open(_ component: Component) {
        if let source = component.source, !component.isChanged, source.isKept || keepsBytes {
            return copy(source.range, of: source.store.bytes)
        }
        let lines = component.source.map { ComponentLines($0, component.properties) }
        // Places are those of the bytes that the component, or what it holds, came with.
        let store = component.source?.store ?? component.components.lazy.compactMap(\.source?.store).first
        func place(_ source: SourceLine?) -> Int? {
            source.flatMap { $0.store === store ? Int($0.offset) : nil }
        }
        let layout = ComponentLayout(
            properties: component.properties.map { place($0.source) },
            components: component.components.map { place($0.source) },
            junk: lines?.junk.map(\.lowerBound) ?? [],
            isInterleaved: true
        )
        addMarker("BEGIN:", of: component, as: lines?.begin)
        frames.append(Frame(component: component, parts: layout.parts, lines: lines))
    }

    /// Adds BEGIN or END, as it was written before if the name is still the same.
    private mutating func addMarker(_ keyword: String, of component: Component, as line: Range<Int>?) {
        if let line, let bytes = component.source?.store.bytes {
            var unfolded: [UInt8] = []
            LineFolding.unfold(bytes[line], into: &unfolded)
            if Marker(unfolded.span)?.capitals(in: unfolded.span) == component.name {
                return copy(line, of: bytes)
            }
        }
        addLine(Array(keyword.utf8) + NameText.component(component.name))
    }

    /// Whether a line that reading could not use would be read as a part of the property in front of it.
    ///
    /// One that stood there before was not.
    func isTaken(_ line: Range<Int>, of store: ByteStore, by property: Property?) -> Bool {
        guard let property, JoinedLine.takesMore(property) else { return false }
        if let source = property.source, source.length > 0, source.store === store,
            source.range.upperBound <= line.lowerBound,
            store.bytes[source.range.upperBound..<line.lowerBound].allSatisfy(LineFolding.isLineEnd)
        {
            return false
        }
        var unfolded: [UInt8] = []
        LineFolding.unfold(store.bytes[line], into: &unfolded)
        return JoinedLine.isLoose(unfolded.span)
    }

    /// Adds a property behind another one, without the bytes of its name for which it would be read as a part of that
    /// one's text.
    mutating func add(_ property: Property, behind last: Property?) {
        guard let last, let name = JoinedLine.plainName(of: property), JoinedLine.takesMore(last) else {
            return add(property)
        }
        var plain = property
        plain.name = name
        add(plain)
    }

    /// Adds a property.
    mutating func add(_ property: Property) {
        if let source = property.source, source.isKept || keepsBytes && source.isOdd {
            return copy(source.range, of: source.store.bytes)
        }
        if let source = property.source, source.isOdd,
            let line = JoinedLine.contentLine(source.store.bytes, source.range)
        {
            return addLine(line)
        }
        let line = PropertyText.line(property, isAsRead: property.source?.isOdd == true)
        if !line.isEmpty { addLine(line) }
    }

    /// Adds a line that was made.
    mutating func addLine(_ line: [UInt8]) {
        LineFolding.fold(line.span, into: &bytes)
    }

    /// Adds lines that were read.
    mutating func copy(_ range: Range<Int>, of source: [UInt8]) {
        guard keepsBytes else { return LineFolding.copy(range, of: source, into: &bytes) }
        ByteText.append(source.span.extracting(range), to: &bytes)
        if let last = bytes.last, !LineFolding.isLineEnd(last) { LineFolding.endLine(&bytes) }
    }
}
