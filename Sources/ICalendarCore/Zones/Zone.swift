/// A time zone, which maps each instant to a wall-clock time.
///
/// A zone comes from the system's time zone database, a VTIMEZONE in a calendar, or the `TZ` variable. A zone is a
/// small handle to an immutable table, so copies are cheap. Offsets are exact for the years 1601 to 9999.
///
/// ```swift
/// let berlin = try Zone(identifier: "Europe/Berlin")
/// let opening = berlin.instant(of: try EventTime("2026-07-01 09:00").civil)
/// opening.description  // "2026-07-01T07:00:00Z"
/// ```
public struct Zone: Sendable {
    private final class Storage: Sendable {
        let identifier: String
        let table: TransitionTable

        init(identifier: String, table: TransitionTable) {
            self.identifier = identifier
            self.table = table
        }
    }

    private let storage: Storage

    package init(identifier: String, table: TransitionTable) {
        storage = Storage(identifier: identifier, table: table)
    }

    /// Creates a zone from an identifier.
    ///
    /// The identifier may be an IANA name or alias in any case and with blanks in place of underscores, a Windows name
    /// (`W. Europe Standard Time`) or its display text (`(UTC+01:00) Amsterdam, Berlin, ...`), a name with a vendor
    /// prefix (`/mozilla.org/20050126_1/Europe/Berlin`), `UTC`, or `Z`.
    ///
    /// ```swift
    /// try Zone(identifier: "europe/berlin").identifier            // "Europe/Berlin"
    /// try Zone(identifier: "W. Europe Standard Time").identifier  // "Europe/Berlin"
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/unknownTimeZone`` if the system does not know the zone, cannot read its
    ///   file, or has no database.
    public init(identifier: String) throws(CalendarError) {
        let names = ZoneNames(database: .system)
        if let zone = try names.databaseZone(identifier) {
            self = zone
        } else if let zone = try names.mappedZone(identifier) {
            self = zone
        } else {
            throw CalendarError(.unknownTimeZone, "unknown time zone \"\(identifier)\"")
        }
    }

    /// Creates a zone whose offsets are known only at some instants, given in seconds since 1970.
    package init(identifier: String, offsets: [Int: Int]) {
        let known = offsets.sorted { $0.key < $1.key }
        let table = TransitionTable(
            initialOffset: known.first?.value ?? 0,
            transitions: known.dropFirst().map { Transition(instant: $0.key, offset: $0.value) }
        )
        self.init(identifier: identifier, table: table)
    }

    /// Coordinated Universal Time: `Zone.utc.identifier // "UTC"`.
    public static let utc = Zone(identifier: "UTC", table: TransitionTable(fixedOffset: 0))

    /// The name: `Europe/Berlin` as spelled in the system's database, `UTC`, or a calendar's own TZID.
    public var identifier: String { storage.identifier }

    package var table: TransitionTable { storage.table }

    /// Returns the offset at the given instant, in seconds east of UTC.
    ///
    /// ```swift
    /// let kolkata = try Zone(identifier: "Asia/Kolkata")
    /// kolkata.offset(at: monday)  // 19800
    /// ```
    public func offset(at instant: Instant) -> Int {
        table.span(atInstant: instant.secondsSince1970).offset
    }

    /// Returns the instant of a wall-clock time.
    ///
    /// A time that the clocks skip is read with the offset before the gap, which moves it forward (RFC 5545 section
    /// 3.3.5). A time that occurs twice is read as the first occurrence.
    ///
    /// ```swift
    /// let berlin = try Zone(identifier: "Europe/Berlin")
    /// let skipped = try EventTime("2026-03-29 02:30").civil
    /// berlin.civil(at: berlin.instant(of: skipped)).description  // "2026-03-29T03:30:00"
    /// ```
    public func instant(of civil: CivilDateTime) -> Instant {
        Instant(
            secondsSince1970: civil.secondNumber &- table.span(atCivil: civil.secondNumber).offset
        )
    }

    /// Returns the wall-clock time at an instant.
    ///
    /// ```swift
    /// let newYork = try Zone(identifier: "America/New_York")
    /// newYork.civil(at: monday).description  // "2026-03-29T18:00:00"
    /// ```
    public func civil(at instant: Instant) -> CivilDateTime {
        CivilDateTime(secondNumber: instant.secondsSince1970 &+ offset(at: instant))
    }

    func cursor() -> ZoneCursor {
        ZoneCursor(table)
    }

    /// Returns the range of instants around a given instant that have the same offset, in seconds since 1970, along
    /// with the offset in seconds.
    ///
    /// Use the range to look up many instants that are close together.
    package func stretch(around instant: Instant) -> (instants: Range<Int>, offset: Int) {
        let span = table.span(atInstant: instant.secondsSince1970)
        return (span.low..<max(span.low, span.high), span.offset)
    }

    /// Returns the range of instants around a given instant that the wall clock shows only once.
    ///
    /// The range usually excludes the hour before and the hour after the clocks are set back.
    package func unrepeated(around instant: Instant) -> Range<Int> {
        let span = table.span(atInstant: instant.secondsSince1970)
        var (low, high) = (span.low, span.high)
        // Far from any clock change, nothing is repeated, and sums remain small.
        if abs(low) < .max / 4 { low += max(0, table.span(atInstant: low - 1).offset - span.offset) }
        if abs(high) < .max / 4 { high -= max(0, span.offset - table.span(atInstant: high).offset) }
        return low..<max(low, high)
    }

    /// Returns whether the wall clock also shows the same time at another instant, as for `2026-10-25T00:30:00Z` in
    /// Berlin.
    package func showsTwice(_ instant: Instant) -> Bool {
        !unrepeated(around: instant).contains(instant.secondsSince1970)
    }
}

extension Zone: Hashable {
    /// Returns whether two zones have the same name and offsets.
    ///
    /// ```swift
    /// try Zone(identifier: "europe/berlin") == Zone(identifier: "Europe/Berlin")  // true
    /// try Zone(identifier: "Etc/GMT") == .utc                                     // false
    /// ```
    public static func == (left: Zone, right: Zone) -> Bool {
        left.storage === right.storage
            || (left.identifier == right.identifier && left.table == right.table)
    }

    /// Hashes only the name; zones with the same name but different offsets are still distinct in a `Set<Zone>`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(identifier)
    }
}

extension Zone: CustomStringConvertible {
    /// The identifier: `"\(Zone.utc)" // "UTC"`.
    public var description: String { identifier }
}
