extension SeriesBuilder {
    /// Which of several whole events with one UID stand.
    func masters(among candidates: [Candidate]) -> [Candidate] {
        guard let highest = candidates.map(\.schedule.sequence).max() else { return [] }
        if let first = candidates.first, let elsewhere = revisions.highest(of: first.member.uidHash),
            elsewhere > highest
        {
            return []
        }
        guard candidates.count > 1 else { return candidates }
        var kept: [Candidate] = []
        var places: [Times: Int] = [:]
        for candidate in candidates where candidate.schedule.sequence == highest {
            let times = times(of: candidate)
            if let twin = places[times] {
                if Candidate.isOlder(kept[twin], than: candidate) { kept[twin] = candidate }
            } else {
                places[times] = kept.count
                kept.append(candidate)
            }
        }
        if kept.count > 1, let second = kept.dropFirst().first {
            note(
                Diagnostic(
                    .warning,
                    .series,
                    line: second.schedule.line,
                    "\(kept.count) events share the UID \"\(second.member.uid)\" and its SEQUENCE; all are kept"
                )
            )
        }
        if context.saysObsolete, kept.count < candidates.count, let first = candidates.first {
            let (count, all) = (candidates.count - kept.count, candidates.count)
            note(
                Diagnostic(
                    .warning,
                    .series,
                    line: first.schedule.line,
                    "\(count) of \(all) events with the UID \"\(Words.short(first.member.uid))\" \(count == 1 ? "is" : "are") not shown, "
                        + "as another has a higher SEQUENCE or, at the same times, is the later one"
                )
            )
        }
        return kept
    }

    /// When a whole event starts and ends, however that is written.
    private struct Times: Hashable {
        let kind: SeriesClock.Kind
        let start: Int
        let end: Int
    }

    private func times(of candidate: Candidate) -> Times {
        let clock = resolver.clock(for: candidate.start, line: candidate.schedule.startLine)
        let start = clock.key(ofCivil: candidate.start.civil.secondNumber)
        let length = length(of: candidate, startKey: start, clock: clock, noting: false)
        return Times(kind: clock.kind, start: start, end: length.end(ofKey: start, on: clock))
    }

    /// The latest revision of each overridden instance, in the order of the file.
    func latestRevisions(of overrides: [Candidate]) -> [Candidate] {
        var latest: [Times: Candidate] = [:]
        var kept: [Candidate] = []
        for override in overrides {
            // One that names nothing that can be read is a revision of nothing.
            guard let id = override.schedule.recurrenceID else {
                kept.append(override)
                continue
            }
            // A date, a floating time and an instant never name the same thing, wherever the display zone puts them.
            let clock = resolver.clock(for: id, line: nil)
            let key = clock.key(ofCivil: id.civil.secondNumber)
            let name = Times(kind: clock.kind, start: key, end: key)
            if let other = latest[name], !Candidate.isOlder(other, than: override) { continue }
            latest[name] = override
        }
        return (kept + latest.values.filter { !$0.isAbsent }).sorted { $0.place < $1.place }
    }
}
