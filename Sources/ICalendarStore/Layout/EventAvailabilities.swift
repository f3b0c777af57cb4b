/// A set of what the time of an event can be to others, as of `EKCalendarEventAvailabilityMask`.
///
/// ```swift
/// if eventCalendar.supportedEventAvailabilities.contains(.free) { print("events need not block time") }
/// ```
public struct EventAvailabilities: OptionSet, Sendable, Hashable {
    /// The bits, with the numbers of EventKit: `EventAvailabilities.free.rawValue // 2`.
    public let rawValue: Int

    /// The set of some bits.
    ///
    /// ```swift
    /// EventAvailabilities(rawValue: 3)  // [.busy, .free]
    /// ```
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The time is taken: `TRANSP:OPAQUE`.
    public static let busy = EventAvailabilities(rawValue: 1)
    /// The time is free for others: `TRANSP:TRANSPARENT`.
    public static let free = EventAvailabilities(rawValue: 2)
    /// The time may be taken, which RFC 5545 cannot say of an event: `X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE`.
    public static let tentative = EventAvailabilities(rawValue: 4)
    /// Nobody is there, which RFC 5545 cannot say of an event: `X-MICROSOFT-CDO-BUSYSTATUS:OOF`.
    public static let unavailable = EventAvailabilities(rawValue: 8)
}
