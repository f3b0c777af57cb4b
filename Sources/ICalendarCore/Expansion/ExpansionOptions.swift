/// Options for expanding the events of a calendar into occurrences.
///
/// ```swift
/// var options = ExpansionOptions()
/// options.hidesCancelled = true
/// for occurrence in file.occurrences(in: window, options: options) { print(occurrence) }
/// ```
public struct ExpansionOptions: Sendable, Hashable {
    /// The preferred definition of a zone that both the system and the file define.
    ///
    /// Defaults to `.system`. Set `options.zonePreference = .file` to prefer the file's definition.
    public var zonePreference: ZonePreference = .system
    /// Whether `X-WR-TIMEZONE` determines the zone of floating times.
    ///
    /// Defaults to false, because RFC 5545 does not define the property.
    public var usesCalendarTimeZone = false
    /// Whether to omit canceled occurrences (`STATUS:CANCELLED`).
    ///
    /// Defaults to false, because EventKit also returns canceled occurrences.
    public var hidesCancelled = false
    /// The limits of an expansion: steps, occurrences, and diagnostics.
    ///
    /// ``OccurrenceSearch`` and ``OccurrenceIndex/Builder`` also apply these limits when reading:
    /// `options.limits = .untrusted`.
    public var limits = ReadingLimits.standard
    /// Whether to expand rules with libical's iterator and zones, for comparison.
    ///
    /// Always false without the `Libical` trait.
    package var rulesAreLibical = false
    /// The maximum number of diagnostics to keep per calendar.
    package var diagnosticLimit: Int {
        get { limits.diagnostics }
        set { limits.diagnostics = newValue }
    }

    /// Creates the default options.
    ///
    /// ```swift
    /// var options = ExpansionOptions()
    /// options.zonePreference = .file
    /// ```
    public init() {}
}
