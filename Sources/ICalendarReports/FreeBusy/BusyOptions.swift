package import ICalendarCore

/// The options that determine which occurrences count as busy when free/busy times and conflicts are computed.
///
/// ```swift
/// let busy = file.freeBusy(in: window, options: BusyOptions(owner: "nora@studio.example"))
/// ```
public struct BusyOptions: Sendable, Hashable {
    /// The calendar owner's email address, or nil.
    ///
    /// If the address is set, an event that this attendee declined (`PARTSTAT=DECLINED`) or delegated is free, and one
    /// that awaits a reply is tentative; see `BusyPeriod.FreeBusyType.init(of:options:)`. VFREEBUSY and VAVAILABILITY
    /// components that name someone else are ignored with a diagnostic. An empty string is equivalent to nil.
    public var owner: String?
    /// Whether Outlook's busy status is considered, as in `X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE`.
    public var usesBusyStatus = true
    /// Whether time outside the AVAILABLE parts of VAVAILABILITY components (RFC 7953) is unavailable:
    /// `FBTYPE=BUSY-UNAVAILABLE`.
    public var usesAvailability = true
    /// The DTSTAMP of the created VFREEBUSY, which is the current time by default.
    ///
    /// A fixed value, as in `busyOptions.stamp = monday`, makes the result reproducible.
    package var stamp: Instant?
    /// The maximum number of periods to collect, as in `busyOptions.limit = 10_000`.
    ///
    /// If a VFREEBUSY would exceed the limit, it ends before the window does and a diagnostic is added.
    ///
    /// The default of 200,000 allows for a period every ten minutes for almost four years, which takes about 40 MB of
    /// memory.
    public var limit = 200_000

    /// Creates the default options, optionally with an owner.
    ///
    /// ```swift
    /// var options = BusyOptions(owner: "nora@studio.example")
    /// options.usesAvailability = false
    /// ```
    public init(owner: String? = nil) {
        self.owner = owner
    }
}
