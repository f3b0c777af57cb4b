import SystemIO

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The names of a time zone database, found in any case and with blanks for underscores.
///
/// They come from `tzdata.zi`, the database's own text, where it is installed; else from a walk over the directory.
struct TimeZoneIndex: Sendable {
    /// The proper spelling of each name in lower case.
    private var spellings: [String: String] = [:]
    /// What a link points to, as far as the list says so.
    private var targets: [String: String] = [:]

    /// The database's own list of its names.
    static let list = "tzdata.zi"

    /// Reads the names of the database in a directory.
    ///
    /// - Throws: what the system says of a list that is there and cannot be read, where no zone is found without it.
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

    /// All names, in no order.
    var names: [String] { Array(spellings.values) }

    /// How the database spells a name, or nil when it has no such name.
    func spelling(of name: String) -> String? {
        spellings[TimeZoneIndex.folded(name)]
    }

    /// The zone that an alias stands for, or nil when it is none.
    func target(of name: String) -> String? {
        targets[name]
    }

    /// Zones are lines `Z name ...`, links are `L target name`.
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

    /// Takes every file that is TZif, or cannot be read: what is wrong with it is said to who asks for it.
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
