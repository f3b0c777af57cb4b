/// What reading puts up with before it leaves something out and says so.
///
/// The defaults let the largest honest calendars pass: inline attachments of megabytes, series with 20,000 exceptions.
///
/// ```swift
/// var limits = ReadingLimits()
/// limits.componentSize = 1 << 20  // refuse inline attachments of megabytes
/// let file = try CalendarFile(contentsOf: "upload.ics", limits: limits)
/// ```
public struct ReadingLimits: Sendable, Hashable {
    /// Bytes of one logical line, folds undone; a longer line is left out.
    ///
    /// Usually 8 MiB: `limits.lineLength = 64 << 10`.
    public var lineLength = 8 << 20
    /// Components inside components; what is nested deeper is left out.
    ///
    /// Usually 32, and never more than 100: an alarm in an event stands at depth 3, `VCALENDAR`, `VEVENT`, `VALARM`.
    public var nesting = 32
    /// Bytes of one component directly inside a VCALENDAR; a larger one is left out.
    ///
    /// Usually 64 MiB: `limits.componentSize = 1 << 20`.
    public var componentSize = 64 << 20
    /// Properties of one component, those of components inside it included; further ones are left out.
    ///
    /// Usually 100,000, as a series may have 20,000 lines of `EXDATE`.
    public var properties = 100_000
    /// Parameters of one property; further ones are left out.
    ///
    /// Usually 1000: `ATTENDEE;CN=Nora;ROLE=CHAIR:...` has two.
    public var parameters = 1000
    /// Values of one property; further ones are left out.
    ///
    /// Usually 100,000: `CATEGORIES:clients,weekly` has two.
    public var values = 100_000
    /// Diagnostics kept for one input; a last one says how many more there were.
    ///
    /// Usually 1000: `limits.diagnostics = 20` suits a page that shows them.
    public var diagnostics = 1000

    /// The defaults.
    ///
    /// ```swift
    /// var limits = ReadingLimits()
    /// limits.diagnostics = 20
    /// ```
    public init() {}
}
