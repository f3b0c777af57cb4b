import ICalendar
import ICalendarSync
import TestTraits
import Testing

/// Tests changes to a series on one side, and to its instances or single dates on the other.
@Suite(.timeLimit(.minutes(30))) struct SeriesMergingTests {
    typealias Edit = SeriesText.Edit

    /// Pairs of changes that do not affect each other: the merged series contains both changes.
    static let merged: [(Edit, Edit)] = [
        // Changes to an instance and to the end of the rule.
        (.instance(5), .until(12)), (.instance(5), .until(7)), (.instance(5), .until(5)),
        (.instance(5), .count(20)), (.instance(5), .count(4)), (.instance(5), .endless),
        (.instance(6), .until(12)), (.instance(6), .count(5)), (.instance(9), .weekly),
        (.regular(6), .until(12)), (.regular(6), .until(4)), (.regular(6), .count(3)),
        // Changes to an instance and to single dates.
        (.instance(5), .added(21)), (.instance(5), .notAdded(20)), (.instance(5), .excluded(4)),
        (.instance(5), .notExcluded(8)), (.instance(6), .excluded(5)), (.instance(20), .until(4)),
        (.instance(20), .added(21)), (.regular(6), .excluded(4)), (.regular(6), .added(21)),
        (.regular(6), .excluded(6)), (.instance(5), .both(.until(7), .excluded(4))),
        // A change to an instance that was added on the same side.
        (.both(.added(21), .instance(21)), .excluded(4)), (.both(.added(21), .instance(21)), .until(12)),
        // A changed instance that is new in the series, and an excluded instance.
        (.instance(25), .until(12)), (.instance(25), .until(30)), (.instance(8), .until(12)),
        // Both sides changed the series, and one side also changed an instance.
        (.both(.excluded(4), .instance(5)), .excluded(3)), (.both(.excluded(4), .instance(5)), .until(7)),
        // Changes to single dates and to the end of the rule.
        (.excluded(5), .until(12)), (.excluded(5), .until(4)), (.excluded(5), .count(20)),
        (.excluded(5), .endless), (.notExcluded(8), .until(12)), (.added(21), .until(4)),
        (.added(21), .count(3)), (.notAdded(20), .until(15)), (.both(.excluded(6), .regular(6)), .until(12)),
        (.excluded(5), .both(.until(4), .notExcluded(8))),
        // A change to all following instances, and to one before them.
        (.following(7), .instance(5)), (.following(7), .regular(6)), (.following(7), .title),
        (.following(7), .until(12)),
    ]

    /// Pairs in which one change removes what the other change modified.
    static let conflicts: [(Edit, Edit)] = [
        (.instance(5), .until(4)), (.instance(5), .count(3)), (.instance(6), .until(4)),
        (.instance(6), .count(4)), (.instance(5), .weekly), (.instance(5), .excluded(5)),
        (.instance(6), .excluded(6)), (.instance(20), .notAdded(20)), (.instance(20), .excluded(20)),
        (.instance(5), .both(.until(4), .added(21))), (.both(.added(21), .instance(5)), .until(4)),
        (.instance(5), .both(.regular(6), .until(4))), (.both(.excluded(4), .instance(5)), .excluded(5)),
        // The merged series starts at a different time.
        (.instance(5), .start(3)), (.regular(6), .start(3)),
        // A change to an instance that is now part of a changed range.
        (.following(4), .instance(5)), (.following(4), .instance(6)),
        // Changes to single dates and to the end of the rule.
        (.notExcluded(8), .until(4)), (.notExcluded(8), .count(3)), (.notAdded(20), .until(25)),
        (.notAdded(20), .endless), (.excluded(5), .weekly), (.excluded(5), .start(3)),
        (.until(7), .until(12)), (.until(7), .count(20)),
    ]

    private func plan(
        _ form: SeriesText.Form,
        _ ours: Edit,
        _ theirs: Edit,
        _ choice: ConflictChoice? = nil
    ) -> ItemPlan {
        let base = SeriesText(form)
        let bytes = Array(base.text.utf8)
        return ItemPlan(
            base: ItemBase(ours: bytes, theirs: bytes),
            ours: .contents(Array(base.with(ours).text.utf8)),
            theirs: .contents(Array(base.with(theirs).text.utf8)),
            choice: choice
        )
    }

    @Test(.long, arguments: SeriesText.Form.allCases)
    func `changes to a series and to its remaining instances are merged`(form: SeriesText.Form) throws {
        for (one, two) in Self.merged {
            let model = try ItemVersion(Array(SeriesText(form).with(one).with(two).text.utf8))
            for (ours, theirs) in [(one, two), (two, one)] {
                guard case .merge(let bytes) = plan(form, ours, theirs) else {
                    Issue.record("\(form), \(ours) and \(theirs): \(plan(form, ours, theirs))")
                    continue
                }
                // Applying both edits one after the other must have the same result as a merge.
                let merged = String(decoding: bytes, as: UTF8.self)
                if !SyncMerging.isSame(try ItemVersion(bytes), model) {
                    Issue.record("\(form), \(ours) and \(theirs): \(merged)")
                }
            }
        }
    }

    @Test(.long, arguments: SeriesText.Form.allCases)
    func `a change to an instance that was removed on the other side is a conflict`(form: SeriesText.Form) {
        for (one, two) in Self.conflicts {
            for (ours, theirs) in [(one, two), (two, one)] {
                let plan = plan(form, ours, theirs)
                if plan.outcome != .conflict { Issue.record("\(form), \(ours) and \(theirs): \(plan)") }
            }
        }
    }

    @Test(.long, arguments: SeriesText.Form.allCases)
    func `a decision about a removed instance restores or removes it`(form: SeriesText.Form) throws {
        for (instance, series) in [
            (Edit.instance(5), Edit.until(4)), (.instance(5), .excluded(5)), (.instance(6), .count(3)),
            (.instance(20), .notAdded(20)),
        ] {
            let base = SeriesText(form)
            for (ours, theirs) in [(instance, series), (series, instance)] {
                for choice in [ConflictChoice.ours, .theirs] {
                    let (taken, other) = choice == .ours ? (ours, theirs) : (theirs, ours)
                    let decided = plan(form, ours, theirs, choice)
                    let bytes: [UInt8]
                    switch decided {
                    case .merge(let new), .pull(let new): bytes = new
                    case .push: bytes = Array(base.with(ours).text.utf8)
                    default:
                        Issue.record("\(form), \(ours) and \(theirs), \(choice): \(decided)")
                        continue
                    }
                    var expected = base.with(taken)
                    // A removed instance keeps no override, not even an unchanged one.
                    if taken == series, case .instance(6) = other { expected = expected.with(.regular(6)) }
                    let found = try ItemVersion(bytes)
                    if !SyncMerging.isSame(found, try ItemVersion(Array(expected.text.utf8))) {
                        let text = String(decoding: bytes, as: UTF8.self)
                        Issue.record("\(form), \(ours) and \(theirs), \(choice): \(text)")
                    }
                }
            }
        }
    }

    @Test func `a conflict about a removed instance is described in words`() {
        guard case .conflict(let words) = plan(.zoned, .instance(5), .excluded(5)) else {
            Issue.record("no conflict")
            return
        }
        #expect(
            words.description
                == "Here: the instance of 2026-03-05 changed. On the server: single dates removed."
        )
    }

    private func planInOtherZones(_ ours: Edit?, _ theirs: Edit?) -> ItemPlan {
        let (here, there) = (SeriesText(.zoned), SeriesText(.utcInstances))
        return ItemPlan(
            base: ItemBase(ours: Array(here.text.utf8), theirs: Array(there.text.utf8)),
            ours: ours.map { .contents(Array(here.with($0).text.utf8)) } ?? .unchanged,
            theirs: theirs.map { .contents(Array(there.with($0).text.utf8)) } ?? .unchanged
        )
    }

    @Test func `a series is merged even if the server writes it in other time zones`() {
        for (instance, series) in [(Edit.instance(5), Edit.until(7)), (.instance(5), .excluded(4))] {
            #expect(planInOtherZones(instance, series).outcome == .merge)
            #expect(planInOtherZones(series, instance).outcome == .merge)
        }
        for (instance, series) in [(Edit.instance(5), Edit.until(4)), (.instance(5), .excluded(5))] {
            #expect(planInOtherZones(instance, series).outcome == .conflict)
            #expect(planInOtherZones(series, instance).outcome == .conflict)
        }
    }

    @Test(arguments: [
        (nil, Edit.instance(6), 2), (Edit.title, .instance(6), 2), (.instance(6), .title, 2),
        (nil, .regular(6), 1), (.title, .regular(6), 1), (.regular(6), .title, 1), (.title, .instance(5), 3),
    ])
    func `an instance that the server identifies in another time zone is changed, not duplicated`(
        ours: Edit?,
        theirs: Edit,
        count: Int
    ) {
        switch planInOtherZones(ours, theirs) {
        case .merge(let bytes), .pull(let bytes):
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.ranges(of: "BEGIN:VEVENT").count == count, "\(text)")
            #expect(text.contains("SUMMARY:Moved") == (count == 3), "\(text)")
        case let plan: Issue.record("\(plan)")
        }
    }

    @Test func `two changes to an instance identified in another time zone are a conflict`() {
        #expect(planInOtherZones(.instance(6), .renamed(6)).outcome == .conflict)
        #expect(planInOtherZones(.instance(6), .regular(6)).outcome == .conflict)
    }

    @Test func `conflicts in two series with one UID, or in a series without a start, are left to the user`()
        throws
    {
        let text = SeriesText(.utc).text
        let start = try #require(text.firstRange(of: "BEGIN:VEVENT"))
        let end = try #require(text.firstRange(of: "END:VEVENT\r\n"))
        let copy = text[start.lowerBound..<end.upperBound].replacing("T090000Z", with: "T150000Z")
        for base in [
            text.replacing("END:VCALENDAR", with: copy + "END:VCALENDAR"),
            text.replacing("DTSTART:20260302T090000Z\r\n", with: ""),
        ] {
            let changed = base.replacing("SUMMARY:Moved", with: "SUMMARY:Changed")
            let longer = base.replacing("UNTIL=20260310", with: "UNTIL=20260312")
            let plan = ItemPlan(
                base: ItemBase(ours: Array(base.utf8), theirs: Array(base.utf8)),
                ours: .contents(Array(changed.utf8)),
                theirs: .contents(Array(longer.utf8))
            )
            #expect(plan.outcome == .conflict)
        }
    }

    @Test(.long, arguments: [1, 3, 100])
    func `hostile rules do not delay a merge`(count: Int) throws {
        let rules = (0..<count).map { number in
            "RRULE:FREQ=SECONDLY;COUNT=\(2_000_000_000 - number)"
                + ";BYMONTHDAY=\(1 + number % 28);BYSECOND=\(number % 60)"
        }
        let base = SeriesText(.zoned).text.replacing(
            "SUMMARY:Daily",
            with: (["SUMMARY:Daily"] + rules).joined(separator: "\r\n")
        )
        let instances = (0..<2000).map { number in
            let (day, time) = (10 + number % 15, "T\(10 + number / 15 / 50)\(10 + number / 15 % 50)00")
            return [
                "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z",
                "RECURRENCE-ID;TZID=Europe/Berlin:202603\(day)\(time)", "SUMMARY:Late",
                "DTSTART;TZID=Europe/Berlin:202604\(day)\(time)", "END:VEVENT", "",
            ].joined(separator: "\r\n")
        }
        for changed in [1, 2000] {
            let ours = base.replacing(
                "END:VCALENDAR",
                with: instances.prefix(changed).joined() + "END:VCALENDAR"
            )
            let theirs = base.replacing("UNTIL=20260310", with: "UNTIL=20260312")
            let plan = ItemPlan(
                base: ItemBase(ours: Array(base.utf8), theirs: Array(base.utf8)),
                ours: .contents(Array(ours.utf8)),
                theirs: .contents(Array(theirs.utf8))
            )
            // Conflicts with too many rules or instances are left to the user.
            #expect((plan.outcome == .merge) == (count < 4 && count * changed < 2500), "\(plan.outcome)")
        }
    }
}
