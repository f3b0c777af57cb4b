#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The new moons and solar positions required by the Chinese and Korean calendars (RFC 7529).
///
/// The series are from printed almanacs (Meeus, Astronomical Algorithms, chapters 25 and 49; VSOP87 for the sun).
/// From 1584 to 2581, new moons are accurate to half a minute and the sun's position to two arc seconds, which the
/// sun covers in less than a minute. The main uncertainty is the future slowing of the earth's rotation.
enum ScaleSky {
    /// Returns the instant of a new moon, in days since 1970-01-01T00:00:00Z.
    ///
    /// - Parameter number: The new moon's number, counted from the first new moon of 2000. The supported years
    ///   correspond to -5200 through 7300.
    static func newMoon(_ number: Int) -> Double {
        let k = Double(number)
        let t = k / 1236.85
        let eccentricity = 1 - t * (0.002516 + t * 0.0000074)
        let sun = 2.5534 + 29.10535670 * k - t * t * (0.0000014 + t * 0.00000011)
        let moon = 201.5643 + 385.81693528 * k + t * t * (0.0107582 + t * (0.00001238 - t * 0.000000058))
        let latitude = 160.7108 + 390.67050284 * k - t * t * (0.0016118 + t * (0.00000227 - t * 0.000000011))
        let node = 124.7746 - 1.56375588 * k + t * t * (0.0020672 + t * 0.00000215)
        var day = 2_451_550.09766 + 29.530588861 * k
        day += t * t * (0.00015437 - t * (0.000000150 - t * 0.00000000073))
        for term in newMoonTerms {
            let angle = term.sun * sun + term.moon * moon + term.latitude * latitude
            let power = term.sun == 0 ? 1 : abs(term.sun) == 2 ? eccentricity * eccentricity : eccentricity
            day += term.days * power * sine(ofDegrees: angle)
        }
        day -= 0.00017 * sine(ofDegrees: node)
        for term in planetTerms {
            let bend = term.days == 0.000325 ? 0.009173 * t * t : 0
            day += term.days * sine(ofDegrees: term.start + term.step * k - bend)
        }
        let terrestrial = day - epoch
        return terrestrial - clockError(onDay: terrestrial)
    }

    /// Returns the sun's apparent longitude in degrees, which grows by 360 each year instead of wrapping around.
    ///
    /// - Parameter day: An instant, in days since 1970-01-01T00:00:00Z.
    static func sunLongitude(at day: Double) -> Double {
        let t = (day + clockError(onDay: day) + epoch - 2_451_545) / 365_250
        var longitude = 0.0
        for (power, terms) in earthTerms.enumerated() {
            let sum = terms.reduce(0.0) { $0 + $1.size * cos($1.phase + $1.speed * t) }
            longitude += sum * pow(t, Double(power))
        }
        let degrees = longitude * 1e-8 * 180 / .pi + 180
        let node = 125.04452 - 19_341.36261 * t
        let nutation = -17.20 * sine(ofDegrees: node) - 1.32 * sine(ofDegrees: 2 * degrees)
        // Light takes about eight minutes to arrive, slightly longer when the earth is far from the sun.
        let aberration = -20.49 - 0.34 * sine(ofDegrees: degrees - 193)
        return degrees + (nutation + aberration - 0.09) / 3600
    }

    private static func sine(ofDegrees angle: Double) -> Double {
        sin(angle.truncatingRemainder(dividingBy: 360) * .pi / 180)
    }

    /// Returns the difference between uniform time and time based on the earth's rotation (delta T), in days.
    private static func clockError(onDay day: Double) -> Double {
        let year = 1970 + day / 365.2425
        guard let next = clockErrors.firstIndex(where: { $0.year > year }) else { return 1927 / 86_400 }
        let (after, before) = (clockErrors[next], clockErrors[max(next - 1, 0)])
        guard after.year > before.year else { return after.seconds / 86_400 }
        let share = (year - before.year) / (after.year - before.year)
        return (before.seconds + share * (after.seconds - before.seconds)) / 86_400
    }

    /// The Julian day of 1970-01-01T00:00:00Z.
    private static let epoch = 2_440_587.5

    /// The places whose local midnight starts the days of an astronomical calendar.
    package enum Place: Sendable {
        case china
        case korea

        /// Returns the local time's offset from UTC, as a fraction of a day.
        fileprivate func offset(onDay day: Int) -> Double {
            switch self {
            // Beijing used local time until January 1, 1929 (day -14,975).
            case .china: day < -14_975 ? 27_940.0 / 86_400 : 8.0 / 24
            // Before 1912, Korea used the Chinese almanacs.
            case .korea: day < -21_185 ? 27_940.0 / 86_400 : 9.0 / 24
            }
        }
    }

    /// A lunar month, and the number of twelfths of its path that the sun has completed when the month starts.
    private struct Moon {
        var firstDay: Int
        var twelfth: Int
    }

    /// Returns the years of the Chinese or Korean calendar whose New Year's Days fall in the given Gregorian years.
    ///
    /// A month begins on the day of the new moon. The month with the winter solstice is the eleventh. If there are
    /// thirteen months from one eleventh month to the next, the first month in which the sun does not enter a new
    /// twelfth is the leap month.
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

