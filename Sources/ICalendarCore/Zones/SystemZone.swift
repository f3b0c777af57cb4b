import EssentialFoundation
import SystemIO

extension Zone {
    /// Returns the system's time zone, as specified by the TZ variable or, if TZ is not set, by `/etc/localtime`.
    ///
    /// TZ may be a name, a name preceded by a colon, the path of a TZif file, or a POSIX rule such as
    /// `CET-1CEST,M3.5.0,M10.5.0/3`; an empty value means UTC. If neither the variable nor the file exists, the result
    /// is UTC.
    ///
    /// ```swift
    /// let now = Instant(Date())
    /// let today = try Zone.system().civil(at: now).date
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/unknownTimeZone`` if the system specifies an unavailable zone.
    public static func system() throws(CalendarError) -> Zone {
        try SystemZone(variable: SystemCalls.environment("TZ")).zone()
    }

    /// Returns the zone for a TZID without a VTIMEZONE, or nil if it is unknown.
    ///
    /// Besides names in the system's database, Windows and vendor names are recognized.
    package static func known(_ timeZoneID: String) -> Zone? {
        let names = ZoneNames(database: .system)
        return (try? names.databaseZone(timeZoneID) ?? names.mappedZone(timeZoneID)) ?? nil
    }
}

/// The settings that determine the system's time zone.
struct SystemZone {
    /// The value of TZ, or nil if it is not set.
    var variable: String?
    /// The file that contains the system's zone, or a link to it.
    var localTime = "/etc/localtime"
    var nameFile = "/etc/timezone"
    var database = TimeZoneDatabase.system

    func zone() throws(CalendarError) -> Zone {
        if let variable { return try zone(ofVariable: variable) }
        if let name = nameOfLink() {
            if let zone = try ZoneNames(database: database).databaseZone(name) { return zone }
            if SmallFile.bytes(at: localTime) == nil {
                throw CalendarError(
                    .unknownTimeZone,
                    "\(localTime) refers to an unknown time zone, \"\(name)\""
                )
            }
        }
        let bytes: [UInt8]?
        do {
            bytes = try SmallFile.bytesIfPresent(at: localTime)
        } catch {
            throw CalendarError(.unknownTimeZone, file: localTime, "cannot be read: \(error)")
        }
        guard let bytes else { return try zoneOfNameFile() ?? .utc }
        let table = try SystemZone.table(bytes, path: localTime)
        // The file determines the local time; the name in ``nameFile`` is trusted only if its zone has the same table.
        if let written = try? zoneOfNameFile(), written.table == table { return written }
        return Zone(identifier: "localtime", table: table)
    }

    private func zone(ofVariable value: String) throws(CalendarError) -> Zone {
        let name = value.hasPrefix(":") ? String(value.dropFirst()) : value
        if name.isEmpty { return .utc }
        if name.hasPrefix("/") { return try zone(ofPath: name) }
        // A rule needs no database, so a missing or damaged database affects only other values.
        let rule = PosixZoneRule(name)
        do {
            if let zone = try ZoneNames(database: database).databaseZone(name) { return zone }
        } catch {
            if rule == nil { throw error }
        }
        guard let rule else {
            // The variable may contain a string of any length.
            let shown = value.utf8.count > 100 ? value.prefix(100) + "..." : value[...]
            throw CalendarError(.unknownTimeZone, "TZ: unknown time zone \"\(shown)\"")
        }
        let table = TransitionTable(initialOffset: rule.standardOffset, explicit: [], rule: rule)
        return Zone(identifier: name, table: table)
    }

    /// Returns the zone in the TZif file at an absolute path, named after the path if the file is in a database.
    private func zone(ofPath path: String) throws(CalendarError) -> Zone {
        guard let bytes = SmallFile.bytes(at: path) else {
            throw CalendarError(.unknownTimeZone, file: path, "TZ names a file that cannot be read")
        }
        let name = SystemZone.name(inPath: path)
        if let name, let directory = database.directory, path.hasPrefix(directory + "/"),
            let zone = try? ZoneNames(database: database).databaseZone(name)
        {
            return zone
        }
        return Zone(identifier: name ?? path, table: try SystemZone.table(bytes, path: path))
    }

    /// Returns the name at the end of the chain of links from ``localTime``, or nil if the links do not lead to a
    /// database.
    private func nameOfLink() -> String? {
        var path = localTime
        for _ in 0..<8 {
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
                return nil
            }
            if let name = SystemZone.name(inPath: target) { return name }
            if target.hasPrefix("/") {
                path = target
            } else {
                let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
                path = folder + target
            }
        }
        return nil
    }

    /// Returns the zone named in ``nameFile``, or nil if the file does not exist.
    private func zoneOfNameFile() throws(CalendarError) -> Zone? {
        guard let bytes = SmallFile.bytes(at: nameFile, limit: 4096),
            let line = bytes.split(whereSeparator: { $0 <= 0x20 }).first
        else { return nil }
        return try ZoneNames(database: database).databaseZone(String(decoding: line, as: UTF8.self))
    }

    /// Returns the part of a path after `zoneinfo/`, without `posix/` and `right/`.
    static func name(inPath path: String) -> String? {
        let parts = path.split(separator: "/")
        guard let place = parts.lastIndex(where: { $0 == "zoneinfo" || $0.hasPrefix("zoneinfo.") }) else {
            return nil
        }
        var name = parts[(place + 1)...]
        if name.first == "posix" || name.first == "right" { name = name.dropFirst() }
        return name.isEmpty ? nil : name.joined(separator: "/")
    }

    private static func table(_ bytes: [UInt8], path: String) throws(CalendarError) -> TransitionTable {
        do {
            return try TZif.table(bytes)
        } catch {
            throw CalendarError(.unknownTimeZone, file: path, error.detail)
        }
    }
}
