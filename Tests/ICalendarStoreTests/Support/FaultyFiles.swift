import Foundation
import ICalendar
import ICalendarStore
import SystemIO

/// The system's files with a fault at the n-th call.
final class FaultyFiles: StoreFiles {
    /// The type of fault.
    enum Fault: Sendable {
        /// The call fails, and the others succeed.
        ///
        /// A file that was to be written does not exist afterward.
        case fails(PlatformError)
        /// The process dies at this call, and no later call has an effect.
        ///
        /// As after a power failure, a file being written is incomplete, and unflushed files are empty.
        case dies
        /// Another program runs a closure immediately before the call.
        case meets(@Sendable () -> Void)
    }

    private struct State {
        var count = 0
        var place: Int
        var isDead = false
        var readings = 0
        var flushes = 0
        var synchronizations = 0
        /// The files in unflushed batches.
        ///
        /// The files stay open because they may be renamed.
        var unflushed: [(folder: CalendarPath?, file: FileHandle)] = []
    }

    /// The state shared by all copies.
    private final class Shared: Sendable {
        let state: Lock<State>

        init(_ state: State) { self.state = Lock(state) }
    }

    private let shared: Shared
    private let fault: Fault
    private let system: any StoreFiles
    private let plain: SystemFiles

    /// Whether two files can exchange names.
    private let canExchange: Bool
    /// A substring of the paths that this process may not access.
    private let closed: String?

    init(
        at place: Int,
        _ fault: Fault,
        canExchange: Bool = true,
        closed: String? = nil,
        renamesSpecially: Bool = true
    ) {
        self.canExchange = canExchange
        self.closed = closed
        shared = Shared(State(place: place))
        self.fault = fault
        plain = SystemFiles(renamesSpecially: renamesSpecially)
        system = plain
    }

    private init(_ other: FaultyFiles, _ system: any StoreFiles) {
        shared = other.shared
        fault = other.fault
        canExchange = other.canExchange
        closed = other.closed
        plain = other.plain
        self.system = system
    }

    func pinned(_ pins: FolderPins) -> any StoreFiles { FaultyFiles(self, plain.pinned(pins)) }

    func isBeingWritten(_ path: CalendarPath) -> Bool? { system.isBeingWritten(path) }

    func plainContents(of path: CalendarPath, most: Int) throws(FileFailure) -> FileContents {
        try step(path)
        return try system.plainContents(of: path, most: most)
    }

    func share(_ path: CalendarPath, like model: FileStamp) throws(FileFailure) {
        try step(path)
        try system.share(path, like: model)
    }

    /// Restarts counting, with the fault at the n-th call from now.
    func count(to place: Int) {
        shared.state.withLock { state in
            state.count = 0
            state.place = place
        }
    }

    /// The number of calls so far.
    var count: Int { shared.state.withLock { $0.count } }

    /// The number of batches flushed to disk.
    var flushes: Int { shared.state.withLock { $0.flushes } }

    /// The number of files and folders synchronized individually.
    var synchronizations: Int { shared.state.withLock { $0.synchronizations } }

    /// The number of files read.
    var readings: Int { shared.state.withLock { $0.readings } }

    /// Returns whether the current call is the one that fails.
    private func count(_ path: CalendarPath) throws(FileFailure) -> Bool {
        if isClosed(path) { throw FileFailure(.read, path, .refused) }
        let (isDead, isPlace) = shared.state.withLock { state in
            state.count += 1
            return (state.isDead, state.count == state.place)
        }
        if isDead { throw FileFailure(.written, path, .broken) }
        guard isPlace else { return false }
        switch fault {
        case .fails(let error): throw FileFailure(.written, path, error)
        case .dies:
            shared.state.withLock { state in
                state.isDead = true
                for (_, file) in state.unflushed { try? file.truncate(atOffset: 0) }
            }
        case .meets(let body):
            body()
            return false
        }
        return true
    }

    private func isClosed(_ path: CalendarPath) -> Bool {
        closed.map { path.description.contains($0) } ?? false
    }

    private func step(_ path: CalendarPath) throws(FileFailure) {
        if try count(path) { throw FileFailure(.written, path, .broken) }
    }

    func contents(of path: CalendarPath) throws(FileFailure) -> FileContents {
        try step(path)
        shared.state.withLock { $0.readings += 1 }
        return try system.contents(of: path)
    }

    func stamp(of path: CalendarPath, followingLinks: Bool) throws(FileFailure) -> FileStamp? {
        try step(path)
        return try system.stamp(of: path, followingLinks: followingLinks)
    }

    func entries(of folder: CalendarPath) throws(FileFailure) -> [FolderEntry] {
        try step(folder)
        return try system.entries(of: folder)
    }

    func permissions(of path: CalendarPath) -> FilePermissions {
        isClosed(path.appending([])) ? [] : system.permissions(of: path)
    }

    func create(_ path: CalendarPath, _ bytes: [UInt8], like model: FileStamp?) throws(FileFailure) {
        if try count(path) {
            try system.create(path, Array(bytes.prefix(bytes.count / 2)), like: model)
            throw FileFailure(.written, path, .broken)
        }
        try system.create(path, bytes, like: model)
        shared.state.withLock { $0.synchronizations += 1 }
    }

    func batch(in folder: CalendarPath) -> FileBatch? { system.batch(in: folder) }

    func create(
        _ path: CalendarPath,
        _ bytes: [UInt8],
        like model: FileStamp?,
        in batch: FileBatch
    ) throws(FileFailure) -> FileStamp? {
        let isLast = try count(path)
        let written = isLast ? Array(bytes.prefix(bytes.count / 2)) : bytes
        let stamp = try system.create(path, written, like: model, in: batch)
        if isLast { throw FileFailure(.written, path, .broken) }
        guard let file = FileHandle(forWritingAtPath: path.description) else { return stamp }
        shared.state.withLock { $0.unflushed.append((path.parent, file)) }
        return stamp
    }

    func synchronize(_ batch: FileBatch, in folder: CalendarPath) throws(FileFailure) {
        try step(folder)
        try system.synchronize(batch, in: folder)
        shared.state.withLock { state in
            state.flushes += 1
            state.unflushed.removeAll { $0.folder == folder }
        }
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
        return canExchange ? try system.exchange(path, with: target) : false
    }

    func remove(_ path: CalendarPath) throws(FileFailure) {
        try step(path)
        try system.remove(path)
    }

    func synchronize(_ folder: CalendarPath, through file: CalendarPath?) throws(FileFailure) {
        try step(folder)
        try system.synchronize(folder, through: file)
        shared.state.withLock { $0.synchronizations += 1 }
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
        try step(path)
        return try system.lock(path, kind, patience: patience)
    }
}
