extension Array {
    /// Puts the elements in an order in place: at each place the one that stood at the place which is given for it.
    ///
    /// `order` has each place once.
    package mutating func reorder(by order: [Int]) {
        var order = order
        for start in indices {
            // Each round of exchanges ends where it began.
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
