extension Array {
    /// Reorders the elements in place: each index receives the element whose old index `order` contains there.
    ///
    /// `order` must contain each index exactly once.
    package mutating func reorder(by order: [Int]) {
        var order = order
        for start in indices {
            // Each cycle of swaps ends where it began.
            var place = start
            while order[place] != start {
                let next = order[place]
                swapAt(place, next)
                order[place] = place
                place = next
            }
            order[place] = place
        }
    }
}
