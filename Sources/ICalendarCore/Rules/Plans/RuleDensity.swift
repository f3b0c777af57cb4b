/// The maximum density of a rule's instances, and the cost of finding them.
struct RuleDensity: Sendable {
    /// The length, in seconds, of a time span with at most ``instances`` instances.
    private let period: Int
    private let instances: Int
    /// The number of search steps for each year, whether or not it has instances.
    private let looksPerYear: Int
    /// The approximate cost of counting the instances on a few days, in steps of about ten nanoseconds.
    let stepsOfCounting: Int
    /// The approximate number of search steps to find the first instance, in addition to ``looks(inSeconds:)``.
    let stepsOfOpening: Int
    /// The memory that a walk uses, in units of about a hundred bytes.
    ///
    /// Some walks store the days of a year.
    let room: Int

    /// Returns an upper bound on the number of instances in any span of `seconds` seconds.
    func most(inSeconds seconds: Int) -> Int { (seconds / period + 2) * instances }

    /// Returns the number of search steps for a span of `seconds` seconds, excluding the steps for the instances.
    func looks(inSeconds seconds: Int) -> Int {
        // The years before and after the span are searched too.
        looksPerYear == 0 ? 0 : (max(0, seconds) / (365 * 86_400) + 3) * looksPerYear
    }

    init(of engine: RulePlan.Engine) {
        (period, instances) =
            switch engine {
            case .nothing: (1, 0)
            case .cycle(let plan): (plan.length, plan.entries.count * plan.times.count)
            case .periods(let plan): (86_400, plan.timesOfDay.count)
            case .days(let plan): (plan.steps.interval * plan.steps.length, plan.times.count)
            case .steps(let plan): (plan.steps.interval * plan.steps.length, plan.times.count)
            case .scale(let plan): (86_400, plan.timesOfDay.count)
            }
        // The years of other calendars (RSCALE) are searched one by one.
        let looks = if case .scale(let plan) = engine { max(16, plan.rule.stepsOfScaleYear / 4) } else { 0 }
        let counting =
            switch engine {
            case .nothing, .steps: 1
            case .cycle: 8
            case .periods: 128
            case .days(let plan): plan.steps.phases == 1 ? 200 : 64 + plan.steps.unitsPerDay / 8
            case .scale: 4 * looks
            }
        let keepsYears =
            switch engine {
            case .scale: true
            case .periods(let plan): plan.spills || plan.positions.count > DaySet.daysOfPart
            default: false
            }
        let opening = if case .periods(let plan) = engine { plan.stepsOfOpening } else { 0 }
        looksPerYear = looks
        stepsOfCounting = counting
        stepsOfOpening = Self.leastOpening + opening
        room = keepsYears ? 8 : 1
    }

    private static let leastOpening = 8
}

extension RulePlan {
    var density: RuleDensity { RuleDensity(of: engine) }
}
