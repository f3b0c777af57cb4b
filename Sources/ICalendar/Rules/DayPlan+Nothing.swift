/// Whether days and steps ever meet.
extension DayPlan {
    /// A rule that has nothing for so many years is not walked through to the year 9999, as there may be thousands of such;
    /// unless nearly all years are passed over.
    var yearsLookedAt: Int { limits.years.count { !$0.isEmpty } > 2 ? 1000 : 10_000 }

    /// Whether all that there is comes in those years: days and the calendar come again together.
    var isRepeated: Bool {
        var (divisor, rest) = (steps.phases, Self.daysOfTurn)
        while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
        return 400 * (steps.phases / divisor) <= yearsLookedAt
    }

    /// Four hundred years.
    private static let daysOfTurn = 146_097

    /// Whether the steps meet other weekdays than those of the days that the limits leave, as every seventh day from a Monday
    /// is no Tuesday.
    var isMissedByWeekdays: Bool {
        guard steps.phases % 7 == 0 else { return false }
        var met: UInt8 = 0
        for phase in 0..<steps.phases where phaseWord(fromDay: steps.firstDay + phase) & 1 == 1 {
            met |= 1 << UInt8(CivilDate.weekdayIndex(ofDayNumber: steps.firstDay + phase))
        }
        return met & limits.weekdays == 0
    }
}

extension DayLimits {
    /// The weekdays of the days that they leave, bit 0 for Sunday.
    fileprivate var weekdays: UInt8 {
        var weekdays: UInt8 = 0
        for (shape, days) in years.enumerated() {
            for weekday in 0..<7 {
                var some = DaySet(weekdays: 1 << UInt8(weekday), first: shape % 7)
                some.formIntersection(days)
                if !some.isEmpty { weekdays |= 1 << UInt8(weekday) }
            }
        }
        return weekdays
    }
}

extension UnitSteps {
    /// Whether a step ever meets a unit that a limit allows.
    func hasAnyUnit(allowedBy limits: TimeLimits) -> Bool {
        // After enough days each unit that leaves the right rest is met.
        let all = UnitSteps(length: length, interval: stride, firstUnit: firstUnit % stride)
        return all.unit(from: all.firstUnit, allowedBy: limits) < unitsPerDay
    }

    /// Steps that are the same on every day.
    private init(length: Int, interval: Int, firstUnit: Int) {
        self.length = length
        unitsPerDay = 86_400 / length
        self.interval = interval
        self.firstUnit = firstUnit
        (firstDay, stride, phases) = (0, interval, 1)
    }
}
