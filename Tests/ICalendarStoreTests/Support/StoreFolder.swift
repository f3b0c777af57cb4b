import Foundation
import ICalendar
import ICalendarStore

/// A store in its own folder, which is deleted when the object is released.
final class StoreFolder: Sendable {
    let path: String
    let root: StoreRoot

    /// Creates an empty store with the given calendars, in memory if the system has a folder for that.
    init(_ folders: String..., onDisk: Bool = false) throws {
        let memory = "/dev/shm"
        let outer =
            !onDisk && FileManager.default.isWritableFile(atPath: memory)
            ? memory : FileManager.default.temporaryDirectory.path
        path = "\(outer)/store-\(UInt64.random(in: 0 ... .max))"
        root = StoreRoot(CalendarPath(path))
        for folder in [""] + folders { try make(folder: folder) }
    }

    deinit {
        // The contents of a folder cannot be deleted if the folder cannot be listed.
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
            let inner = path + "/" + name
            if (try? FileManager.default.destinationOfSymbolicLink(atPath: inner)) != nil { continue }
            try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: inner)
        }
        try? FileManager.default.removeItem(atPath: path)
    }

    func make(folder: String) throws {
        try FileManager.default.createDirectory(
            atPath: path + "/" + folder,
            withIntermediateDirectories: true
        )
    }

    /// Writes a file atomically, as most programs do.
    func write(_ name: String, _ content: String) throws {
        try Data(content.utf8).write(to: URL(filePath: path + "/" + name), options: .atomic)
    }

    /// Writes a file in place, as the simplest programs do.
    func writeInPlace(_ name: String, _ content: String) throws {
        try Data(content.utf8).write(to: URL(filePath: path + "/" + name))
    }

    func setMode(_ name: String, _ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path + "/" + name)
    }

    /// Returns a file's text as any program reads it, or nil if the file is missing.
    func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: path + "/" + name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The contents of all files, including hidden ones, except the lock and the history.
    var everything: [String: String] {
        all.filter { !$0.key.contains("/history/") }
    }

    /// The names of the history files.
    var historyFiles: [String] { all.keys.filter { $0.contains("/history/") }.sorted() }

    private var all: [String: String] {
        var found: [String: String] = [:]
        for name in (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? [] {
            var isFolder: ObjCBool = false
            unsafe _ = FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
            if !isFolder.boolValue, name != ".ics-store/lock" { found[name] = text(name) ?? "?" }
        }
        return found
    }

    /// The folder with this user's journals.
    var userFolder: String { ".ics-store/user-\(SystemFiles.user)" }

    /// Whether a journal exists.
    var hasJournal: Bool { everything.keys.contains { $0.contains("/journal-") } }

    /// Returns the current version of a file as the base for a change.
    func base(_ place: FilePlace) throws -> FileBase {
        let contents = try SystemFiles().contents(of: root.path(of: place))
        return FileBase(FileVersion(contents)) { contents.bytes }
    }
}

extension FilePlace {
    /// Creates a place from a path known to be valid.
    init(_ path: String) throws {
        let parts = path.split(separator: "/").map(String.init)
        guard parts.count == 2, let place = FilePlace(folder: parts[0], name: parts[1]) else {
            throw CocoaError(.fileReadInvalidFileName)
        }
        self = place
    }
}
