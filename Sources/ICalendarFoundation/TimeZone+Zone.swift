public import EssentialFoundation
public import ICalendarCore

extension Zone {
    /// The system's time zone, or UTC if it cannot be determined.
    ///
    /// To find out why no zone can be determined, call ``system()``, which throws an error with the reason.
    ///
    /// ```swift
    /// let today = Zone.current.civil(at: .now).date
    /// ```
    public static var current: Zone { (try? .system()) ?? .utc }

    /// Creates a zone from a Foundation time zone's identifier.
    ///
    /// A Foundation zone with a fixed offset, such as `GMT+0530`, becomes a zone with the same offset.
    ///
    /// ```swift
    /// let zone = try Zone(TimeZone.current)
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/unknownTimeZone`` if the time zone database does not contain the identifier.
    public init(_ timeZone: TimeZone) throws(CalendarError) {
        self = try Zone.read(timeZone.identifier).zone
    }
}

extension TimeZone {
    /// Creates a Foundation time zone from a zone's identifier.
    ///
    /// Returns nil if Foundation does not know the identifier, for example if only a VTIMEZONE defines the zone.
    /// FoundationEssentials by itself knows only UTC and fixed offsets.
    ///
    /// ```swift
    /// let style = Date.FormatStyle(timeZone: TimeZone(window.zone) ?? .gmt)
    /// ```
    public init?(_ zone: Zone) {
        if zone == .utc {
            self = .gmt
        } else if let zone = TimeZone(identifier: zone.identifier) {
            self = zone
        } else {
            return nil
        }
    }
}
