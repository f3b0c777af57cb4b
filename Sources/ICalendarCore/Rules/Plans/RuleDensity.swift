/// How close instances can lie, and what finding them takes.
struct RuleDensity: Sendable {
    /// No stretch of so many seconds has more than ``instances`` of them.
    private let period: Int
    private let instances: Int
    /// How many steps of a search each year takes, whether it has instances or not.
    private let looksPerYear: Int
    /// About how many steps of some ten nanoseconds it takes to count the instances of a few days.
    let stepsOfCounting: Int
    /// About how many steps of a search it takes to find a first instance, beside ``looks(inSeconds:)``.
    let stepsOfOpening: Int
    /// How much room a walk takes, in parts of some hundred bytes: some keep the days of a year.
    let room: Int

    /// More instances than this are in no stretch of so many seconds.
    func most(inSeconds seconds: Int) -> Int { (seconds / period + 2) * instances }

    /// How many steps of a search finding the instances of so many seconds takes, beside those for the instances.
    func looks(inSeconds seconds: Int) -> Int {
        // The years before and after are looked at, too.
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
        // The years of other calendars (RSCALE) are gone through.
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
