/// A time zone: what a wall clock there shows at each instant.
///
/// It comes from the system's time zone database, from a VTIMEZONE of a calendar, or from the `TZ` variable. A zone is
/// a small handle on a table that never changes, so copies cost nothing. Years 1601 to 9999 are exact.
public struct Zone: Sendable {
    /// The name and the table, shared by all copies.
    private final class Storage: Sendable {
        let identifier: String
        let table: TransitionTable

        init(identifier: String, table: TransitionTable) {
            self.identifier = identifier
            self.table = table
        }
    }

    private let storage: Storage

    /// A zone of this name with these transitions.
    init(identifier: String, table: TransitionTable) {
        storage = Storage(identifier: identifier, table: table)
    }

    /// The zone of an identifier.
    ///
    /// Understood are the names and aliases of the IANA database in any case and with blanks for underscores, the
    /// names of Windows (`W. Europe Standard Time`) and the texts it shows for them (`(UTC+01:00) Amsterdam, Berlin,
    /// ...`), names behind a vendor's prefix (`/mozilla.org/20050126_1/Europe/Berlin`), `UTC` and `Z`.
    ///
    /// - Throws: ``CalendarError/Code/unknownTimeZone`` when the system knows no such zone, or has no database.
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

    /// Coordinated Universal Time.
    public static let utc = Zone(identifier: "UTC", table: TransitionTable(fixedOffset: 0))

    /// The name: as the system's database spells it, `UTC`, or a calendar's own TZID.
    public var identifier: String { storage.identifier }

    /// The transitions.
    var table: TransitionTable { storage.table }

    /// Seconds east of UTC at an instant.
    public func offset(at instant: Instant) -> Int {
        table.span(atInstant: instant.secondsSince1970).offset
    }

    /// The instant of a wall-clock time.
    ///
    /// A time that the clocks skip is read with the offset before the gap, so it moves forward (RFC 5545 section
    /// 3.3.5); of a time that comes twice it is the first.
    public func instant(of civil: CivilDateTime) -> Instant {
        Instant(
            secondsSince1970: civil.secondNumber &- table.span(atCivil: civil.secondNumber).offset
        )
    }

    /// What a wall clock shows at an instant.
    public func civil(at instant: Instant) -> CivilDateTime {
        CivilDateTime(secondNumber: instant.secondsSince1970 &+ offset(at: instant))
    }

    /// A cursor for many questions that move along in time.
    func cursor() -> ZoneCursor {
        ZoneCursor(table)
    }
}

extension Zone: Hashable {
    /// Two zones are equal when their names and all their offsets are.
    public static func == (left: Zone, right: Zone) -> Bool {
        left.storage === right.storage
            || (left.identifier == right.identifier && left.table == right.table)
    }

    /// Hashes the name alone.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(identifier)
    }
}

extension Zone: CustomStringConvertible {
    /// The identifier.
    public var description: String { identifier }
}
