/// What reading puts up with before it leaves something out and says so.
///
/// The defaults let the largest honest calendars pass: inline attachments of megabytes, series with 20,000 exceptions.
public struct ReadingLimits: Sendable, Hashable {
    /// Bytes of one logical line, folds undone; a longer line is left out.
    public var lineLength = 8 << 20
    /// Components inside components; what is nested deeper is left out.
    public var nesting = 32
    /// Bytes of one component directly inside a VCALENDAR; a larger one is left out.
    public var componentSize = 64 << 20
    /// Properties of one component, those of components inside it included; further ones are left out.
    public var properties = 100_000
    /// Parameters of one property; further ones are left out.
    public var parameters = 1000
    /// Values of one property; further ones are left out.
    public var values = 100_000
    /// Diagnostics kept for one input; a last one says how many more there were.
    public var diagnostics = 1000

    /// The defaults.
    public init() {}
}
