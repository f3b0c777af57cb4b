/// The preferred definition of a time zone that both the system and the calendar define.
///
/// ```swift
/// var options = ExpansionOptions()
/// options.zonePreference = .file
/// let occurrences = file.occurrences(in: window, options: options)
/// ```
public enum ZonePreference: Sendable {
    /// The system's database, even if the file has its own VTIMEZONE with the same name: `TZID:Europe/Berlin`.
    case system
    /// The calendar's VTIMEZONE, even if it is wrong: `options.zonePreference = .file`.
    case file
}
