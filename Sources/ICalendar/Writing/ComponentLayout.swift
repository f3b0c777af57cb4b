/// The order in which the parts of a changed component are written: its properties, the components inside, and the
/// lines that reading could not use.
///
/// Both lists keep their own order. What was read stands as it did to the other list; what was added stands behind its
/// neighbour, and so before the components when it is the last of the properties.
struct ComponentLayout {
    /// A part of a component, by its place in its list.
    enum Part {
        case property(Int)
        case component(Int)
        case junk(Int)
    }

    /// The parts in order.
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
