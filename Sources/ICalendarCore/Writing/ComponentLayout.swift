/// The order in which the parts of a changed component are written: its properties, the components inside, and the
/// lines that reading could not use.
///
/// Both lists keep their own order. What was read stands as it did to the other list; what was added stands behind its
/// neighbour, and so before the components when it is the last of the properties.
struct ComponentLayout {
    package enum Part {
        case property(Int)
        case component(Int)
        case junk(Int)
    }

    private(set) var parts: [Part] = []

    /// Lays out parts by where each stood when it was read, in any unit; nil for what was added.
    ///
    /// - Parameter isInterleaved: whether components may stand before properties at all.
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
        /// Of each property the place of the next one that has one, where there is anything to stand before it.
        var following = [Int](repeating: .max, count: junk.isEmpty ? 0 : properties.count)
        for index in following.indices.dropLast().reversed() {
            following[index] = properties[index + 1] ?? following[index + 1]
        }
        for (index, place) in properties.enumerated() {
            addComponents(before: index)
            if let place {
                addJunk(before: place)
            } else if index > 0, nextJunk < junk.count {
                // Behind one that was added they might be taken for a part of its text.
                let component = components.dropFirst(nextComponent).lazy.compactMap { $0 }.first ?? .max
                addJunk(before: min(following[index], component))
            }
            parts.append(.property(index))
        }
        addComponents(before: nil)
        addJunk(before: .max)
    }

    /// For each component the property that it stands before, or the number of properties.
    private static func places(of components: [Int?], among properties: [Int?]) -> [Int] {
        // The least place from each property on, so that the last property before a component is found by halving.
        var least = properties.map { $0 ?? .max }
        for index in least.indices.dropLast().reversed() {
            least[index] = min(least[index], least[index + 1])
        }
        var previous = 0
        return components.map { component in
            guard let component else { return max(previous, properties.count) }
            let low = least.firstPlace { $0 < component }
            // Behind the last property that stood before it; behind all when nothing that follows was read.
            let place = low < least.count && least[low] == .max ? properties.count : low
            previous = max(previous, place)
            return previous
        }
    }
}

/// The lines of a component that was read and then changed: how BEGIN and END were written, and those that reading
/// could not use.
package struct ComponentLines {
    /// The bytes of BEGIN, without their line end.
    package private(set) var begin: Range<Int>?
    package private(set) var end: Range<Int>?
    /// The lines that are no properties, in their order.
    package private(set) var junk: [Range<Int>] = []

    /// The lines of a component itself, not those of components inside it, nor those that belong to a property's text.
    package init(_ source: SourceLine) {
        let bytes = source.store.bytes
        var unfolded: [UInt8] = []
        var lines = LogicalLines(bytes, source.range)
        var depth = 0
        var reach: JoinedReach?
        var isSoft = false
        while let line = lines.next() {
            LineFolding.unfold(bytes[line], into: &unfolded)
            if let marker = Marker(unfolded.span) {
                reach = nil
                if marker.isBegin {
                    depth += 1
                    if depth == 1 { begin = line }
                } else {
                    if depth == 1 { end = line }
                    depth -= 1
                }
            } else if depth == 1 {
                let isTaken = reach?.takes(unfolded.span, isSoft: isSoft) == true
                isSoft = (isTaken || JoinedReach(unfolded.span) != nil) && unfolded.last == Ascii.equals
                if isTaken { continue }
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
