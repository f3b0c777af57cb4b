/// A list whose elements are found by key in constant time.
///
/// If several elements have the same key, the first one is found. An element keeps its original keys even if its value
/// changes.
package struct KeyedList<Key: Hashable, Element> {
    /// The elements in order, with nil in place of removed elements.
    private var slots: [Element?] = []
    /// The indices in `slots` by key, in ascending order, possibly including indices of removed elements.
    private var places: [Key: ArraySlice<Int>] = [:]

    package init() {}

    package init(_ elements: [Element], by key: (Element) -> Key) {
        for element in elements { append(element, at: [key(element)]) }
    }

    package var elements: [Element] { slots.compactMap { $0 } }

    package mutating func append(_ element: Element, at keys: [Key]) {
        for key in keys { places[key, default: []].append(slots.count) }
        slots.append(element)
    }

    /// Replaces the first element with the given key in place, or removes the element if the closure returns nil;
    /// returns whether the key exists.
    @discardableResult
    package mutating func update(_ key: Key, _ change: (Element) -> Element?) -> Bool {
        guard let place = place(of: key), let old = slots[place] else { return false }
        slots[place] = change(old)
        return true
    }

    /// Removes and returns the first element with the given key.
    @discardableResult
    package mutating func remove(_ key: Key) -> Element? {
        guard let place = place(of: key) else { return nil }
        defer { slots[place] = nil }
        return slots[place]
    }

    /// Returns the index of the first element with the given key, and drops the indices of removed elements before it.
    private mutating func place(of key: Key) -> Int? {
        while let place = places[key]?.first {
            if slots[place] != nil { return place }
            places[key]?.removeFirst()
        }
        return nil
    }
}
