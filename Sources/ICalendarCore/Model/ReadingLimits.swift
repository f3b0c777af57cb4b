/// What reading and expanding put up with before something is left out; a diagnostic with the code
/// ``Diagnostic/Code/limit`` says what it was.
///
/// The defaults let the largest honest calendars pass: inline attachments of megabytes, series with 20,000 exceptions,
/// archives of gigabytes that are streamed. A server that takes files from strangers may wish for less.
///
/// ```swift
/// var limits = ReadingLimits()
/// limits.componentSize = 1 << 20  // refuse inline attachments of megabytes
/// let file = try CalendarFile(contentsOf: "upload.ics", limits: limits)
/// ```
public struct ReadingLimits: Sendable, Hashable {
    // MARK: Bytes

    /// Bytes of one file, stream or array of bytes; what follows is not read.
    ///
    /// Usually without a limit, as streams of any length are read in constant memory: `limits.inputSize = 1 << 20`.
    public var inputSize = Int.max
    /// Bytes of one logical line, folds undone; a longer line is left out.
    ///
    /// Usually 8 MiB: `limits.lineLength = 64 << 10`.
    public var lineLength = 8 << 20
    /// Bytes of one component directly inside a VCALENDAR; a larger one is left out.
    ///
    /// Usually 64 MiB: `limits.componentSize = 1 << 20`.
    public var componentSize = 64 << 20

    /// Bytes of the components that one ``CalendarFile`` decodes and holds; later ones are left out.
    ///
    /// It is looked at by stretches of up to 256 KiB. An ``OccurrenceSearch`` holds only what it needs.
    ///
    /// Usually without a limit; decoded values take some five times as many: `limits.decodedBytes = 16 << 20`.
    public var decodedBytes = Int.max

    // MARK: Parts

    /// Components inside components; what is nested deeper is left out.
    ///
    /// Usually 32, and never more than 100: an alarm in an event stands at depth 3, `VCALENDAR`, `VEVENT`, `VALARM`.
    public var nesting = 32
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
    /// Different rules of one event; further ones are left out.
    ///
    /// Usually 100, as each instance is sought in all of them: `RRULE:FREQ=DAILY` is one.
    public var rules = 100
    /// Rules of one definition of a time zone; what follows them is left out.
    ///
    /// Usually 500: two rules are enough for most, and 300 say all that is known of any: `limits.zoneRules = 20`.
    public var zoneRules = 500
    /// Diagnostics kept for one input; a last one says how many more there were.
    ///
    /// Usually 1000: `limits.diagnostics = 20` suits a page that shows them.
    public var diagnostics = 1000

    // MARK: What it comes to

    /// Occurrences that one search gives; later ones are left out.
    ///
    /// Usually without a limit, as they are computed one after the other: `limits.occurrences = 100_000`.
    public var occurrences = Int.max
    /// Steps that the series of one search may take together; a series that would take more is followed up to an instant
    /// that a diagnostic names.
    ///
    /// A step is an instance that has to be looked at, though it may be none in the end: sets of several rules, and
    /// EXRULEs. Each series may take 4096 whatever the limit, all its parts together, and instances of a single rule take
    /// none; but a year of another calendar (RSCALE) takes a hundred and more, as it is gone through, and each rule that a part
    /// of a series opens some. What following a COUNT from DTSTART on takes is held within as much. It does not depend on
    /// threads, nor on the speed of a machine.
    ///
    /// Usually 16,777,216, about half a second: `limits.work = 1 << 20`.
    public var work = 1 << 24
    /// Occurrences that are looked at one by one for an answer, and 64 more for each series: for alarms, for conflicts,
    /// for free and busy times; later ones are left out.
    ///
    /// Usually 1,048,576, half a second: `limits.visits = 100_000`.
    public var visits = 1 << 20
    /// Changes of offsets that the definitions of time zones of one search may have together; further ones are laid out
    /// for a thousand changes, which is all that honest ones need, or 250 when that is not all.
    ///
    /// Usually 400,000, each of which takes 24 bytes: `limits.zoneChanges = 100_000`.
    public var zoneChanges = 400_000

    /// The defaults.
    ///
    /// ```swift
    /// var limits = ReadingLimits()
    /// limits.diagnostics = 20
    /// ```
    public init() {}
}
