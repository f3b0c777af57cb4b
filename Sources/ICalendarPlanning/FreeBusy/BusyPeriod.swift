public import ICalendarCore

/// A period in which somebody is busy, in instants.
///
/// ```swift
/// for time in file.freeBusy(in: window).periods { print(time.start, time.end, time.kind) }
/// ```
public struct BusyPeriod: Sendable, Hashable {
    /// The kind of busy time, as in FBTYPE (RFC 5545 section 3.2.9).
    ///
    /// ```swift
    /// let kinds: Set<BusyPeriod.Kind> = [.busy, .unavailable]
    /// let taken = freeBusy.periods.filter { kinds.contains($0.kind) }
    /// ```
    public typealias Kind = FreeBusy.BusyTime.Kind

    /// The start: `busyPeriod.start.description // "2026-03-30T07:00:00Z"`.
    public var start: Instant
    /// The end, exclusive: `busyPeriod.end.description // "2026-03-30T08:00:00Z"`.
    public var end: Instant
    /// The kind of busy time: `busyPeriod.kind // .busy`.
    public var kind: Kind

    /// Creates a period of one kind.
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
    /// The periods of all FREEBUSY properties as instants, sorted by start:
    /// `freeBusy.periods.map(\.start.description) // ["2026-03-30T07:00:00Z"]`.
    ///
    /// Durations count from the start. A period without the Z of UTC is read as UTC.
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
    /// The precedence of a kind where several overlap: BUSY over BUSY-UNAVAILABLE over BUSY-TENTATIVE.
    var strength: Int {
        switch self {
        case .busy: 3
        case .unavailable: 2
        case .tentative: 1
        case .free: 0
        }
    }

    /// The kinds that take time, strongest first.
    static var taken: [Self] { [.busy, .unavailable, .tentative] }
}

extension Value.Period {
    /// The period in seconds since 1970, read as UTC; nil if it ends before it starts or takes no time.
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
