/// The original starts (slots) of one series and their relation to its rules, for editors.
///
/// Exclusions are ignored: a slot excluded by an EXDATE is still a slot.
package struct SeriesSlots {
    package struct Slot: Sendable, Hashable {
        /// The value used to compare slots: the instant in a zoned series, otherwise the wall-clock time, in seconds.
        package let key: Int
        /// The wall-clock time as a rule generates it, even if the clocks skip it.
        package let civil: CivilDateTime

        init(_ instance: Instance) {
            key = instance.key
            civil = CivilDateTime(secondNumber: instance.civil)
        }
    }

    private let builder: SeriesBuilder
    private let set: RecurrenceSet
    /// One element per RRULE in the component; nil for a rule without instances.
    private let rules: [BoundedRule?]
    private let exclusionRules: [BoundedRule]

    /// Creates the slots of a master, or returns nil if it has no start.
    ///
    /// - Parameters:
    ///   - calendar: The calendar whose zones apply.
    ///   - displayZone: The zone used to order dates and floating times.
    package init?(of master: Event, in calendar: CalendarObject, displayZone: Zone) {
        let context = SeriesContext(displayZone: displayZone)
        self.init(of: master, by: SeriesBuilder(calendar: calendar, file: nil, context: context))
    }

    /// Creates the slots of a master using a builder's zones, or returns nil if it has no start.
    package init?(of master: Event, by builder: SeriesBuilder) {
        guard let set = builder.recurrenceSet(of: master) else { return nil }
        self.builder = builder
        self.set = set
        rules = master.recurrenceRules.map { rule in
            var alone = master
            alone.recurrenceRules = [rule]
            return builder.recurrenceSet(of: alone)?.rules.first
        }
        exclusionRules = set.exclusionRules
    }

    /// Whether instances are matched by wall-clock time, as in all-day and floating series.
    package var isWall: Bool { self.set.clock.isWall }

    package var isAllDay: Bool { self.set.clock.kind == .allDay }

    package func key(of time: EventTime) -> Int {
        builder.resolver.key(of: time, on: set.clock, line: nil)
    }

    package func key(of time: OccurrenceTime) -> Int {
        switch time {
        case .date(let date): date.dayNumber * 86_400
        case .floating(let civil):
            set.clock.isWall ? civil.secondNumber : set.clock.key(ofCivil: civil.secondNumber)
        case .instant(let instant, _): set.clock.key(atInstant: instant.secondsSince1970)
        }
    }

    package func civil(ofKey key: Int) -> CivilDateTime {
        CivilDateTime(secondNumber: set.clock.civil(ofKey: key))
    }

    package func key(ofCivil civil: CivilDateTime) -> Int {
        set.clock.key(ofCivil: civil.secondNumber)
    }

    package func slot(withKey key: Int) -> Slot? {
        set.instance(withKey: key).map(Slot.init)
    }

    package func rule(_ index: Int, gives key: Int) -> Bool {
        first(ofRule: index, from: key)?.key == key
    }

    package func first(ofRule index: Int, from key: Int) -> Slot? {
        guard let rule = rules[index] else { return nil }
        var instances = rule.instances(on: set.clock, from: key, through: .max)
        return instances.next().map(Slot.init)
    }

    /// Returns the number of slots that the RRULE at the given index generates before a slot.
    ///
    /// As with COUNT, duplicates count once.
    package func count(ofRule index: Int, before slot: Slot) -> Int {
        guard let rule = rules[index] else { return 0 }
        let count = rule.count(before: slot.civil.secondNumber, on: set.clock)
        return min(count, rule.count ?? .max)
    }

    /// Returns whether an EXRULE would exclude different slots if the series started at this slot.
    package func exclusionRulesDepend(on slot: Slot) -> Bool {
        exclusionRules.contains { !$0.plan.contains(slot.civil.secondNumber) }
    }

    package func kept(from lower: Int, most: Int) -> [Slot] {
        var instances = kept(from: lower, through: .max)
        var slots: [Slot] = []
        while slots.count < most, let next = instances.next() { slots.append(Slot(next)) }
        return slots
    }

    /// Returns the slots that are not excluded, stopping after millions of consecutive excluded slots.
    private func kept(from lower: Int, through upper: Int) -> SetInstances {
        SetInstances(set, from: lower, datesFrom: lower, through: upper, patience: 1 << 22)
    }

    /// Returns the first slots on a local day, whether or not they are excluded.
    ///
    /// The number is limited, because a day may have tens of thousands of slots.
    package func slots(on date: CivilDate, most: Int) -> [Slot] {
        slots(from: CivilDateTime(date), before: CivilDateTime(date.adding(days: 1)), most: most)
    }

    /// Returns the first slots from one wall-clock time to just before another, up to a limit.
    ///
    /// Ignores exclusions.
    package func slots(from start: CivilDateTime, before end: CivilDateTime, most: Int) -> [Slot] {
        let (first, last) = (start.secondNumber, end.secondNumber)
        let (from, through) = (set.clock.key(ofCivil: first), set.clock.key(ofCivil: last))
        guard from <= through else { return [] }
        var instances = SetInstances(set, from: from, datesFrom: from, through: through, excluding: false)
        var slots: [Slot] = []
        while slots.count < most, let next = instances.next() {
            if next.civil >= first, next.civil < last { slots.append(Slot(next)) }
        }
        return slots
    }

    package func firstKept(from lower: Int, before upper: Int) -> Slot? {
        guard lower < upper else { return nil }
        var instances = kept(from: lower, through: upper - 1)
        return instances.next().map(Slot.init)
    }
}

extension SeriesBuilder {
    /// Returns the recurrence set of a decoded event, or nil if it has no start.
    fileprivate func recurrenceSet(of event: Event) -> RecurrenceSet? {
        let source = ScheduledEvent(event)
        guard let start = source.schedule.start else { return nil }
        let uid = source.schedule.uid ?? ""
        let member = SeriesMember(source, start: start, uid: uid, origin: .init(calendarName: nil, file: nil))
        return SetAssembly(of: member, builder: self).set()
    }
}
