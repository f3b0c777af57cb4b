/// The order of the parts in a changed component: its properties, inner components, and unreadable lines.
///
/// Properties and components each keep their own order. Parsed parts also keep their order relative to the other
/// list. An added part follows its neighbor, so a property added at the end precedes the components.
struct ComponentLayout {
    package enum Part {
        case property(Int)
        case component(Int)
        case junk(Int)
    }

    private(set) var parts: [Part] = []

    /// Arranges parts by their original positions.
    ///
    /// Positions can be in any unit. A part without a position was added later.
    ///
    /// - Parameter isInterleaved: Whether components may precede properties.
    init(properties: [Int?], components: [Int?], junk: [Int], isInterleaved: Bool) {
        parts.reserveCapacity(properties.count + components.count + junk.count)
        let places = isInterleaved ? Self.places(of: components, among: properties) : []
        var nextJunk = 0
        var nextComponent = 0
        func addJunk(before place: Int) {
            while nextJunk < junk.count, junk[nextJunk] < place {
                parts.append(.junk(nextJunk))
                nextJunk += 1
            }
        }
        func addComponents(before index: Int?) {
            while nextComponent < components.count {
                if let index, nextComponent >= places.count || places[nextComponent] > index { return }
                if let place = components[nextComponent] { addJunk(before: place) }
                parts.append(.component(nextComponent))
                nextComponent += 1
            }
        }
        /// For each property, the position of the next property that has a position; empty if every line was
        /// readable.
        var following = [Int](repeating: .max, count: junk.isEmpty ? 0 : properties.count)
        for index in following.indices.dropLast().reversed() {
            following[index] = properties[index + 1] ?? following[index + 1]
        }
        for (index, place) in properties.enumerated() {
            addComponents(before: index)
            if let place {
                addJunk(before: place)
            } else if index > 0, nextJunk < junk.count {
                // Directly after an added property, unreadable lines could be read as part of the property's text.
                let component = components.dropFirst(nextComponent).lazy.compactMap { $0 }.first ?? .max
                addJunk(before: min(following[index], component))
            }
            parts.append(.property(index))
        }
        addComponents(before: nil)
        addJunk(before: .max)
    }

    /// Returns, for each component, the index of the following property, or the number of properties if none follows.
    private static func places(of components: [Int?], among properties: [Int?]) -> [Int] {
        // The lowest position from each property onward, which lets a binary search find the last property before a
        // component.
        var least = properties.map { $0 ?? .max }
        for index in least.indices.dropLast().reversed() {
            least[index] = min(least[index], least[index + 1])
        }
        var previous = 0
        return components.map { component in
            guard let component else { return max(previous, properties.count) }
            let low = least.firstPlace { $0 < component }
            // Places the component after the last property that preceded it, or after all properties if no later
            // property was read.
            let place = low < least.count && least[low] == .max ? properties.count : low
            previous = max(previous, place)
            return previous
        }
    }
}

/// The original lines of a changed component: BEGIN, END, and any unreadable lines.
package struct ComponentLines {
    /// The byte range of BEGIN, without its line ending.
    package private(set) var begin: Range<Int>?
    package private(set) var end: Range<Int>?
    /// The lines that are not properties, in file order.
    package private(set) var junk: [Range<Int>] = []
    /// Whether BEGIN or END contains blanks.
    package private(set) var hasBlanksInMarkers = false

    /// Finds a component's own lines, excluding lines of inner components and continuations of a property's text.
    package init(_ source: SourceLine) {
        let bytes = source.store.bytes
        var unfolded: [UInt8] = []
        var lines = LogicalLines(bytes, source.range)
        var depth = 0
        var reach: JoinedReach?
        var isSoft = false
        var length = 0
        while let line = lines.next() {
            LineFolding.unfold(bytes[line], into: &unfolded)
            if let marker = Marker(unfolded.span) {
                reach = nil
                if marker.isBegin {
                    depth += 1
                    if depth == 1 {
                        begin = line
                        if marker.isSpaced { hasBlanksInMarkers = true }
                    }
                } else {
                    if depth == 1 {
                        end = line
                        if marker.isSpaced { hasBlanksInMarkers = true }
                    }
                    depth -= 1
                }
            } else if depth == 1 {
                let isTaken = reach?.takes(unfolded.span, isSoft: isSoft, after: length) == true
                length = JoinedReach.lastLength(bytes[line])
                isSoft = (isTaken || JoinedReach(unfolded.span) != nil) && unfolded.last == Ascii.equals
                if isTaken {
                    // An address takes only one line.
                    if reach?.isAddress == true { reach = nil }
                    continue
                }
                reach = JoinedReach(unfolded.span)
                if !Self.isProperty(unfolded.span) { junk.append(line) }
            }
        }
    }

    private static func isProperty(_ line: Span<UInt8>) -> Bool {
        guard let (name, end, _) = try? ContentLine.nameEnd(line) else { return false }
        var unsaid: [ValueRemark] = []
        let form = PropertyDefinition.form(of: name, in: line)
        return (try? ContentLine(line, name: name, end: end, limit: 1, form: form, &unsaid)) != nil
    }
}
