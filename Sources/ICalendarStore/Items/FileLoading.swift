import ICalendar
import SystemIO

struct FileLoading: Sendable {
    let view: StoreView
    let zone: Zone
    let limits: ReadingLimits
    var budget = ByteBudget()

    func path(ofFolder folder: [UInt8]) -> CalendarPath { view.path(ofFolder: folder) }

    struct Batch: Sendable {
        var calendar: Int
        var folder: [UInt8]
        var names: [[UInt8]] = []
        var known: CalendarItems?
    }

    enum Outcome: Sendable {
        case read(ReadFile)
        /// The bytes are unchanged, so the known file records only the new version.
        case same(StoredFile)
        case gone(name: [UInt8])
        case failed(name: [UInt8], FileFailure)
    }

    /// The batch size: large enough to justify another thread, and small enough to keep all threads busy.
    private static let batchSize = 128
    /// The number of threads.
    ///
    /// Threads mostly wait for the disk, which can serve many requests at once. Therefore, there are more threads than
    /// processors. Each thread has two files open, so a low limit on open files reduces the number of threads.
    private static var threadCount: Int {
        max(2, Workers.usualCount, min(32, ProcessLimits.descriptors / 16))
    }

    func load(_ wanted: [Batch], _ body: (_ calendar: Int, [Outcome]) -> Void) {
        var batches = wanted.lazy.flatMap(Self.parts).makeIterator()
        Workers.mapInOrder(
            threads: Self.threadCount,
            next: { batches.next() },
            transform: { (batch: Batch) in (batch.calendar, outcomes(of: batch)) },
            consume: { (result: (Int, [Outcome])) in body(result.0, result.1) }
        )
    }

    private static func parts(_ batch: Batch) -> [Batch] {
        stride(from: 0, to: batch.names.count, by: batchSize).map { start in
            var part = batch
            part.names = Array(batch.names[start..<min(start + batchSize, batch.names.count)])
            return part
        }
    }

    private func outcomes(of batch: Batch) -> [Outcome] {
        guard let known = batch.known else { return read(batch.names, in: batch.folder) { _ in nil } }
        var outcomes: [Outcome] = []
        var changed: [[UInt8]] = []
        for name in batch.names {
            do throws(FileFailure) {
                guard let place = FilePlace(folder: batch.folder, name: name) else { continue }
                // An item is always an existing regular file.
                guard let stamp = try view.stamp(of: place), stamp.kind == .regular else {
                    outcomes.append(.gone(name: name))
                    continue
                }
                let version = known.file(named: name)?.version
                if let version, version.digest == nil, version.stamp == stamp { continue }
                changed.append(name)
            } catch {
                outcomes.append(.failed(name: name, error))
            }
        }
        return outcomes + read(changed, in: batch.folder) { known.file(named: $0) }
    }

    private func read(
        _ names: [[UInt8]],
        in folder: [UInt8],
        _ known: ([UInt8]) -> StoredFile?
    ) -> [Outcome] {
        let contents = view.contents(of: names, in: folder)
        return zip(names, contents).compactMap { name, result in
            switch result {
            case .failure(let failure): return .failed(name: name, failure)
            case .success(nil): return .gone(name: name)
            case .success(let contents?):
                let version = FileVersion(contents)
                let before = known(name)
                if let before, before.bytes == contents.bytes {
                    before.note(version)
                    return .same(before)
                }
                if let before, isBeingWritten(contents, before) {
                    return .failed(name: name, FileFailure(.read, path(name, folder), .written))
                }
                guard budget.take(contents.bytes.count) else {
                    return .failed(name: name, FileFailure(.read, path(name, folder), .noRoom))
                }
                guard let place = FilePlace(folder: folder, name: name) else { return nil }
                return .read(ReadFile(place, contents.bytes, version, in: zone, limits: limits))
            }
        }
    }
    private func path(_ name: [UInt8], _ folder: [UInt8]) -> CalendarPath {
        path(ofFolder: folder).appending(name)
    }

    /// Returns whether a known file lacks its end, which suggests that another program is writing it in place.
    ///
    /// The last known contents are used until the file is complete again or has been incomplete for a while.
    private func isBeingWritten(_ contents: FileContents, _ known: StoredFile) -> Bool {
        guard let version = known.version, version.stamp.inode == contents.stamp.inode else { return false }
        let age = FileStamp.now.subtractingReportingOverflow(contents.stamp.changed)
        let isRecent = !age.overflow && (0..<1_000_000_000).contains(age.partialValue)
        return isRecent && !ItemMerging(limits: limits).isWhole(contents.bytes, at: known.place)
    }
}

/// The total number of bytes that a store may load from files, which is 4 GiB by default.
///
/// Once the budget is exhausted, reading a file fails.
final class ByteBudget: Sendable {
    private let rest: Lock<Int>

    init(_ bytes: Int = 4 << 30) {
        rest = Lock(bytes)
    }

    func take(_ count: Int) -> Bool {
        rest.withLock { rest in
            guard count <= rest else { return false }
            rest -= count
            return true
        }
    }
}
