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
    /// Diagnostics kept for one calendar; a last one says how many more there were.
    ///
    /// Usually 1000: `options.diagnosticLimit = 20` suits a page that shows them.
    public var diagnosticLimit = 1000

    /// The defaults.
    ///
    /// ```swift
    /// var options = ExpansionOptions()
    /// options.zonePreference = .file
    /// ```
    public init() {}
}
