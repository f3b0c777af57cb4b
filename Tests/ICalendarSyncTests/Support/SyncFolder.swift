import CalDAV
import Foundation
import ICalendar
import ICalendarStore
import ICalendarSync
import SystemIO

/// A store in its own folder, which is deleted when the object is released.
final class SyncFolder: Sendable {
    let path: String
    let root: StoreRoot

    init(_ folders: String...) throws {
        let memory = "/dev/shm"
        let outer =
            FileManager.default.isWritableFile(atPath: memory)
            ? memory : FileManager.default.temporaryDirectory.path
        path = "\(outer)/sync-\(UInt64.random(in: 0 ... .max))"
        root = StoreRoot(CalendarPath(path))
        for folder in [""] + folders {
            try FileManager.default.createDirectory(
                atPath: path + "/" + folder,
                withIntermediateDirectories: true
            )
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path + "/" + name), options: .atomic)
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path + "/" + name) }

    func rename(_ name: String, to other: String) throws {
        try FileManager.default.moveItem(atPath: path + "/" + name, toPath: path + "/" + other)
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
    }

    func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: path + "/" + name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The items in a folder, by name.
    func items(_ folder: String) -> [String: String] {
        var found: [String: String] = [:]
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path + "/" + folder)) ?? []
        where name.hasSuffix(".ics") {
            found[name] = text(folder + "/" + name)
        }
        return found
    }

    func state(files: any StoreFiles = SystemFiles()) throws -> StateFiles {
        try StateFiles.account("test", of: root, files: files)
    }
}

/// The system's files with a fault at the n-th write: the process is dead from that call onward.
final class DyingFiles: StoreFiles {
    private struct Count {
        var calls = 0
        var last: Int
    }

    private final class Shared: Sendable {
        let count: Lock<Count>
        init(_ count: Count) { self.count = Lock(count) }
    }

    private let shared: Shared
    private let system: any StoreFiles

    init(at last: Int) {
        shared = Shared(Count(last: last))
        system = SystemFiles()
    }

    private init(_ other: DyingFiles, _ system: any StoreFiles) {
        shared = other.shared
        self.system = system
    }

    var calls: Int { shared.count.withLock { $0.calls } }
    var isDead: Bool { shared.count.withLock { $0.calls >= $0.last } }

    /// Makes the process die after a number of further calls.
    func die(after calls: Int) { shared.count.withLock { $0 = Count(last: calls) } }

    private func step(_ path: CalendarPath) throws(FileFailure) {
        let isDead = shared.count.withLock { count in
            count.calls += 1
            return count.calls >= count.last
        }
        if isDead { throw FileFailure(.written, path, .broken) }
    }

    func pinned(_ pins: FolderPins) -> any StoreFiles { DyingFiles(self, SystemFiles().pinned(pins)) }
    func contents(of path: CalendarPath) throws(FileFailure) -> FileContents { try system.contents(of: path) }
    func plainContents(of path: CalendarPath, most: Int) throws(FileFailure) -> FileContents {
        try system.plainContents(of: path, most: most)
    }
    func stamp(of path: CalendarPath, followingLinks: Bool) throws(FileFailure) -> FileStamp? {
        try system.stamp(of: path, followingLinks: followingLinks)
    }
    func entries(of folder: CalendarPath) throws(FileFailure) -> [FolderEntry] {
        try system.entries(of: folder)
    }
    func permissions(of path: CalendarPath) -> FilePermissions { system.permissions(of: path) }
    func create(_ path: CalendarPath, _ bytes: [UInt8], like model: FileStamp?) throws(FileFailure) {
        do throws(FileFailure) {
            try step(path)
        } catch {
            // A power failure leaves half of the file.
            if calls == shared.count.withLock({ $0.last }) {
                try? system.create(path, Array(bytes.prefix(bytes.count / 2)), like: model)
            }
            throw error
        }
        try system.create(path, bytes, like: model)
    }
    func move(_ path: CalendarPath, toFree target: CalendarPath) throws(FileFailure) {
        try step(target)
        try system.move(path, toFree: target)
    }
    func move(_ path: CalendarPath, replacing target: CalendarPath) throws(FileFailure) {
        try step(target)
        try system.move(path, replacing: target)
    }
    func exchange(_ path: CalendarPath, with target: CalendarPath) throws(FileFailure) -> Bool {
        try step(target)
        return try system.exchange(path, with: target)
    }
    func remove(_ path: CalendarPath) throws(FileFailure) {
        try step(path)
        try system.remove(path)
    }
    func synchronize(_ folder: CalendarPath, through file: CalendarPath?) throws(FileFailure) {
        try step(folder)
        try system.synchronize(folder, through: file)
    }
    func makeFolder(_ path: CalendarPath, mode: UInt32) throws(FileFailure) {
        try step(path)
        try system.makeFolder(path, mode: mode)
    }
    func removeFolder(_ path: CalendarPath) throws(FileFailure) {
        try step(path)
        try system.removeFolder(path)
    }
    func lock(
        _ path: CalendarPath,
        _ kind: FolderLock.Kind,
        patience: Duration
    ) throws(FileFailure) -> FolderLock {
        try system.lock(path, kind, patience: patience)
    }
}
