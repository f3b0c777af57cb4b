extension OccurrenceIndex {
    /// The occurrence of a UID with an original start, wherever it was moved to: an override if there is one, else the
    /// instance that the series' rules and dates give; nil when there is none, or an EXDATE takes it out.
    ///
    /// An original start in another form than that of the series (a date for one with times) names nothing; of instants
    /// the zone plays no part.
    ///
    /// ```swift
    /// let moved = index.occurrence(ofUID: occurrence.uid, recurrenceID: occurrence.recurrenceID ?? occurrence.start)
    /// ```
    ///
    /// - Complexity: O(log N) to find the series, and what it takes to work out one instance.
    public func occurrence(ofUID uid: String, recurrenceID: OccurrenceTime) -> Occurrence? {
        occurrences(ofUID: uid, recurrenceID: recurrenceID) { _ in true }.first?.occurrence
    }

    /// The first occurrence of a UID, or nil when there is none up to the year 9999.
    ///
    /// ```swift
    /// if let first = index.firstOccurrence(ofUID: "stand-up@studio.example") { print(first.start) }
    /// ```
    ///
    /// - Complexity: O(log N) to find the series, and what it takes to work out its beginning.
    public func firstOccurrence(ofUID uid: String) -> Occurrence? {
        firstOccurrence(of: parts.contents.sources(of: uid) { _ in true })
    }

    /// The occurrences of a UID with an original start, in the order of their files, with the numbers of these; of
    /// files that are wanted.
    package func occurrences(
        ofUID uid: String,
        recurrenceID: OccurrenceTime,
        inFiles isWanted: (Int) -> Bool
    ) -> [(occurrence: Occurrence, file: Int)] {
        let contents = parts.contents
        let sources = contents.sources(of: uid, inFiles: isWanted)
        let found = sources.compactMap { source -> (occurrence: Occurrence, file: Int)? in
            let occurrence =
                source < contents.singles.count
                ? contents.singles[source].occurrence(originallyAt: recurrenceID)
                : contents.segment(source).occurrence(originallyAt: recurrenceID)
            return occurrence.map { ($0, contents.file(source)) }
        }
        // Sources have the singles first: in one file, an override stands before what it overrides.
        return found.enumerated().sorted { ($0.element.file, $0.offset) < ($1.element.file, $1.offset) }
            .map(\.element)
    }

    package func firstOccurrence(ofUID uid: String, inFile file: Int) -> Occurrence? {
        firstOccurrence(of: parts.contents.sources(of: uid) { $0 == file })
    }

    /// An index of those components of a UID that are in a file, by its number, and have a title that is wanted.
    ///
    /// In it an occurrence of a series is found by its title without going through all that have another one.
    package func index(
        ofUID uid: String,
        inFile file: Int,
        titled isWanted: (String) -> Bool
    ) -> OccurrenceIndex {
        let contents = parts.contents
        var known: [ObjectIdentifier: Bool] = [:]
        let sources = contents.sources(of: uid) { $0 == file }.filter { source in
            let member = contents.member(source)
            if let known = known[ObjectIdentifier(member)] { return known }
            let isWanted = isWanted(member.summary ?? "")
            known[ObjectIdentifier(member)] = isWanted
            return isWanted
        }
        return index(of: sources)
    }

    func index(of sources: [Int]) -> OccurrenceIndex {
        let contents = parts.contents
        let own = OccurrenceIndexParts(
            singles: sources.filter { $0 < contents.singles.count }.map { contents.singles[$0] },
            segments: sources.filter { $0 >= contents.singles.count }.map(contents.segment)
        )
        return OccurrenceIndex(own, in: zone, diagnostics: [], buildTime: .zero)
    }

    /// The occurrence in a window that starts last, of several the last in order; nil when there is none.
    ///
    /// Of a series of every second not all are gone through: it is asked in which half of the window one starts.
    package func lastOccurrence(in window: OccurrenceWindow) -> Occurrence? {
        var (from, to) = (window.seconds.lowerBound, window.seconds.upperBound)
        func starting(from: Int, to: Int) -> IndexedOccurrences {
            IndexedOccurrences(
                index: self,
                searchedRange: Instant(secondsSince1970: from)..<Instant(secondsSince1970: to),
                includesOngoing: false
            )
        }
        func isAny(from: Int, to: Int) -> Bool {
            var found = starting(from: from, to: to).makeIterator()
            return found.next() != nil
        }
        guard isAny(from: from, to: to) else {
            return occurrences(in: window).reduce(nil) { $1 }
        }
        while to - from > 1 {
            let middle = from + (to - from) / 2
            if isAny(from: middle, to: to) { from = middle } else { to = middle }
        }
        return starting(from: from, to: to).reduce(nil) { $1 }
    }

    private func firstOccurrence(of sources: [Int]) -> Occurrence? {
        let contents = parts.contents
        var first: (key: OccurrenceKey<UInt32>, occurrence: Occurrence)?
        for source in sources {
            let step: OccurrenceIndexWalk.Step
            if source < contents.singles.count {
                let single = contents.singles[source]
                let (start, end) = (single.sortStart, single.sortEnd)
                step = .hit(OccurrenceIndexHit(start: start, end: end, key: 0, source: source))
            } else {
                // Further than any rule reaches, and no further than a search follows one.
                let reach = 2 * RulePlan.firstSecond..<4 * RulePlan.lastSecond
                var segments = [contents.segment(source)]
                SearchWork(limit: ReadingLimits().work, searched: reach).cut(&segments) { _ in }
                var items = segments[0].items(from: reach.lowerBound, to: reach.upperBound)
                guard let item = items.next() else { continue }
                step = .item(item, source: source)
            }
            let key = contents.orderKey(of: step)
            if first.map({ key < $0.key }) ?? true { first = (key, contents.occurrence(of: step)) }
        }
        return first?.occurrence
    }
}

extension OccurrenceIndexContents {
    func sources(of uid: String, inFiles isWanted: (Int) -> Bool) -> [Int] {
        names.sources(of: uid) { member($0).uid }.filter { isWanted(file($0)) }
    }
}

extension SingleOccurrence {
    fileprivate func occurrence(originallyAt time: OccurrenceTime) -> Occurrence? {
        guard let clock = frame.originalClock, clock.time(ofKey: originalKey).isSameMoment(as: time) else {
            return nil
        }
        return Occurrence(self)
    }
}

extension Segment {
    /// The instance with this original start, if it is described here.
    fileprivate func occurrence(originallyAt time: OccurrenceTime) -> Occurrence? {
        guard isRecurring, let key = base.clock.key(of: time), key > keys.above, key <= keys.through,
            let instance = base.keptInstance(withKey: key), !isOverridden(instance)
        else { return nil }
        return Occurrence(SegmentItem(instance, of: self), in: self)
    }
}

extension SeriesClock {
    /// The key that a time of the same form has; nil for another form.
    fileprivate func key(of time: OccurrenceTime) -> Int? {
        switch (kind, time) {
        case (.allDay, .date(let date)): date.dayNumber * 86_400
        case (.floating, .floating(let civil)): civil.secondNumber
        case (.zoned, .instant(let instant, _)): instant.secondsSince1970
        default: nil
        }
    }
}

extension OccurrenceTime {
    /// Whether two name the same day, wall-clock time or instant, in whatever zone.
    fileprivate func isSameMoment(as other: OccurrenceTime) -> Bool {
        switch (self, other) {
        case (.date(let one), .date(let two)): one == two
        case (.floating(let one), .floating(let two)): one == two
        case (.instant(let one, _), .instant(let two, _)): one == two
        default: false
        }
    }
}
