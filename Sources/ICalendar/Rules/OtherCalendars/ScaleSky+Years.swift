extension ScaleSky {
    /// Which midnights part the days of a calendar that follows the sky.
    enum Place: Sendable {
        /// Beijing.
        case china
        /// Seoul.
        case korea

        /// How far its days begin before those of UTC, as a part of a day.
        fileprivate func offset(onDay day: Int) -> Double {
            switch self {
            // Beijing's own time counted before 1929; days since 1970.
            case .china: day < -14_975 ? 27_940.0 / 86_400 : 8.0 / 24
            // Korea went by China's almanacs before 1912.
            case .korea: day < -21_185 ? 27_940.0 / 86_400 : 9.0 / 24
            }
        }
    }

    /// A month, and how many twelfths of its way the sun has behind it when the month begins.
    private struct Moon {
        var firstDay: Int
        var twelfth: Int
    }

    /// Years of the calendar of China or Korea, by the Gregorian years of their New Year's Days.
    ///
    /// A month begins on the day of the new moon. The month with the winter solstice is the eleventh. Where thirteen
    /// months lie between two of these, the first without one of the sun's twelfths is the leap month.
    static func years(_ years: ClosedRange<Int>, at place: Place) -> [ScaleYear] {
        let from = CivilDate.dayNumber(year: years.lowerBound - 1, month: 11, day: 1)
        let to = CivilDate.dayNumber(year: years.upperBound + 2, month: 1, day: 31)
        // The first new moon of 2000 was on day 10,962.
        let first = floorDivide((from - 10_962) * 1_000_000, 29_530_589) - 1
        let last = floorDivide((to - 10_962) * 1_000_000, 29_530_589) + 1
        let months = numbered((first...last).map { moon($0, at: place) })
        var found: [ScaleYear] = []
        let starts = months.indices.filter { months[$0].number == .init(1) }
        for (start, end) in zip(starts, starts.dropFirst()) {
            let year = CivilDate(dayNumber: months[start].firstDay).year
            guard years.contains(year) else { continue }
            found.append(
                ScaleYear(
                    ordinal: year,
                    months: Array(months[start..<end]),
                    firstDay: months[start].firstDay,
                    endDay: months[end].firstDay
                )
            )
        }
        return found
    }

    private static func moon(_ number: Int, at place: Place) -> Moon {
        let instant = newMoon(number)
        let offset = place.offset(onDay: Int(instant.rounded(.down)))
        let firstDay = (instant + offset).rounded(.down)
        let twelfth = (sunLongitude(at: firstDay - offset) / 30).rounded(.down)
        return Moon(firstDay: Int(firstDay), twelfth: Int(twelfth))
    }

    /// The months between the first and the last winter solstice among these moons.
    private static func numbered(_ moons: [Moon]) -> [ScaleYear.Month] {
        // The sun stands at nine twelfths on the day of the winter solstice.
        let eleventh = moons.indices.dropLast().filter {
            floorDivide(moons[$0].twelfth - 9, 12) < floorDivide(moons[$0 + 1].twelfth - 9, 12)
        }
        var months: [ScaleYear.Month] = []
        for (start, end) in zip(eleventh, eleventh.dropFirst()) {
            var leap: Int?
            if end - start == 13 {
                leap = (start..<end).first { moons[$0].twelfth == moons[$0 + 1].twelfth }
            }
            for index in start..<end {
                let isLeap = index == leap
                let place = index - start - (leap.map { index >= $0 } ?? false ? 1 : 0)
                months.append(
                    ScaleYear.Month(
                        number: .init((place + 10) % 12 + 1, isLeap: isLeap),
                        firstDay: moons[index].firstDay,
                        length: moons[index + 1].firstDay - moons[index].firstDay
                    )
                )
            }
        }
        return months
    }
}
