import Synchronization

/// The years of the calendars that RSCALE can name (RFC 7529), as libical's iterator or the sky tells them.
///
/// libical hands out no fields of another calendar, only days on which rules fall. So it is asked on which days years
/// begin, months begin, and leap months begin, for four years at once. Those are rules of fixed shape that always have an
/// answer, so that no rule of a file can make the iterator run on. What is read is kept: it never changes.
final class ScaleTables: Sendable {
    /// What RSCALE says.
    enum Scale: Sendable {
        /// The months and years of the Gregorian calendar, under whatever numbers of years.
        case gregorian
        /// Another calendar.
        case other(ScaleCalendar)
    }

    /// The calendar of a name in any case, or nil when the linked libical or this package does not know it.
    static func scale(named name: String) -> Scale? {
        let name = aliases[name.uppercased()] ?? name.uppercased()
        if gregorianNames.contains(name) { return .gregorian }
        return known[name].map(Scale.other)
    }

    /// RSCALE needs no libical for these: years have other numbers, which no rule names.
    private static let gregorianNames: Set<String> = ["GREGORIAN", "ISO8601", "JAPANESE", "BUDDHIST", "ROC"]

    /// Other names of CLDR for the same calendars.
    private static let aliases = [
        "GREGORY": "GREGORIAN", "ETHIOAA": "ETHIOPIC-AMETE-ALEM", "ISLAMICC": "ISLAMIC-CIVIL",
    ]

    private static let known: [String: ScaleCalendar] = {
        var known: [String: ScaleCalendar] = [:]
        func add(
            _ names: [String],
            _ kind: ScaleCalendar.Kind,
            months: Int = 12,
            leap: ClosedRange<Int>? = nil,
            longest: (month: Int, year: Int),
            from source: Source = .library
        ) {
            for name in names where source.knows(name) {
                let table = ScaleTables(name: name, kind: kind, monthCount: months, source: source)
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
        add(["CHINESE"], .lunisolar, leap: 1...12, longest: (30, 385), from: .sky(.china))
        add(["DANGI"], .lunisolar, leap: 1...12, longest: (30, 385), from: .sky(.korea))
        add(["HEBREW"], .lunisolar, leap: 5...5, longest: (30, 385))
        add(["COPTIC", "ETHIOPIC", "ETHIOPIC-AMETE-ALEM"], .solar, months: 13, longest: (30, 366))
        add(["INDIAN", "PERSIAN"], .solar, longest: (31, 366))
        add(
            ["ISLAMIC", "ISLAMIC-CIVIL", "ISLAMIC-RGSA", "ISLAMIC-TBLA", "ISLAMIC-UMALQURA"],
            .lunar,
            longest: (30, 355)
        )
        return known
    }()

    /// Who tells when months begin.
    private enum Source {
        /// libical's iterator.
        case library
        /// The sun and the moon: ICU errs about the calendars of China and Korea, and mixes them up.
        case sky(ScaleSky.Place)

        func knows(_ name: String) -> Bool {
            if case .sky = self { return true }
            return ScaleIterator.calendars.contains(name)
        }
    }

    private let name: String
    private let kind: ScaleCalendar.Kind
    private let monthCount: Int
    private let source: Source
    private let blocks = Mutex<[Int: [ScaleYear]]>([:])

    private init(name: String, kind: ScaleCalendar.Kind, monthCount: Int, source: Source) {
        (self.name, self.kind, self.monthCount, self.source) = (name, kind, monthCount, source)
    }

    /// The years of a block, read now or before; there are about 250 blocks in all.
    private func years(ofBlock block: Int) -> [ScaleYear] {
        blocks.withLock { blocks in
            if let known = blocks[block] { return known }
            let years = read(block)
            blocks[block] = years
            return years
        }
    }
}

extension ScaleTables {
    /// The years of a block, or none when what libical tells does not fit together.
    private func read(_ block: Int) -> [ScaleYear] {
        let first = block * ScaleCalendar.yearsPerBlock
        if case .sky(let place) = source {
            return ScaleSky.years(first...(first + ScaleCalendar.yearsPerBlock - 1), at: place)
        }
        let wanted = first...(first + ScaleCalendar.yearsPerBlock)
        let start = max(kind.approximateFirstDay(ofYear: first), ScaleCalendar.knownDays.lowerBound)
        let newYears =
            (ScaleIterator.days(of: "FREQ=YEARLY;BYYEARDAY=1", in: name, from: start, count: wanted.count)
            ?? [])
            .filter { wanted.contains(kind.ordinal(ofYearFrom: $0)) }
        guard let newYear = newYears.first, newYears.count > 1 else { return [] }
        let numbers = (1...monthCount).map(String.init).joined(separator: ",")
        let firsts = ScaleIterator.days(
            of: "FREQ=YEARLY;BYMONTH=\(numbers);BYMONTHDAY=1",
            in: name,
            from: newYear,
            count: monthCount * (newYears.count - 1)
        )
        guard let firsts, firsts.count == monthCount * (newYears.count - 1) else { return [] }
        var years: [ScaleYear] = []
        for index in 0..<(newYears.count - 1) {
            let months = firsts[(index * monthCount)..<((index + 1) * monthCount)]
            guard let year = year(from: newYears[index], to: newYears[index + 1], months: Array(months))
            else {
                return []
            }
            years.append(year)
        }
        return years
    }

    /// A year from the first days of its ordinary months; a gap among them is a leap month.
    private func year(from firstDay: Int, to endDay: Int, months firsts: [Int]) -> ScaleYear? {
        guard firsts.first == firstDay, let last = firsts.last, last < endDay else { return nil }
        var months: [ScaleYear.Month] = []
        for (index, first) in firsts.enumerated() {
            let end = index + 1 < firsts.count ? firsts[index + 1] : endDay
            var month = ScaleYear.Month(number: .init(index + 1), firstDay: first, length: end - first)
            if month.length > ScaleTables.lengths.upperBound {
                let rule = "FREQ=YEARLY;BYMONTH=\(index + 1)L;BYMONTHDAY=1"
                let leap = ScaleIterator.days(of: rule, in: name, from: first, count: 1)?.first
                guard let leap, leap < end else { return nil }
                month.length = leap - first
                months.append(month)
                month = .init(number: .init(index + 1, isLeap: true), firstDay: leap, length: end - leap)
            }
            months.append(month)
        }
        guard months.allSatisfy({ ScaleTables.lengths.contains($0.length) }) else { return nil }
        return ScaleYear(
            ordinal: kind.ordinal(ofYearFrom: firstDay),
            months: months,
            firstDay: firstDay,
            endDay: endDay
        )
    }

    /// How many days a month can have; the thirteenth of Egypt and Ethiopia has five or six.
    private static let lengths = 5...32
}
