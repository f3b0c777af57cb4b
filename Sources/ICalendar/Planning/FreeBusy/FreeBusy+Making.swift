#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension FreeBusy {
    /// How many periods stand in one FREEBUSY property at most, so that its line stays readable.
    private static let periodsInLine = 50

    /// A VFREEBUSY of what a timeline gathered (RFC 5545 section 3.6.4).
    ///
    /// Its UID depends on what it says alone. The owner, if known, is the ORGANIZER, as in a published one.
    init(_ timeline: BusyTimeline, _ options: BusyOptions) {
        self.init()
        func utc(_ second: Int) -> CivilDateTime { CivilDateTime(secondNumber: second) }
        start = .utc(utc(timeline.bounds.lowerBound))
        end = .utc(utc(timeline.bounds.upperBound))
        if let owner = options.ownerEmail { organizer = Organizer(email: owner) }
        busyTimes = timeline.times.flatMap { kind, times in
            stride(from: 0, to: times.ranges.count, by: Self.periodsInLine).map { first in
                let some = times.ranges[first..<min(first + Self.periodsInLine, times.ranges.count)]
                return FreeBusy.BusyTime(
                    some.map {
                        Value.Period(
                            start: utc($0.lowerBound),
                            isUTC: true,
                            end: .time(utc($0.upperBound), isUTC: true)
                        )
                    },
                    kind: kind
                )
            }
        }
        let made = "freebusy-" + StableIdentifier.digits(of: component)
        component.properties.insert(Property("UID", .text(made)), at: 0)
        let now = options.stamp ?? Instant(Date())
        let stamp = Property("DTSTAMP", .dateTime(utc(now.secondsSince1970), isUTC: true))
        component.properties.insert(stamp, at: 1)
    }

    /// Whether what is said ends before a window does, because there was too much to say.
    ///
    /// See ``BusyOptions/limit``.
    ///
    /// ```swift
    /// let busy = file.freeBusy(in: window)
    /// if busy.isShortened(in: window) { print("there is more after", busy.end ?? "") }
    /// ```
    public func isShortened(in window: OccurrenceWindow) -> Bool {
        (end?.civil.secondNumber ?? .max) < window.seconds.upperBound
    }

    /// What there is to be said of periods that end before the window does.
    package var remarkOfEnd: Diagnostic {
        let end = (end?.civil.description ?? "") + "Z"
        return Diagnostic(
            .warning,
            .limit,
            "there are too many occurrences or periods; what is said ends at \(end)"
        )
    }
}
