extension OccurrenceIndex {
    /// An index of files that were read one by one; the number of each is its place among them.
    package init(of files: [IndexedFile], in zone: Zone) {
        let clock = ContinuousClock()
        let start = clock.now
        var sources = NumberedSources()
        for (number, file) in files.enumerated() { sources.add(file, number) }
        self.init(sources, in: zone, since: start, clock)
    }

    /// One index of what some files of others hold.
    ///
    /// `numbers` gives each index's files their new numbers, and nil to those that are left out. Those of one index must
    /// stay in their order.
    package init(merging indexes: [(index: OccurrenceIndex, numbers: [Int?])], in zone: Zone) {
        let clock = ContinuousClock()
        let start = clock.now
        var sources = NumberedSources()
        for (index, numbers) in indexes { sources.add(index.parts.contents, numbers) }
        sources.sort()
        self.init(sources, in: zone, since: start, clock)
    }

    private init(
        _ sources: NumberedSources,
        in zone: Zone,
        since start: ContinuousClock.Instant,
        _ clock: ContinuousClock
    ) {
        let parts = OccurrenceIndexParts(
            singles: sources.singles.map(\.single),
            segments: sources.segments.map(\.segment),
            files: sources.singles.map(\.file) + sources.segments.map(\.file)
        )
        self.init(parts, in: zone, diagnostics: [], buildTime: clock.now - start)
    }
}

/// Singles and segments with the numbers of their files, on the way into an index.
private struct NumberedSources {
    var singles: [(file: UInt32, single: SingleOccurrence)] = []
    var segments: [(file: UInt32, segment: Segment)] = []

    mutating func add(_ file: IndexedFile, _ number: Int) {
        let number = UInt32(truncatingIfNeeded: number)
        for single in file.singles { singles.append((number, single)) }
        for segment in file.segments { segments.append((number, segment)) }
    }

    mutating func add(_ contents: OccurrenceIndexContents, _ numbers: [Int?]) {
        for source in contents.sourcesAsRead {
            guard let number = numbers[contents.file(source)] else { continue }
            let file = UInt32(truncatingIfNeeded: number)
            if source < contents.singles.count {
                singles.append((file, contents.singles[source]))
            } else {
                segments.append((file, contents.segment(source)))
            }
        }
    }

    /// Puts what came from several indexes in the order of the files; those of one file stay as they were.
    mutating func sort() {
        singles = Self.sorted(singles, by: \.file)
        segments = Self.sorted(segments, by: \.file)
    }

    private static func sorted<Source>(_ sources: [Source], by file: (Source) -> UInt32) -> [Source] {
        let order = sources.enumerated().map { (file: UInt64(file($0.element)), place: UInt64($0.offset)) }
            .map { $0.file << 32 | $0.place }
        return order.sorted().map { sources[Int($0 & 0xFFFF_FFFF)] }
    }
}
