#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// When the moon is new and where the sun stands, as the calendars of China and Korea need it (RFC 7529).
///
/// The series are those that almanacs print (Meeus, Astronomical Algorithms, chapters 25 and 49; VSOP87 for the
/// sun). From 1584 to 2581 new moons are right to half a minute, the sun's place to two seconds of arc, which it
/// passes in less than a minute; what is not known better is how the turning of the earth will slow down.
enum ScaleSky {
    /// The instant of a new moon, in days since 1970-01-01T00:00:00Z.
    ///
    /// - Parameter number: counted from the first new moon of the year 2000; -5200 to 7300 are the known years.
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

    /// The apparent longitude of the sun in degrees, not brought back into one circle: it grows by 360 a year.
    ///
    /// - Parameter day: an instant, in days since 1970-01-01T00:00:00Z.
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
        // The light takes eight minutes, a little more when the earth is far away.
        let aberration = -20.49 - 0.34 * sine(ofDegrees: degrees - 193)
        return degrees + (nutation + aberration - 0.09) / 3600
    }

    private static func sine(ofDegrees angle: Double) -> Double {
        sin(angle.truncatingRemainder(dividingBy: 360) * .pi / 180)
    }

    /// How much later a clock of even time is than one that follows the earth, in days.
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
}
