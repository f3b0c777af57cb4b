extension OccurrenceIndex {
    /// An occurrence of a UID wherever it was moved to, by its original start: the first that `matches`.
    ///
    /// What stands for itself is looked at as a whole, of a series what stands within two days of the original start, or
    /// of where an override has moved that with all that follow.
    ///
    /// - Complexity: O(log N), and what four days of the series take.
    package func occurrence(
        ofUID uid: String,
        originalStart: Instant,
        where matches: (Occurrence) -> Bool
    ) -> Occurrence? {
        let contents = parts.contents
        for source in contents.names.sources(of: uid, { contents.member($0).uid }) {
            guard source >= contents.singles.count else {
                let occurrence = Occurrence(contents.singles[source])
                if matches(occurrence) { return occurrence }
                continue
            }
            let segment = contents.segment(source)
            let around = originalStart.adding(seconds: segment.shift).secondsSince1970
            let range = (-1 << 40)...(1 << 40)
            guard range.contains(around) else { continue }
            var items = segment.items(from: around - 2 * 86_400, to: around + 2 * 86_400)
            while let item = items.next() {
                let occurrence = Occurrence(item, in: segment)
                if matches(occurrence) { return occurrence }
            }
        }
        return nil
    }
}
