/// A writer that outputs components as content lines.
///
/// Writing is not recursive, so deeply nested components cannot exhaust the stack. Unchanged content is copied from
/// its original bytes.
package struct CalendarWriter {
    package private(set) var bytes: [UInt8] = []
    private let keepsBytes: Bool
    /// The offset of the most recently added property, or nil if something follows it.
    private var lastProperty: Int?
    private var frames: [Frame] = []

    private struct Frame {
        let component: Component
        let parts: [ComponentLayout.Part]
        let lines: ComponentLines?
        var next = 0
    }

    package init(keepsBytes: Bool) {
        self.keepsBytes = keepsBytes
    }

    package mutating func add(_ component: Component) {
        open(component)
        while let frame = frames.last {
            guard frame.next < frame.parts.count else {
                frames.removeLast()
                addMarker("END:", of: frame.component, as: frame.lines?.end)
                continue
            }
            frames[frames.count - 1].next += 1
            switch frame.parts[frame.next] {
            case .property(let index): add(frame.component.properties[index])
            case .component(let index): open(frame.component.components[index])
            case .junk(let index):
                if let source = frame.component.source, let line = frame.lines?.junk[index] {
                    copyJunk(line, of: source.store.bytes)
                }
            }
        }
    }

    /// Copies an unchanged component, or begins writing a changed one.
    private mutating func open(_ component: Component) {
        lastProperty = nil
        if let source = component.source, !component.isChanged, source.isKept || keepsBytes {
            return copy(source.range, of: source.store.bytes)
        }
        let lines = component.source.map(ComponentLines.init)
        // Only offsets into the same bytes can be compared: the component's own bytes, or the bytes of the first
        // parsed component inside it.
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

    /// Adds BEGIN or END, reusing the original line if it still has the component's name.
    private mutating func addMarker(_ keyword: String, of component: Component, as line: Range<Int>?) {
        lastProperty = nil
        if let line, let bytes = component.source?.store.bytes {
            var unfolded: [UInt8] = []
            LineFolding.unfold(bytes[line], into: &unfolded)
            if let marker = Marker(unfolded.span), marker.capitals(in: unfolded.span) == component.name,
                keepsBytes || !marker.isSpaced
            {
                return copy(line, of: bytes)
            }
        }
        addLine(Array(keyword.utf8) + NameText.component(component.name))
    }

    package mutating func add(_ property: Property) {
        lastProperty = bytes.count
        if let source = property.source, source.isKept || source.isOdd && (keepsBytes || Self.isShort(source))
        {
            return copy(source.range, of: source.store.bytes)
        }
        let line = PropertyText.line(property)
        if !line.isEmpty { addLine(line) }
    }

    /// Returns whether no line is folded or long enough to fold.
    ///
    /// A fold affects how the next line is read.
    private static func isShort(_ source: SourceLine) -> Bool {
        source.store.bytes[source.range].split(whereSeparator: LineFolding.isLineEnd).allSatisfy { line in
            line.count <= 75 && line.first.map(Ascii.isBlank) == false
        }
    }

    /// Adds an unreadable line, unless it would now be read as part of the preceding text.
    mutating func copyJunk(_ range: Range<Int>, of source: [UInt8]) {
        var line: [UInt8] = []
        if let start = lastProperty {
            let end = LineFolding.contentEnd(bytes.span, start, bytes.count)
            LineFolding.unfold(bytes[start..<end], into: &line)
            let reach = JoinedReach(line.span)
            let isSoft = reach?.isQuoted == true && line.last == Ascii.equals
            let length = JoinedReach.lastLength(bytes[start..<end])
            LineFolding.unfold(source[range], into: &line)
            if reach?.takes(line.span, isSoft: isSoft, after: length) == true { return }
        }
        lastProperty = nil
        copy(range, of: source)
    }

    mutating func addLine(_ line: [UInt8]) {
        LineFolding.fold(line.span, into: &bytes)
    }

    package mutating func copy(_ range: Range<Int>, of source: [UInt8]) {
        guard keepsBytes else { return LineFolding.copy(range, of: source, into: &bytes) }
        ByteText.append(source.span.extracting(range), to: &bytes)
        if let last = bytes.last, !LineFolding.isLineEnd(last) { LineFolding.endLine(&bytes) }
    }

    /// Adds a VCALENDAR (RFC 5545 section 3.4).
    ///
    /// - Parameter zones: The time zone definitions missing from the calendar, written before its other components.
    package mutating func add(
        _ calendar: CalendarObject,
        _ options: WritingOptions,
        adding zones: [Component]
    ) {
        let component =
            calendar.component.name == "VCALENDAR"
            ? calendar.component : Component("VCALENDAR", components: [calendar.component])
        let origin = calendar.origin
        if let begin = origin?.begin {
            copy(begin.indices, of: begin)
        } else {
            addLine(Array("BEGIN:VCALENDAR".utf8))
        }
        if options.addsRequiredProperties, !options.keepsBytes {
            if component.first("VERSION") == nil { add(Property("VERSION", .text("2.0"))) }
            if component.first("PRODID") == nil { add(Property("PRODID", .text(options.productID))) }
        }
        let layout = ComponentLayout(
            properties: component.properties.map { origin?.line(of: $0) },
            components: component.components.map(\.line),
            junk: origin?.junk.map(\.line) ?? [],
            isInterleaved: origin?.isInterleaved ?? false
        )
        var zones = zones[...]
        for part in layout.parts {
            switch part {
            case .property(let index): add(component.properties[index])
            case .component(let index):
                let inner = component.components[index]
                if inner.name != "VTIMEZONE" {
                    while let zone = zones.popFirst() { add(zone) }
                }
                add(inner)
            case .junk(let index):
                if let line = origin?.junk[index].bytes { copyJunk(line.range, of: line.store.bytes) }
            }
        }
        for zone in zones { add(zone) }
        if let end = origin?.end {
            copy(end.indices, of: end)
        } else {
            addLine(Array("END:VCALENDAR".utf8))
        }
    }
}

extension CalendarOrigin {
    /// Returns the line where a property was read, or nil if the property was added.
    fileprivate func line(of property: Property) -> Int? {
        guard let source = property.source, let run = runs[ObjectIdentifier(source.store)] else { return nil }
        return property.line ?? run
    }
}
