/// Options for writing calendars.
///
/// ```swift
/// var options = WritingOptions()
/// options.addsTimeZones = false
/// let data = file.icsData(options)
/// ```
public struct WritingOptions: Sendable, Hashable {
    /// Whether unchanged content keeps its original line endings and folds: `WritingOptions.asRead.keepsBytes // true`.
    ///
    /// If false, every line ends in CRLF, and lines longer than 75 octets are refolded.
    public var keepsBytes = false
    /// Whether to add a VTIMEZONE for each undefined TZID in the calendar that the system knows, as after
    /// `event.start = try EventTime("2026-03-30 09:15", in: "Europe/Berlin")`.
    ///
    /// Added definitions are limited to two megabytes plus the size of the rest of the file.
    /// ``CalendarContents/validate()`` reports the zones beyond the limit, which have no definition.
    public var addsTimeZones = true
    /// Whether to add PRODID and VERSION to a calendar without them, because RFC 5545 section 3.6 requires both.
    ///
    /// The properties are never added if ``keepsBytes`` is true:
    /// `WritingOptions.asRead.addsRequiredProperties // false`.
    public var addsRequiredProperties = true
    /// The PRODID to add to a calendar without one (RFC 5545 section 3.7.3).
    ///
    /// Set this to your program's identifier, so that its files contain, for example,
    /// `PRODID:-//Studio//Calendar//EN`.
    public var productID = CalendarObject.defaultProductID

    /// Creates options for CRLF line endings, folds at 75 octets, and all content required by RFC 5545.
    ///
    /// ```swift
    /// var options = WritingOptions()
    /// options.productID = "-//Studio//Calendar//EN"
    /// try file.write(to: "team.ics", options: options)
    /// ```
    public init() {}

    /// Options that write unchanged content byte for byte and add nothing.
    ///
    /// For example, `file.icsData(.asRead)` reproduces the original file.
    public static let asRead: WritingOptions = {
        var options = WritingOptions()
        options.keepsBytes = true
        options.addsTimeZones = false
        options.addsRequiredProperties = false
        return options
    }()
}
