/// What the names of time zones mean, in the one order that is used everywhere.
///
/// First come `UTC` and the names of the database. Names of Windows and names behind a vendor's prefix come last: a
/// calendar's own definition of such a name stands before them, see ``ZoneScope``.
struct ZoneNames: Sendable {
    /// Where the zones come from.
    let database: TimeZoneDatabase

    /// The zone of `UTC`, `Z` or a name of the database, or nil when it is none of them.
    ///
    /// - Throws: when there is no database, or the zone's file is damaged or cannot be read.
    func databaseZone(_ identifier: String) throws(CalendarError) -> Zone? {
        let name = identifier.trimmedOfBlanks
        let folded = name.utf8.count <= 16 ? name.lowercased() : ""
        if folded == "utc" || folded == "z" { return Zone.utc }
        if database.directory == nil, let spelling = ZoneNames.namesOfUTC[folded] {
            return Zone(identifier: spelling, table: Zone.utc.table)
        }
        return try database.zone(name)
    }

    /// The zone of a Windows name, of a text that Windows shows for one, or of a name behind a vendor's prefix.
    ///
    /// - Throws: when there is no database, or the zone's file is damaged or cannot be read.
    func mappedZone(_ identifier: String) throws(CalendarError) -> Zone? {
        let name = identifier.trimmedOfBlanks
        guard name.utf8.count <= 255 else { return nil }
        if let target = WindowsZones.target(ofName: name) ?? WindowsZones.target(ofDisplayName: name) {
            return try databaseZone(target)
        }
        // The longest end of the path that is a name: `/mozilla.org/20050126_1/America/Argentina/Buenos_Aires`.
        var rest = Substring(name)
        while let slash = rest.firstIndex(of: "/") {
            rest = rest[rest.index(after: slash)...]
            if let zone = try databaseZone(String(rest)) { return zone }
        }
        return nil
    }

    /// Names that mean UTC, known without a database.
    private static let namesOfUTC: [String: String] = {
        let names = [
            "Etc/UTC", "Etc/UCT", "Etc/Universal", "Etc/Zulu", "Etc/GMT", "Etc/GMT0", "Etc/GMT+0",
            "Etc/GMT-0",
            "Etc/Greenwich", "UCT", "Universal", "Zulu", "GMT", "GMT0", "GMT+0", "GMT-0", "Greenwich",
        ]
        return Dictionary(names.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    }()
}

extension String {
    /// The string without blanks and tabs at its ends.
    package var trimmedOfBlanks: String {
        guard let first = utf8.first, let last = utf8.last, Ascii.isBlank(first) || Ascii.isBlank(last) else {
            return self
        }
        var bytes = utf8.drop(while: Ascii.isBlank)
        while let last = bytes.last, Ascii.isBlank(last) { bytes.removeLast() }
        return String(Substring(bytes))
    }
}
