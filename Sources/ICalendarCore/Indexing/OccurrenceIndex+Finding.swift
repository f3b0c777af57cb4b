extension OccurrenceIndex {
    /// Returns the occurrence with a UID and an original start, even if it was moved to another time.
    ///
    /// The result is the override if one exists, otherwise the instance from the series' rules and dates. It is nil if
    /// no such instance exists or an EXDATE excludes it.
    ///
    /// The original start must have the same form as the series: a date does not match a series with times. Instants
    /// match regardless of their zone.
    ///
    /// ```swift
    /// let moved = index.occurrence(ofUID: occurrence.uid, recurrenceID: occurrence.recurrenceID ?? occurrence.start)
    /// ```
    ///
    /// - Complexity: O(log N) to find the series, plus the cost of computing one instance.
    public func occurrence(ofUID uid: String, recurrenceID: OccurrenceTime) -> Occurrence? {
        occurrences(ofUID: uid, recurrenceID: recurrenceID) { _ in true }.first?.occurrence
    }

    /// Returns the first occurrence of a UID, or nil if none exists through the year 9999.
    ///
    /// - Complexity: O(log N) to find the series, plus the cost of computing its beginning.
    package func firstOccurrence(ofUID uid: String) -> Occurrence? {
        firstOccurrence(of: parts.contents.sources(of: uid) { _ in true })
    }

    /// Returns the occurrences with a UID and an original start in the requested files, ordered by file number.
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
        // Sources list singles first, so within a file an override precedes the instance that it overrides.
        return found.enumerated().sorted { ($0.element.file, $0.offset) < ($1.element.file, $1.offset) }
            .map(\.element)
    }

    package func firstOccurrence(ofUID uid: String, inFile file: Int) -> Occurrence? {
        firstOccurrence(of: parts.contents.sources(of: uid) { $0 == file })
    }

    /// Returns an index of a UID's components that are in one file and have a wanted title.
    ///
    /// Use it to find an occurrence of a series by title without walking the occurrences with other titles.
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

    /// Returns the occurrence in a window that starts last, or nil if the window is empty.
    ///
    /// If several occurrences start at the same time, the result is the last of them in order.
    ///
    /// A binary search avoids walking every occurrence of a dense series.
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
                // This range extends beyond the reach of any rule; the search stops at its work limit.
                let reach = 2 * RulePlan.firstSecond..<4 * RulePlan.lastSecond
                var segments = [contents.segment(source)]
                SearchWork(limit: ReadingLimits.standard.work, searched: reach).cut(&segments) { _ in }
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
    /// Returns the instance with this original start if the segment contains it.
    fileprivate func occurrence(originallyAt time: OccurrenceTime) -> Occurrence? {
        guard isRecurring, let key = base.clock.key(of: time), key > keys.above, key <= keys.through,
            let instance = base.keptInstance(withKey: key), !isOverridden(instance)
        else { return nil }
        return Occurrence(SegmentItem(instance, of: self), in: self)
    }
}

extension SeriesClock {
    /// Returns the key of a time, or nil if the time has another form.
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
    /// Returns whether both times denote the same day, wall-clock time or instant, regardless of zone.
    fileprivate func isSameMoment(as other: OccurrenceTime) -> Bool {
        switch (self, other) {
        case (.date(let one), .date(let two)): one == two
        case (.floating(let one), .floating(let two)): one == two
        case (.instant(let one, _), .instant(let two, _)): one == two
        default: false
        }
    }
}
