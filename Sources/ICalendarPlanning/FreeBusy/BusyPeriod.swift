public import ICalendarCore

/// A stretch of time in which somebody is busy, in instants.
///
/// ```swift
/// for time in file.freeBusy(in: window).periods { print(time.start, time.end, time.kind) }
/// ```
public struct BusyPeriod: Sendable, Hashable {
    /// How busy, as FBTYPE says it (RFC 5545 section 3.2.9).
    ///
    /// ```swift
    /// let kinds: Set<BusyPeriod.Kind> = [.busy, .unavailable]
    /// let taken = freeBusy.periods.filter { kinds.contains($0.kind) }
    /// ```
    public typealias Kind = FreeBusy.BusyTime.Kind

    /// Where it starts: `busyPeriod.start.description // "2026-03-30T07:00:00Z"`.
    public var start: Instant
    /// Where it ends, excluded: `busyPeriod.end.description // "2026-03-30T08:00:00Z"`.
    public var end: Instant
    /// How busy: `busyPeriod.kind // .busy`.
    public var kind: Kind

    /// A stretch of time of one kind.
    ///
    /// ```swift
    /// let lunch = BusyPeriod(from: monday.adding(seconds: 43_200), to: monday.adding(seconds: 46_800), kind: .tentative)
    /// ```
    public init(from start: Instant, to end: Instant, kind: Kind = .busy) {
        self.start = start
        self.end = end
        self.kind = kind
    }
}

extension FreeBusy {
    /// The periods of all FREEBUSY properties as instants, in the order of their starts:
    /// `freeBusy.periods.map(\.start.description) // ["2026-03-30T07:00:00Z"]`.
    ///
    /// Lengths count from the start; a period that is written without the Z of UTC is read as if it had it.
    public var periods: [BusyPeriod] {
        busyTimes.flatMap { busy in
            busy.periods.compactMap { period in
                guard let range = period.seconds else { return nil }
                return BusyPeriod(
                    from: Instant(secondsSince1970: range.lowerBound),
                    to: Instant(secondsSince1970: range.upperBound),
                    kind: busy.kind
                )
            }
        }.sorted { ($0.start, $0.end, $0.kind.strength) < ($1.start, $1.end, $1.kind.strength) }
    }
}

extension FreeBusy.BusyTime.Kind {
    /// How strong a kind is where several hold at once: BUSY before BUSY-UNAVAILABLE before BUSY-TENTATIVE.
    var strength: Int {
        switch self {
        case .busy: 3
        case .unavailable: 2
        case .tentative: 1
        case .free: 0
        }
    }

    /// The kinds that take time, the strongest first.
    static var taken: [Self] { [.busy, .unavailable, .tentative] }
}

extension Value.Period {
    /// The seconds since 1970 of a period in UTC; nil when it ends before it starts or takes no time.
    var seconds: Range<Int>? {
        let start = start.secondNumber
        let end =
            switch self.end {
            case .time(let time, _): time.secondNumber
            case .duration(let duration):
                duration.isNegative
                    ? start
                    : OccurrenceLength(duration).end(ofKey: start, on: SeriesClock(kind: .zoned, zone: .utc))
            }
        return start < end ? start..<end : nil
    }
}
