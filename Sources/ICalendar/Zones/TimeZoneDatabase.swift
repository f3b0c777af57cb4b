import SystemIO

/// A time zone database: a directory of TZif files, each read once in a process.
final class TimeZoneDatabase: Sendable {
    /// The directory, or nil when the system has none.
    let directory: String?
    /// Where it was looked for, for the message.
    private let searched: String

    /// The zones that were read and the names that exist.
    private struct State {
        var zones: [String: Zone] = [:]
        var index: TimeZoneIndex?
    }

    private let state = Lock(State())

    /// The system's database: that of the variable TZDIR, or the first of the usual directories that holds one.
    static let system = TimeZoneDatabase(variable: SystemCalls.environment("TZDIR"))

    /// The directories in which systems keep the database; the last is that of macOS.
    private static let usualDirectories = [
        "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo",
        "/var/db/timezone/zoneinfo",
    ]

    /// The database that TZDIR names, or a usual one when it is empty or nil.
    convenience init(variable: String?) {
        if let variable, !variable.isEmpty {
            self.init(directories: [variable])
        } else {
            self.init(directories: TimeZoneDatabase.usualDirectories)
        }
    }

    /// The database in the first of these directories that holds one.
    init(directories: [String]) {
        searched = directories.joined(separator: ", ")
        directory = directories.first { directory in
            ["Etc/UTC", "UTC", "Europe/London"].contains { name in
                do {
                    return try SmallFile.bytesIfPresent(at: "\(directory)/\(name)").map(TZif.isTZif) ?? false
                } catch {
                    // What a process without descriptors cannot read now it may read later.
                    return true
                }
            }
        }
    }

    /// The zone of a name or alias, in any case and with blanks for underscores, or nil when there is none.
    ///
    /// - Throws: when there is no database, or the zone's file is damaged or cannot be read.
    func zone(_ name: String) throws(CalendarError) -> Zone? {
        guard TimeZoneDatabase.isPlausible(name) else { return nil }
        guard let directory else { throw missing }
        if let zone = state.withLock({ $0.zones[name] }) { return zone }

        // A file system that ignores case would hide how the name is spelt, so there the index comes first.
        #if !canImport(Darwin)
            if let zone = try read(name, identifier: name) { return zone }
        #endif
        let index = try state.withLock { state throws(CalendarError) in
            if let index = state.index { return index }
            let index: TimeZoneIndex
            do throws(PlatformError) {
                index = try TimeZoneIndex(directory: directory)
            } catch {
                throw unreadable(TimeZoneIndex.list, in: directory, error)
            }
            state.index = index
            return index
        }
        guard let spelling = index.spelling(of: name) else { return nil }
        if let zone = try read(spelling, identifier: spelling) { return zone }
        // Some systems put old names into a package of its own; their list of names still says what they mean.
        guard let target = index.target(of: spelling) else { return nil }
        return try read(target, identifier: spelling)
    }

    /// The names of all zones, in no order.
    var names: [String] {
        guard let directory, let index = try? TimeZoneIndex(directory: directory) else { return [] }
        return index.names
    }

    /// The error of a system without a database.
    var missing: CalendarError {
        CalendarError(
            .unknownTimeZone,
            "no time zone database in \(searched); install the package tzdata, or name its directory in TZDIR"
        )
    }

    /// Reads the file of an exact name and keeps its zone, or gives nil when there is no such file.
    private func read(_ name: String, identifier: String) throws(CalendarError) -> Zone? {
        if let zone = state.withLock({ $0.zones[identifier] }) { return zone }
        guard let directory else { return nil }
        let bytes: [UInt8]?
        do {
            bytes = try SmallFile.bytesIfPresent(at: "\(directory)/\(name)")
        } catch {
            // A process without descriptors must not take a zone for an unknown one.
            throw unreadable(name, in: directory, error)
        }
        guard let bytes, TZif.isTZif(bytes) else { return nil }
        let zone: Zone
        do {
            zone = Zone(identifier: identifier, table: try TZif.table(bytes))
        } catch {
            throw CalendarError(.unknownTimeZone, file: "\(directory)/\(name)", error.detail)
        }
        return state.withLock { state in
            if let other = state.zones[identifier] { return other }
            state.zones[identifier] = zone
            return zone
        }
    }

    private func unreadable(_ name: String, in directory: String, _ error: PlatformError) -> CalendarError {
        CalendarError(.unknownTimeZone, file: "\(directory)/\(name)", "cannot be read: \(error)")
    }

    /// Whether a name can be one of the database: no way out of its directory, none of the sets beside it.
    static func isPlausible(_ name: String) -> Bool {
        guard name.utf8.count <= 64, let first = name.utf8.first, first | 0x20 >= 0x61, first | 0x20 <= 0x7A
        else { return false }
        var previous: UInt8 = 0
        for byte in name.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"),
                UInt8(ascii: "+"),
                UInt8(ascii: " "):
                break
            case UInt8(ascii: "/"), UInt8(ascii: "."):
                if previous == UInt8(ascii: "/") || previous == UInt8(ascii: ".") { return false }
            default: return false
            }
            previous = byte
        }
        if previous == UInt8(ascii: "/") { return false }
        let folded = name.lowercased()
        return !folded.hasPrefix("posix/") && !folded.hasPrefix("right/") && folded != "localtime"
            && folded != "posixrules"
    }
}
