public import ICalendarCore

/// How it is decided which occurrences take time, for free and busy times and for conflicts.
///
/// ```swift
/// let busy = file.freeBusy(in: window, options: BusyOptions(owner: "nora@studio.example"))
/// ```
public struct BusyOptions: Sendable, Hashable {
    /// The mail address of the person whose calendar it is, or nil.
    ///
    /// With it an event that this attendee declined (`PARTSTAT=DECLINED`) or delegated is free, and one that waits for
    /// an answer is tentative; see `BusyPeriod.Kind.init(of:options:)`. VFREEBUSY and VAVAILABILITY components that name
    /// somebody else are ignored, with a diagnostic. An empty string is the same as nil.
    public var owner: String?
    /// Whether `X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE` and its like, as Outlook writes them, are looked at.
    public var usesBusyStatus = true
    /// Whether VAVAILABILITY components (RFC 7953) make time outside of their AVAILABLE parts unavailable:
    /// `FBTYPE=BUSY-UNAVAILABLE`.
    public var usesAvailability = true
    /// DTSTAMP of the VFREEBUSY that is made; the present when nothing else is said.
    ///
    /// With `busyOptions.stamp = monday` the answer is the same each time.
    public var stamp: Instant?
    /// How many periods are gathered at most; a VFREEBUSY that has more ends, and says so, where these end:
    /// `freeBusy.isShortened(in: window)`.
    ///
    /// 200,000 are one for every ten minutes of almost four years, in some 40 MB.
    public var limit = 200_000

    /// The defaults, for a calendar of this owner, if any.
    ///
    /// ```swift
    /// var options = BusyOptions(owner: "nora@studio.example")
    /// options.usesAvailability = false
    /// ```
    public init(owner: String? = nil) {
        self.owner = owner
    }
}
