import ICalendar

/// Reads the files of calendars on all processors, each in one pass over its bytes.
struct FileLoading: Sendable {
    /// The files of the store, while nobody writes through it.
    let view: StoreView
    /// The zone in which dates and floating times take their place.
    let zone: Zone
    /// What reading the files puts up with.
    let limits: ReadingLimits

    /// Files of one folder that are read together.
    struct Batch: Sendable {
        /// The number of the calendar that they are in.
        var calendar: Int
        /// The path of the folder below the store's.
        var folder: [UInt8]
        /// The files, as they were listed.
        var entries: [FolderEntry] = []
        /// What was known of them, in the same order; nothing where nothing was.
        var known: [StoredFile?] = []
    }

    /// What came of one file.
    enum Outcome: Sendable {
        /// It came or changed.
        case read(ReadFile)
        /// It has the bytes that it had, which its version says now.
        case same(StoredFile)
        /// It went away meanwhile.
        case gone(name: [UInt8])
        /// It cannot be read, which is no reason to forget what it was.
        case failed(name: [UInt8], FileFailure)
    }

    /// Enough to be worth handing to another thread, and few enough to keep all of them busy.
    private static let batchSize = 128

    /// Reads files, and hands over what came of them, a calendar's in the order of its entries.
    func load(_ wanted: [Batch], _ body: (_ calendar: Int, [Outcome]) -> Void) {
        var batches = wanted.lazy.flatMap(Self.parts).makeIterator()
        Workers.mapInOrder(
            threads: Workers.usualCount,
            next: { batches.next() },
            transform: { (batch: Batch) in (batch.calendar, outcomes(of: batch)) },
            consume: { (result: (Int, [Outcome])) in body(result.0, result.1) }
        )
    }

    private static func parts(_ batch: Batch) -> [Batch] {
        stride(from: 0, to: batch.entries.count, by: batchSize).map { start in
            let range = start..<min(start + batchSize, batch.entries.count)
            var part = batch
            part.entries = Array(batch.entries[range])
            part.known = batch.known.isEmpty ? [] : Array(batch.known[range])
            return part
        }
    }

    private func outcomes(of batch: Batch) -> [Outcome] {
        let contents = view.contents(of: batch.entries, in: batch.folder)
        return zip(batch.entries.indices, contents).compactMap { place, result in
            let name = batch.entries[place].name
            switch result {
            case .failure(let failure): return .failed(name: name, failure)
            case .success(nil): return .gone(name: name)
            case .success(let contents?):
                let version = FileVersion(contents)
                if !batch.known.isEmpty, let known = batch.known[place], known.bytes == contents.bytes {
                    known.note(version)
                    return .same(known)
                }
                guard let place = FilePlace(folder: batch.folder, name: name) else { return nil }
                return .read(ReadFile(place, contents.bytes, version, in: zone, limits: limits))
            }
        }
    }
}
