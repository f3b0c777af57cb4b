/// Limits for reading and expanding calendars.
///
/// Anything beyond a limit is ignored or skipped, and a diagnostic with the code ``Diagnostic/Code/limit`` reports it.
///
/// ``standard`` accepts the largest legitimate calendars, and ``untrusted`` is for uploads from strangers. To change a
/// single limit, modify a copy of either.
///
/// ```swift
/// let file = try CalendarFile(contentsOf: "upload.ics", limits: .untrusted)
/// var limits = ReadingLimits.untrusted
/// limits.componentSize = 4 << 20  // accept inline attachments of several megabytes
/// ```
public struct ReadingLimits: Sendable, Hashable {
    // MARK: Bytes

    /// The maximum number of bytes to read from one file, stream or byte array.
    ///
    /// The rest of the input is ignored.
    ///
    /// Unlimited by default, because streams of any length are read in constant memory: `limits.inputSize = 1 << 20`.
    public var inputSize = Int.max
    /// The maximum length of an unfolded content line, in bytes.
    ///
    /// Longer lines are skipped.
    ///
    /// The default is 8 MiB: `limits.lineLength = 64 << 10`.
    public var lineLength = 8 << 20
    /// The maximum size of a component directly inside a VCALENDAR, in bytes.
    ///
    /// Larger components are skipped.
    ///
    /// The default is 64 MiB: `limits.componentSize = 1 << 20`.
    public var componentSize = 64 << 20

    /// The maximum number of component bytes that one ``CalendarFile`` decodes and keeps in memory.
    ///
    /// Later components are skipped.
    ///
    /// The limit is checked in batches of up to 256 KiB. An ``OccurrenceSearch`` keeps only what it needs.
    ///
    /// Unlimited by default. Decoded values take about five times as much memory: `limits.decodedBytes = 16 << 20`.
    public var decodedBytes = Int.max

    // MARK: Parts

    /// The maximum nesting depth of components.
    ///
    /// Components nested deeper are skipped.
    ///
    /// The default is 32, and values above 100 are treated as 100. An alarm in an event has depth 3: `VCALENDAR`,
    /// `VEVENT`, `VALARM`.
    public var nesting = 32
    /// The maximum nesting depth to keep, even if ``nesting`` is greater; C functions that free a tree recurse once per
    /// level.
    package static let greatestNesting = 256
    /// The maximum number of properties in one component, including its subcomponents.
    ///
    /// Further properties are skipped.
    ///
    /// The default is 100,000, because a series may have 20,000 lines of `EXDATE`.
    public var properties = 100_000
    /// The maximum number of parameters per property.
    ///
    /// Further parameters are ignored.
    ///
    /// The default is 1000. `ATTENDEE;CN=Nora;ROLE=CHAIR:...` has two parameters.
    public var parameters = 1000
    /// The maximum number of values per property.
    ///
    /// Further values are ignored.
    ///
    /// The default is 100,000. `CATEGORIES:clients,weekly` has two values.
    public var values = 100_000
    /// The maximum number of distinct rules per event.
    ///
    /// Further rules are ignored.
    ///
    /// The default is 100, because each instance is looked up in every rule. `RRULE:FREQ=DAILY` is one rule.
    public var rules = 100
    /// The maximum number of rules in one time zone definition.
    ///
    /// Further rules are ignored.
    ///
    /// The default is 500. Most zones need two rules, and 300 cover the full history of any zone:
    /// `limits.zoneRules = 20`.
    public var zoneRules = 500
    /// The maximum number of diagnostics to keep for one input.
    ///
    /// One additional diagnostic states how many were omitted.
    ///
    /// The default is 1000. A page that displays them might use `limits.diagnostics = 20`.
    public var diagnostics = 1000

    // MARK: Expansion

    /// The maximum number of occurrences that one search returns.
    ///
    /// Later occurrences are skipped.
    ///
    /// Unlimited by default, because occurrences are computed one at a time: `limits.occurrences = 100_000`.
    public var occurrences = Int.max
    /// The maximum total number of expansion steps for all series in one search.
    ///
    /// A series that exceeds its share is expanded only up to an instant that a diagnostic reports.
    ///
    /// A step examines one candidate, which may turn out not to be an instance. Only EXRULEs and sets with several
    /// rules take steps; instances of a single rule are free. A year in a non-Gregorian calendar (RSCALE) takes at
    /// least a hundred steps, because the engine walks through the year. Opening a rule takes a few steps in each part
    /// of a series. The limit grows by 4096 steps per series, shared by all parts of the series. A limit of the same
    /// size applies to counting instances from DTSTART for a COUNT. The limit does not depend on the number of threads
    /// or the speed of the machine.
    ///
    /// The default is 16,777,216, about half a second: `limits.work = 1 << 20`.
    public var work = 1 << 24
    /// The maximum number of occurrences to examine one by one for alarms, conflicts, or free and busy times.
    ///
    /// The limit grows by 64 for each series. Later occurrences are ignored.
    ///
    /// The default is 1,048,576, about half a second: `limits.visits = 100_000`.
    public var visits = 1 << 20
    /// The maximum number of offset changes that all time zone definitions in one search may produce.
    ///
    /// Beyond the limit, each further definition may produce 1000 changes, which covers real zones, or 250 if it needs
    /// more than 1000.
    ///
    /// The default is 400,000 changes of 24 bytes each: `limits.zoneChanges = 100_000`.
    public var zoneChanges = 400_000

    /// The default limits, for calendars from a known source.
    ///
    /// The default limits accept inline attachments of several megabytes, series with 20,000 exceptions, and streamed
    /// archives of several gigabytes: `ReadingLimits.standard.nesting // 32`.
    public static let standard = ReadingLimits()
    /// The limits for calendars from strangers, such as an upload to a server.
    ///
    /// The maximum input size is 16 MiB, and the maximum component size is 1 MiB. A search returns at most 100,000
    /// occurrences and spends about a twentieth of a second on instances that cannot be computed directly:
    /// `ReadingLimits.untrusted.inputSize // 16_777_216`.
    public static let untrusted = {
        var limits = ReadingLimits()
        limits.inputSize = 16 << 20
        limits.lineLength = 1 << 20
        limits.componentSize = 1 << 20
        limits.decodedBytes = 16 << 20
        limits.properties = 10_000
        limits.parameters = 100
        limits.values = 10_000
        limits.diagnostics = 100
        limits.occurrences = 100_000
        limits.work = 1 << 20
        limits.visits = 100_000
        limits.zoneChanges = 100_000
        return limits
    }()

    package init() {}
}
