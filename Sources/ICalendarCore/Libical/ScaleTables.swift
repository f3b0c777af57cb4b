import SystemIO

/// The years of the calendars that RSCALE can specify (RFC 7529).
///
/// Most calendars are computed. Only ICU has tables of the months announced in Mecca and estimates of moon sightings.
/// libical does not expose the fields of another calendar, only the days on which rules fall. libical is therefore
/// queried for the first days of years and months, four years at a time, with rules of a fixed shape that always have
/// instances. As a result, no rule from a file can make the iterator run forever. All years are cached.
package final class ScaleTables: Sendable {
    /// A calendar specified by RSCALE.
    enum Scale: Sendable {
        /// A calendar with the months and years of the Gregorian calendar, possibly with different year numbers.
        case gregorian
        case other(ScaleCalendar)
    }

    /// Returns the calendar with the given case-insensitive name, or nil if neither libical nor this package supports
    /// it.
    static func scale(named name: String) -> Scale? {
        let name = aliases[name.uppercased()] ?? name.uppercased()
        if gregorianNames.contains(name) { return .gregorian }
        return known[name].map(Scale.other)
    }

    /// The calendars that do not need libical, because they differ from the Gregorian calendar only in year numbers,
    /// which rules do not contain.
    private static let gregorianNames: Set<String> = ["GREGORIAN", "ISO8601", "JAPANESE", "BUDDHIST", "ROC"]

    /// Alternative CLDR names for supported calendars.
    private static let aliases = [
        "GREGORY": "GREGORIAN", "ETHIOAA": "ETHIOPIC-AMETE-ALEM", "ISLAMICC": "ISLAMIC-CIVIL",
    ]

    /// The calendars whose months begin when the moon is sighted; only libical with ICU has their tables.
    private static let sighted = ["ISLAMIC", "ISLAMIC-RGSA", "ISLAMIC-UMALQURA"]

    /// Returns whether this package or libical knows a calendar with the given name in any case.
    package static func isKnown(_ name: String) -> Bool {
        scale(named: name) != nil || needsLibical(name.uppercased())
    }

    /// Returns whether a calendar is known only to libical with ICU.
    static func needsLibical(_ name: String) -> Bool { sighted.contains(name) }

    private static let known: [String: ScaleCalendar] = {
        var known: [String: ScaleCalendar] = [:]
        func add(
            _ names: String...,
            kind: ScaleCalendar.Kind,
            months: Int = 12,
            leap: ClosedRange<Int>? = nil,
            longest: (month: Int, year: Int),
            years: @escaping Years
        ) {
            let table = ScaleTables(years)
            for name in names {
                known[name] = ScaleCalendar(
                    name: name,
                    kind: kind,
                    monthCount: months,
                    leapMonths: leap,
                    longest: longest,
                    load: { table.years(ofBlock: $0) }
                )
            }
        }
        add("CHINESE", kind: .lunisolar, leap: 1...12, longest: (30, 385)) { ScaleSky.years($0, at: .china) }
        add("DANGI", kind: .lunisolar, leap: 1...12, longest: (30, 385)) { ScaleSky.years($0, at: .korea) }
        let hebrew = ScaleArithmetic.hebrew.years
        add("HEBREW", kind: .lunisolar, leap: 5...5, longest: (30, 385), years: hebrew)
        let coptic = ScaleArithmetic.coptic.years
        for name in ["COPTIC", "ETHIOPIC", "ETHIOPIC-AMETE-ALEM"] {
            add(name, kind: .solar, months: 13, longest: (30, 366), years: coptic)
        }
        add("INDIAN", kind: .solar, longest: (31, 366), years: ScaleArithmetic.indian.years)
        add("PERSIAN", kind: .solar, longest: (31, 366), years: ScaleArithmetic.persian.years)
        let civil = ScaleArithmetic.civilIslamic.years
        add("ISLAMIC-CIVIL", kind: .lunar, longest: (30, 355), years: civil)
        let tabular = ScaleArithmetic.astronomersIslamic.years
        add("ISLAMIC-TBLA", kind: .lunar, longest: (30, 355), years: tabular)
        for name in sighted where ScaleIterator.calendars.contains(name) {
            add(name, kind: .lunar, longest: (30, 355)) { sightedYears($0, of: name) }
        }
        return known
    }()

    /// A function that returns the years with the given numbers, or an empty array if they are unavailable.
    private typealias Years = @Sendable (ClosedRange<Int>) -> [ScaleYear]

    private let read: Years
    private let blocks = Lock<[Int: [ScaleYear]]>([:])

    private init(_ read: @escaping Years) {
        self.read = read
    }

    /// Returns the years in a block, which are computed only once.
    ///
    /// There are about 250 blocks in total.
    private func years(ofBlock block: Int) -> [ScaleYear] {
        blocks.withLock { blocks in
            if let known = blocks[block] { return known }
            let first = block * ScaleCalendar.yearsPerBlock
            let years = read(first...(first + ScaleCalendar.yearsPerBlock - 1))
            blocks[block] = years
            return years
        }
    }

    /// Returns the years of an Islamic calendar from libical's iterator, or an empty array if its days are
    /// inconsistent.
    private static func sightedYears(_ ordinals: ClosedRange<Int>, of name: String) -> [ScaleYear] {
        let kind = ScaleCalendar.Kind.lunar
        let wanted = ordinals.lowerBound...(ordinals.upperBound + 1)
        let start = max(
            kind.approximateFirstDay(ofYear: wanted.lowerBound),
            ScaleCalendar.knownDays.lowerBound
        )
        let newYears =
            (ScaleIterator.days(of: "FREQ=YEARLY;BYYEARDAY=1", in: name, from: start, count: wanted.count)
            ?? [])
            .filter { wanted.contains(kind.ordinal(ofYearFrom: $0)) }
        guard let newYear = newYears.first, newYears.count > 1 else { return [] }
        let count = 12 * (newYears.count - 1)
        let firsts = ScaleIterator.days(
            of: "FREQ=YEARLY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12;BYMONTHDAY=1",
            in: name,
            from: newYear,
            count: count
        )
        guard let firsts, firsts.count == count else { return [] }
        var years: [ScaleYear] = []
        for (index, firstDay) in newYears.dropLast().enumerated() {
            let ends = firsts[(index * 12 + 1)..<(index * 12 + 12)] + [newYears[index + 1]]
            guard firsts[index * 12] == firstDay else { return [] }
            var months: [ScaleYear.Month] = []
            for (first, end) in zip(firsts[(index * 12)...], ends) {
                guard (27...32).contains(end - first) else { return [] }
                months.append(
                    ScaleYear.Month(number: .init(months.count + 1), firstDay: first, length: end - first)
                )
            }
            years.append(
                ScaleYear(
                    ordinal: kind.ordinal(ofYearFrom: firstDay),
                    months: months,
                    firstDay: firstDay,
                    endDay: newYears[index + 1]
                )
            )
        }
        return years
    }
}
