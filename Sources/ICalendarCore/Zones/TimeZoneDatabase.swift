import EssentialFoundation
import SystemIO

/// A time zone database: a directory of TZif files, each of which is read only once per process.
package final class TimeZoneDatabase: Sendable {
    let directory: String?
    private let searched: String

    private struct State {
        var zones: [String: Zone] = [:]
        var index: TimeZoneIndex?
    }

    private let state = Lock(State())

    /// The system's database, specified by the TZDIR variable or found in one of the usual directories.
    package static let system = TimeZoneDatabase(variable: SystemCalls.environment("TZDIR"))

    /// The usual directories for the database; the last one is for macOS.
    private static let usualDirectories = [
        "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo",
        "/var/db/timezone/zoneinfo",
    ]

    /// Creates the database that TZDIR specifies, or one in a usual directory if TZDIR is empty or nil.
    convenience init(variable: String?) {
        if let variable, !variable.isEmpty {
            self.init(directories: [variable])
        } else {
            self.init(directories: TimeZoneDatabase.usualDirectories)
        }
    }

    init(directories: [String]) {
        searched = directories.joined(separator: ", ")
        directory = directories.first { directory in
            ["Etc/UTC", "UTC", "Europe/London"].contains { name in
                do {
                    return try SmallFile.bytesIfPresent(at: "\(directory)/\(name)").map(TZif.isTZif) ?? false
                } catch {
                    // If the process has run out of descriptors, the database may still be readable later.
                    return true
                }
            }
        }
    }

    /// Returns the zone with the given name or alias, or nil if the name is unknown.
    ///
    /// Matching ignores case and accepts blanks in place of underscores.
    ///
    /// - Throws: An error if the database is missing, or if the zone's file is damaged or unreadable.
    func zone(_ name: String) throws(CalendarError) -> Zone? {
        guard TimeZoneDatabase.isPlausible(name) else { return nil }
        guard let directory else { throw missing }
        if let zone = state.withLock({ $0.zones[name] }) { return zone }

        // A case-insensitive file system hides a name's spelling, so the index is searched first on such systems.
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
        // Some systems move old names to a separate package; the list of names still contains their targets.
        guard let target = index.target(of: spelling) else { return nil }
        return try read(target, identifier: spelling)
    }

    var names: [String] {
        guard let directory, let index = try? TimeZoneIndex(directory: directory) else { return [] }
        return index.names
    }

    var missing: CalendarError {
        CalendarError(
            .unknownTimeZone,
            "no time zone database in \(searched); install the package tzdata, or name its directory in TZDIR"
        )
    }

    private func read(_ name: String, identifier: String) throws(CalendarError) -> Zone? {
        if let zone = state.withLock({ $0.zones[identifier] }) { return zone }
        guard let directory else { return nil }
        let bytes: [UInt8]?
        do {
            bytes = try SmallFile.bytesIfPresent(at: "\(directory)/\(name)")
        } catch {
            // A process that has run out of descriptors must not treat a zone as unknown.
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

    /// Returns whether a name can belong to the database.
    ///
    /// The path must be within the directory and must not refer to an alternative data set.
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

struct TimeZoneIndex: Sendable {
    /// The correct spelling of each name, keyed by the lowercase name.
    private var spellings: [String: String] = [:]
    /// The targets of links, if the list contains them.
    private var targets: [String: String] = [:]

    static let list = "tzdata.zi"

    /// Reads the names in a database directory.
    ///
    /// - Throws: The system's error if the list exists but cannot be read, and no zone can be found without it.
    init(directory: String) throws(PlatformError) {
        var failure: PlatformError?
        do {
            if let bytes = try SmallFile.bytesIfPresent(at: "\(directory)/\(Self.list)") { read(bytes) }
        } catch {
            failure = error
        }
        if spellings.isEmpty { walk(directory) }
        if spellings.isEmpty, let failure { throw failure }
    }

    var names: [String] { Array(spellings.values) }

    func spelling(of name: String) -> String? {
        spellings[TimeZoneIndex.folded(name)]
    }

    func target(of name: String) -> String? {
        targets[name]
    }

    /// Reads a list in which zones are lines of the form `Z name ...` and links are lines of the form
    /// `L target name`.
    private mutating func read(_ bytes: [UInt8]) {
        for line in bytes.split(separator: 0x0A) {
            guard let kind = line.first, kind == UInt8(ascii: "Z") || kind == UInt8(ascii: "L") else {
                continue
            }
            let fields = line.split(separator: 0x20, maxSplits: 3)
            guard fields.count >= 3, fields[0].count == 1 else { continue }
            if kind == UInt8(ascii: "Z") {
                add(String(decoding: fields[1], as: UTF8.self))
            } else {
                let name = String(decoding: fields[2], as: UTF8.self)
                add(name)
                targets[name] = String(decoding: fields[1], as: UTF8.self)
            }
        }
    }

    /// Adds every file that is a TZif file or unreadable; an error is reported only when the zone is needed.
    private mutating func walk(_ directory: String) {
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: directory)) ?? []
        for path in paths where TimeZoneDatabase.isPlausible(path) {
            do {
                guard let bytes = try SmallFile.bytesIfPresent(at: "\(directory)/\(path)"), TZif.isTZif(bytes)
                else { continue }
            } catch {}
            add(path)
        }
    }

    private mutating func add(_ name: String) {
        guard TimeZoneDatabase.isPlausible(name) else { return }
        spellings[TimeZoneIndex.folded(name)] = name
    }

    private static func folded(_ name: String) -> String {
        String(name.lowercased().map { $0 == " " ? "_" : $0 })
    }
}
