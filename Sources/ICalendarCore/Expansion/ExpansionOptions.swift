/// How a calendar is expanded, where there is a choice.
///
/// ```swift
/// var options = ExpansionOptions()
/// options.hidesCancelled = true
/// for occurrence in file.occurrences(in: window, options: options) { print(occurrence) }
/// ```
public struct ExpansionOptions: Sendable, Hashable {
    /// Whose definition stands when the system and the file both define a zone; `.system` unless it is said:
    /// `options.zonePreference = .file`.
    public var zonePreference: ZonePreference = .system
    /// Whether `X-WR-TIMEZONE` is the zone of floating times; false unless it is said, as RFC 5545 knows no such
    /// property.
    public var usesCalendarTimeZone = false
    /// Whether occurrences with `STATUS:CANCELLED` are left out; false unless it is said, as EventKit gives them too.
    public var hidesCancelled = false
    /// What expanding puts up with: how many steps, occurrences and diagnostics.
    ///
    /// An ``OccurrenceSearch`` has limits of its own, which stand but for diagnostics: `options.limits.work = 1 << 20`.
    public var limits = ReadingLimits()
    /// Whether libical's iterator and its zones expand rules, for comparison; it stays false without the trait `Libical`.
    package var rulesAreLibical = false
    /// Diagnostics kept for one calendar, which is ``ReadingLimits/diagnostics`` of ``limits``; a last one says how many
    /// more there were.
    ///
    /// Usually 1000: `options.diagnosticLimit = 20` suits a page that shows them.
    public var diagnosticLimit: Int {
        get { limits.diagnostics }
        set { limits.diagnostics = newValue }
    }

    /// The defaults.
    ///
    /// ```swift
    /// var options = ExpansionOptions()
    /// options.zonePreference = .file
    /// ```
    public init() {}
}
