/// How calendars are written.
///
/// ```swift
/// var options = WritingOptions()
/// options.addsTimeZones = false
/// let data = file.icsData(options)
/// ```
public struct WritingOptions: Sendable, Hashable {
    /// Whether line ends and folds stay exactly as they were read, wherever nothing was changed:
    /// `WritingOptions.asRead.keepsBytes // true`.
    ///
    /// Otherwise every line ends in CRLF, and one that is longer than 75 octets is folded anew.
    public var keepsBytes = false
    /// Whether a VTIMEZONE is added for each TZID in use that the calendar lacks and the system knows, as after
    /// `event.start = try EventTime("2026-03-30 09:15", in: "Europe/Berlin")`.
    ///
    /// They may take two megabytes and as much again as the rest of the file; the zones that come after that stay
    /// without one, as ``CalendarFile/validate()`` says of them.
    public var addsTimeZones = true
    /// Whether PRODID and VERSION are added to a calendar that lacks them, as RFC 5545 section 3.6 wants both.
    ///
    /// They never are with ``keepsBytes``: `WritingOptions.asRead.addsRequiredProperties // false`.
    public var addsRequiredProperties = true
    /// The PRODID that is added where there is none (RFC 5545 section 3.7.3): `PRODID:-//Studio//Calendar//EN` in the
    /// files of a program of yours.
    public var productID = CalendarObject.defaultProductID

    /// CRLF, folds at 75 octets, and what a calendar needs by RFC 5545 added.
    ///
    /// ```swift
    /// var options = WritingOptions()
    /// options.productID = "-//Studio//Calendar//EN"
    /// try file.write(to: "team.ics", options: options)
    /// ```
    public init() {}

    /// What was read as it was read, byte for byte, and nothing added: `file.icsData(.asRead)` is the file again.
    public static let asRead: WritingOptions = {
        var options = WritingOptions()
        options.keepsBytes = true
        options.addsTimeZones = false
        options.addsRequiredProperties = false
        return options
    }()
}
