import ICalendar
import SystemIO

/// Reads files that other programs may be writing in place.
///
/// A program that writes in place truncates the file and fills it in parts, sometimes with pauses. An incomplete file
/// must not be mistaken for a complete one.
struct FileSettling {
    let files: any StoreFiles
    let merging: any FileMerging
    /// Whether it is too late to abort; if so, even an incomplete file is used.
    var isFinal = false

    static let patience: Duration = .seconds(1)
    /// The age, in nanoseconds, after which an incomplete file is used anyway.
    private static let age = 1_000_000_000

    /// Returns a file once no program seems to be writing it, or nil if the file does not exist.
    ///
    /// `known` returns whether the file is unchanged since it was last read. This method waits for an unchanged file
    /// only if a program has it open.
    ///
    /// Throws ``CommitFailure/Reason/unfinished`` if the file remains incomplete.
    func contents(
        _ path: CalendarPath,
        at place: FilePlace,
        known: (FileContents) -> Bool = { _ in false }
    ) throws -> FileContents? {
        let deadline = ContinuousClock.now + Self.patience
        var pause: Duration = .milliseconds(2)
        var first: FileStamp?
        var before: FileStamp?
        while true {
            guard let current = try files.plainContents(ifAny: path) else { return nil }
            first = first ?? current.stamp
            // Use a file that has not changed during the wait, regardless of its timestamps.
            let isPatient = ContinuousClock.now >= deadline
            let isOld = Self.isOld(current) || isPatient && current.stamp == first
            let isWhole = merging.isWhole(current.bytes, at: place)
            switch files.isBeingWritten(path) {
            case true?: break
            case false?:
                // By now, all writers have closed the file, but perhaps only after it was read.
                let isSame = try files.stamp(of: path, followingLinks: false) == current.stamp
                if isSame, isWhole || isOld { return current }
            case nil:
                if isWhole, current.isSettled || current.stamp == before || known(current) { return current }
                if isOld { return current }
            }
            if isPatient {
                if isFinal { return current }
                throw CommitFailure(place, .unfinished)
            }
            before = current.stamp
            SystemFiles.sleep(pause)
            pause = min(pause * 2, .milliseconds(20))
        }
    }

    /// Returns another program's version of a file for merging.
    ///
    /// Throws an error if the file remains incomplete, unless it is empty.
    func theirs(_ path: CalendarPath, at place: FilePlace) throws -> FileContents? {
        guard let found = try contents(path, at: place) else { return nil }
        guard isFinal || found.bytes.isEmpty || merging.isWhole(found.bytes, at: place) else {
            throw CommitFailure(place, .unfinished)
        }
        return found
    }

    /// Waits until no program has a file open for writing.
    ///
    /// Returns false if no program had the file open.
    func wait(for path: CalendarPath, at place: FilePlace) throws(CommitFailure) -> Bool {
        let deadline = ContinuousClock.now + Self.patience
        var isWaiting = false
        while files.isBeingWritten(path) == true {
            guard ContinuousClock.now < deadline else {
                if isFinal { return false }
                throw CommitFailure(place, .unfinished)
            }
            SystemFiles.sleep(.milliseconds(5))
            isWaiting = true
        }
        return isWaiting
    }

    private static func isOld(_ contents: FileContents) -> Bool {
        let (end, overflow) = contents.stamp.changed.addingReportingOverflow(age)
        return !overflow && end < FileStamp.now
    }
}
