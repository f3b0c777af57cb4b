/// Series whose rules are better asked about many instances in the order of time.
///
/// Rules in other calendars (RSCALE) remember the days around the last one (``ScaleMemory``). Overrides come in any
/// order, thousands of them, and each asks up to a hundred rules.
extension SeriesAssembly {
    /// Lets the rules of all masters remember while something is done.
    mutating func remembering(_ work: (inout SeriesAssembly) -> Void) {
        let memories = masters.flatMap { $0.set.rules.compactMap(\.plan.memory) }
        for memory in memories { memory.begin() }
        work(&self)
        for memory in memories { memory.end() }
    }

    /// Finds out in order how many instances the days have that overrides name.
    mutating func seekDays(_ names: [Name]) {
        guard masters.first?.set.rules.contains(where: { $0.plan.memory != nil }) == true else { return }
        var days: Set<Int> = []
        for case .day(let day) in names { days.insert(day) }
        for day in days.sorted() { _ = nameOfOne(.day(day)) }
    }

    /// A day that has one instance names that instance, so that revisions which name it in other words meet here.
    mutating func nameOfOne(_ name: Name) -> Name {
        guard case .day(let day) = name, !masters.isEmpty else { return name }
        if let known = namesOfDays[day] { return known }
        let first = masters[0].firstInstance(onDay: day)
        // It is asked for again when the overrides are matched.
        masters[0].known[name] = .some(first)
        var own = name
        if let first, masters[0].set.isAlone(first, onDay: day) { own = .key(first.key) }
        namesOfDays[day] = own
        return own
    }

    /// Asks the masters in order for all instances that overrides name.
    mutating func seek(_ groups: [[SeriesBuilder.Candidate]]) {
        for index in masters.indices where index == 0 || asksAllMasters {
            let set = masters[index].set
            guard groups.count > 1, set.rules.contains(where: { $0.plan.memory != nil }) else { continue }
            var keys: Set<Int> = []
            var days: Set<Int> = []
            for override in groups.joined() {
                switch name(of: override, on: set.clock) {
                case .key(let key): keys.insert(key)
                case .day(let day): days.insert(day)
                case .nothing: continue
                }
            }
            for key in keys.sorted() { masters[index].known[.key(key)] = .some(set.instance(withKey: key)) }
            for day in days.sorted() where masters[index].known.index(forKey: .day(day)) == nil {
                masters[index].known[.day(day)] = .some(set.firstInstance(onDay: day))
            }
        }
    }
}

extension SeriesAssembly.Master {
    /// The instance with a key; nil when the master has none.
    func instance(withKey key: Int) -> Instance? { known[.key(key)] ?? set.instance(withKey: key) }

    /// The first instance of a local day; nil when the master has none.
    func firstInstance(onDay day: Int) -> Instance? { known[.day(day)] ?? set.firstInstance(onDay: day) }
}

extension RecurrenceSet {
    /// Lets the rules remember while something is done.
    func remembering(_ work: () -> Void) {
        let memories = (rules + exclusionRules).compactMap(\.plan.memory)
        for memory in memories { memory.begin() }
        work()
        for memory in memories { memory.end() }
    }
}

extension RulePlan {
    /// What the rule can remember between questions; nil where they cost nothing.
    var memory: ScaleMemory? {
        guard case .scale(let plan) = engine, plan.rule.frequency < .weekly else { return nil }
        return plan.memory
    }
}
