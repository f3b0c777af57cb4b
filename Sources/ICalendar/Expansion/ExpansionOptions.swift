/// How a calendar is expanded, where there is a choice.
public struct ExpansionOptions: Sendable, Hashable {
    /// Whose definition stands when the system and the file both define a zone.
    public var zonePreference: ZonePreference = .system
    /// Whether X-WR-TIMEZONE is the zone of floating times.
    public var usesCalendarTimeZone = false
    /// Whether occurrences with STATUS:CANCELLED are left out.
    public var hidesCancelled = false
    /// Diagnostics kept for one calendar; a last one says how many more there were.
    public var diagnosticLimit = 1000

    /// The defaults.
    public init() {}
}