    /// Returns the months between the first and last winter solstices in a list of moons.
    private static func numbered(_ moons: [Moon]) -> [ScaleYear.Month] {
        // At the winter solstice, the sun has completed nine twelfths of its path.
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

    /// A periodic correction to the mean time of a new moon: an amplitude in days times the sine of a sum of angles.
    struct NewMoonTerm: Sendable {
        let days: Double
        /// The multiples of the sun's mean anomaly, the moon's mean anomaly, and the moon's argument of latitude.
        let sun, moon, latitude: Double
    }

    /// The periodic corrections, largest first.
    static let newMoonTerms: [NewMoonTerm] = [
        .init(days: -0.40720, sun: 0, moon: 1, latitude: 0),
        .init(days: 0.17241, sun: 1, moon: 0, latitude: 0),
        .init(days: 0.01608, sun: 0, moon: 2, latitude: 0),
        .init(days: 0.01039, sun: 0, moon: 0, latitude: 2),
        .init(days: 0.00739, sun: -1, moon: 1, latitude: 0),
        .init(days: -0.00514, sun: 1, moon: 1, latitude: 0),
        .init(days: 0.00208, sun: 2, moon: 0, latitude: 0),
        .init(days: -0.00111, sun: 0, moon: 1, latitude: -2),
        .init(days: -0.00057, sun: 0, moon: 1, latitude: 2),
        .init(days: 0.00056, sun: 1, moon: 2, latitude: 0),
        .init(days: -0.00042, sun: 0, moon: 3, latitude: 0),
        .init(days: 0.00042, sun: 1, moon: 0, latitude: 2),
        .init(days: 0.00038, sun: 1, moon: 0, latitude: -2),
        .init(days: -0.00024, sun: -1, moon: 2, latitude: 0),
        .init(days: -0.00007, sun: 2, moon: 1, latitude: 0),
        .init(days: 0.00004, sun: 0, moon: 2, latitude: -2),
        .init(days: 0.00004, sun: 3, moon: 0, latitude: 0),
        .init(days: 0.00003, sun: 1, moon: 1, latitude: -2),
        .init(days: 0.00003, sun: 0, moon: 2, latitude: 2),
        .init(days: -0.00003, sun: 1, moon: 1, latitude: 2),
        .init(days: 0.00003, sun: -1, moon: 1, latitude: 2),
        .init(days: -0.00002, sun: -1, moon: 1, latitude: -2),
        .init(days: -0.00002, sun: 1, moon: 3, latitude: 0),
        .init(days: 0.00002, sun: 0, moon: 4, latitude: 0),
    ]

    /// The planets' effect on the time of a new moon.
    ///
    /// Each term is an amplitude in days times the sine of an angle in degrees that increases with each new moon.
    static let planetTerms: [(start: Double, step: Double, days: Double)] = [
        (299.77, 0.107408, 0.000325),
        (251.88, 0.016321, 0.000165),
        (251.83, 26.651886, 0.000164),
        (349.42, 36.412478, 0.000126),
        (84.66, 18.206239, 0.000110),
        (141.74, 53.303771, 0.000062),
        (207.14, 2.453732, 0.000060),
        (154.84, 7.306860, 0.000056),
        (34.52, 27.261239, 0.000047),
        (207.19, 0.121824, 0.000042),
        (291.34, 1.844379, 0.000040),
        (161.72, 24.198154, 0.000037),
        (239.56, 25.513099, 0.000035),
        (331.55, 3.592518, 0.000023),
    ]

    /// The earth's longitude, with a list of cosine terms for each power of the time in millennia since 2000.
    ///
    /// Sizes are in units of 1e-8 radians, phases in radians, and speeds in radians per millennium.
    static let earthTerms: [[(size: Double, phase: Double, speed: Double)]] = [
        [
            (175_347_046, 0, 0),
            (3_341_656, 4.6692568, 6283.07585),
            (34894, 4.6261, 12566.1517),
            (3497, 2.7441, 5753.3849),
            (3418, 2.8289, 3.5231),
            (3136, 3.6277, 77713.7715),
            (2676, 4.4181, 7860.4194),
            (2343, 6.1352, 3930.2097),
            (1324, 0.7425, 11506.7698),
            (1273, 2.0371, 529.6910),
            (1199, 1.1096, 1577.3435),
            (990, 5.233, 5884.927),
            (902, 2.045, 26.298),
            (857, 3.508, 398.149),
            (780, 1.179, 5223.694),
            (753, 2.533, 5507.553),
            (505, 4.583, 18849.228),
            (492, 4.205, 775.523),
            (357, 2.920, 0.067),
            (317, 5.849, 11790.629),
            (284, 1.899, 796.298),
            (271, 0.315, 10977.079),
            (243, 0.345, 5486.778),
            (206, 4.806, 2544.314),
            (205, 1.869, 5573.143),
            (202, 2.458, 6069.777),
            (156, 0.833, 213.299),
            (132, 3.411, 2942.463),
            (126, 1.083, 20.775),
            (115, 0.645, 0.980),
            (103, 0.636, 4694.003),
            (102, 0.976, 15720.839),
            (102, 4.267, 7.114),
        ],
        [
            (628_331_966_747, 0, 0),
            (206059, 2.678235, 6283.07585),
            (4303, 2.6351, 12566.1517),
            (425, 1.590, 3.523),
            (119, 5.796, 26.298),
            (109, 2.966, 1577.344),
        ],
        [
            (52919, 0, 0),
            (8720, 1.0721, 6283.0758),
            (309, 0.867, 12566.152),
        ],
        [
            (289, 5.844, 6283.076),
            (35, 0, 0),
        ],
    ]

    /// The values of delta T in seconds, measured up to 2020 and predicted afterward.
    static let clockErrors: [(year: Double, seconds: Double)] = [
        (1500, 200), (1600, 120), (1650, 50), (1700, 9), (1750, 13), (1800, 14), (1850, 7),
        (1870, 1), (1900, -3), (1920, 21), (1950, 29), (1980, 51), (2000, 64), (2020, 69),
        (2050, 93), (2100, 203), (2200, 442), (2300, 717), (2400, 1056), (2500, 1460), (2600, 1927),
    ]
}
