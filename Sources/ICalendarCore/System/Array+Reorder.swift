extension Array {
    /// Reorders the elements in place so that index `i` receives the element that was at `order[i]`.
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
