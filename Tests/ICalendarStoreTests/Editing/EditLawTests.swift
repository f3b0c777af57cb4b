import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore
@testable import ICalendarStore

/// Laws of edits, which hold for every series.
///
/// The random series have excluded dates and overrides for all following occurrences. They also contain a
/// second event, a reminder and a journal entry with the same UID.
@Suite struct EditLawTests {
    /// An edit to one occurrence in a random series, with all occurrences before and after.
    private struct Edit {
        let series: RandomSeries
        let occurrence: Occurrence
        let span: EventSpan
        let before: [Occurrence]
        let outcome: StoredItem.Outcome

        /// The occurrences after the edit.
        var after: [Occurrence] {
            [outcome.calendar, outcome.continuation].compactMap { $0 }.flatMap { calendar in
                Array(CalendarFile(calendars: [calendar]).occurrences(in: series.window))
            }
        }

        /// The components in the file other than the edited event.
        var others: [Component] {
            series.calendar.component.components.filter {
                $0.name != "VEVENT" || ($0.text("SUMMARY") == "twin") != (occurrence.summary == "twin")
            }
        }
    }

    /// Makes an edit.
    ///
    /// Returns nil if it is rejected.
    private func edit(_ seed: UInt64, _ change: (inout Event, inout RandomSeries) -> Void) throws -> Edit? {
        var series = try RandomSeries(seed: seed)
        let before = series.occurrences
        guard !before.isEmpty else { return nil }
        let occurrence = before[series.next(before.count)]
        let span = EventSpan.allCases[series.next(3)]
        let editor = StoredItem(
            calendar: series.calendar,
            uid: "a",
            knownAs: occurrence.event.component,
            displayZone: series.zone,
            now: Instant(secondsSince1970: 1_800_000_000)
        )
        let base = editor.instance(of: occurrence)
        var event = Event(base)
        change(&event, &series)
        let slot = occurrence.recurrenceID
        let outcome: StoredItem.Outcome
        do throws(StoreError) {
            outcome = try editor.save(event.component, insteadOf: base, slot: slot, span: span, newUID: "new")
        } catch {
            #expect([.invalidSpan, .startDateCollidesWithOtherOccurrence].contains(error.code), "\(error)")
            return nil
        }
        let edit = Edit(series: series, occurrence: occurrence, span: span, before: before, outcome: outcome)
        let others = edit.others
        let left = outcome.calendar?.component.components.filter(others.contains)
        #expect(left == others, "seed \(seed)")
        return edit
    }

    private func times(_ occurrences: [Occurrence]) -> [String] {
        occurrences.map { "\($0.start.civil) \($0.end.civil)" }.sorted()
    }

    @Test func `changing the title does not change times, with any span`() throws {
        try checkTitles(0..<200)
    }

    @Test(.long) func `changing the titles of more series does not change times`() throws {
        try checkTitles(200..<1200)
    }

    private func checkTitles(_ seeds: Range<Int>) throws {
        var refused = 0
        for seed in seeds {
            let edit = try edit(UInt64(seed)) { event, _ in event.summary = "NEW" }
            guard let edit else {
                refused += 1
                continue
            }
            let (before, after) = (times(edit.before), times(edit.after))
            #expect(
                before == after,
                "seed \(seed) \(edit.span) \(edit.occurrence.start): \(Set(before).symmetricDifference(after).sorted().prefix(4))"
            )
            let titled = edit.after.filter { $0.summary == "NEW" }
            #expect(titled.contains { $0.start == edit.occurrence.start }, "seed \(seed)")
            if edit.span == .thisEvent { #expect(titled.count == 1, "seed \(seed)") }
        }
        #expect(refused * 10 < seeds.count, "\(refused)")
    }

    @Test(.long)
    func `a new time moves every affected occurrence by the same wall-clock distance or is rejected`()
        throws
    {
        try checkTimes(0..<250)
    }

    @Test(.long) func `a new time moves occurrences in more series by the same distance`() throws {
        try checkTimes(250..<1500)
    }

    private func checkTimes(_ seeds: Range<Int>) throws {
        var refused = 0
        for seed in seeds {
            var shift = 0
            let edit = try edit(UInt64(seed)) { event, series in
                let isDay = event.start?.isDate ?? false
                let day = 86_400
                shift =
                    (isDay ? [day, -day, 2 * day] : [3600, -3600, 1800, day, -day, day + 3600])[
                        series.next(isDay ? 3 : 6)
                    ]
                for name in ["DTSTART", "DTEND"] {
                    guard let time = event.component[moving: name] else { continue }
                    event.component[moving: name] = time.with(time.civil.adding(seconds: shift))
                }
            }
            guard let edit else {
                refused += 1
                continue
            }
            check(edit, shift, seed)
        }
        #expect(refused * 5 < seeds.count * 2, "\(refused)")
    }

    private func check(_ edit: Edit, _ shift: Int, _ seed: Int) {
        let chosen = edit.occurrence
        let isTwin = chosen.summary == "twin"
        func isReached(_ other: Occurrence) -> Bool {
            guard (other.summary == "twin") == isTwin else { return false }
            if other.recurrenceID == chosen.recurrenceID { return true }
            guard edit.span != .thisEvent, other.summary != "own", let own = chosen.recurrenceID,
                let slot = other.recurrenceID
            else { return false }
            return edit.span == .allEvents || slot.civil.secondNumber >= own.civil.secondNumber
        }
        let moved = edit.before.filter(isReached).map { $0.start.civil.secondNumber + shift }
        let stayed = edit.before.filter { !isReached($0) }.map(\.start.civil.secondNumber)
        let lengths = edit.before.map { $0.end.civil.secondNumber - $0.start.civil.secondNumber }.sorted()
        let newLengths = edit.after.map { $0.end.civil.secondNumber - $0.start.civil.secondNumber }.sorted()
        let expected = (moved + stayed).sorted()
        let found = edit.after.map(\.start.civil.secondNumber).sorted()
        let isRight = expected == found && lengths == newLengths
        let difference = Set(expected).symmetricDifference(found).sorted().prefix(6).map {
            CivilDateTime(secondNumber: $0).description
        }
        #expect(isRight, "seed \(seed) \(edit.span) \(chosen.start) by \(shift): \(difference)")
    }
}
