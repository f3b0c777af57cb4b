/// The arithmetic of FREQ=DAILY and shorter periods: which units of a day an interval steps on.
///
/// A day has `unitsPerDay` units of `length` seconds. Stepping on every `interval`-th unit meets a unit `m`
/// of the day only when `m` and DTSTART's unit leave the same rest by `stride`, the common divisor of both
/// numbers, and then once in `phases` days.
struct UnitSteps: Sendable {
    /// Seconds of a unit: 86,400, 3,600, 60 or 1.
    let length: Int
    let unitsPerDay: Int
    let interval: Int
    /// The day and the unit of that day that hold DTSTART.
    let firstDay: Int
    let firstUnit: Int
    /// The greatest common divisor of `unitsPerDay` and `interval`.
    let stride: Int
    /// After how many days the steps fall on the same units again.
    let phases: Int

    /// The steps of an interval from a start.
    init(start: CivilDateTime, unit: Int, interval: Int) {
        length = unit
        unitsPerDay = 86_400 / unit
        self.interval = interval
        firstDay = floorDivide(start.secondNumber, 86_400)
        firstUnit = start.secondOfDay / unit
        var (divisor, rest) = (interval, unitsPerDay)
        while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
        stride = divisor
        phases = interval / divisor
    }

    /// The phase of a day, 0 to `phases - 1`.
    func phase(ofDay day: Int) -> Int {
        floorModulo(day - firstDay, phases)
    }

    /// The first unit of a day in this phase, counted on beyond the end of the day, that a step meets.
    func unit(inPhase phase: Int) -> Int {
        floorModulo(firstUnit - phase * unitsPerDay, interval)
    }

    /// The first unit from `unit` on, by steps of `interval`, that a limit allows; `unitsPerDay` or more when the day has
    /// none.
    func unit(from unit: Int, allowedBy limits: TimeLimits) -> Int {
        var unit = unit
        while unit < unitsPerDay {
            let second = unit * length
            if limits.allows(second) { return unit }
            let next = limits.next(from: second) / length
            unit += (next - unit + interval - 1) / interval * interval
        }
        return unit
    }

    /// The last unit, by steps of `interval`, of the unbroken stretch of allowed ones that begins with an allowed unit.
    func lastUnit(from unit: Int, allowedBy limits: TimeLimits) -> Int {
        unit + (limits.end(from: unit * length) / length - 1 - unit) / interval * interval
    }
}
