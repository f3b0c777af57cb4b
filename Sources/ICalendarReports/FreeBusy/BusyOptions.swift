package import ICalendarCore

/// The options that determine which occurrences take time, for free/busy times and for conflicts.
///
/// ```swift
/// let busy = file.freeBusy(in: window, options: BusyOptions(owner: "nora@studio.example"))
/// ```
public struct BusyOptions: Sendable, Hashable {
    /// The email address of the calendar's owner, or nil.
    ///
    /// If set, an event that this attendee declined (`PARTSTAT=DECLINED`) or delegated is free, and one that awaits a
    /// reply is tentative; see `BusyPeriod.FreeBusyType.init(of:options:)`. VFREEBUSY and VAVAILABILITY components that
    /// name someone else are ignored, with a diagnostic. An empty string is the same as nil.
    public var owner: String?
    /// Whether to use `X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE` and similar properties, as written by Outlook.
    public var usesBusyStatus = true
    /// Whether VAVAILABILITY components (RFC 7953) make time outside their AVAILABLE parts unavailable:
    /// `FBTYPE=BUSY-UNAVAILABLE`.
    public var usesAvailability = true
    /// The DTSTAMP of the created VFREEBUSY; the current time by default.
    ///
    /// With `busyOptions.stamp = monday` the result is reproducible.
    package var stamp: Instant?
    /// The maximum number of periods to collect, as in `busyOptions.limit = 10_000`.
    ///
    /// A VFREEBUSY with more ends before the window does, with a diagnostic.
    ///
    /// The default of 200,000 corresponds to one period for every ten minutes in almost four years, in some 40 MB.
    public var limit = 200_000

    /// Creates the defaults, optionally with an owner.
    ///
    /// ```swift
    /// var options = BusyOptions(owner: "nora@studio.example")
    /// options.usesAvailability = false
    /// ```
    public init(owner: String? = nil) {
        self.owner = owner
    }
}
