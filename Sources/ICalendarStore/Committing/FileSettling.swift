import ICalendar
import SystemIO

/// Reads files that other programs may be writing in place at this moment.
///
/// Such a program empties a file, writes one part after the other, and may pause between them. What it has written until
/// then must not be taken for all that it has to say.
struct FileSettling {
    let files: any StoreFiles
    let merging: any FileMerging
    /// Whether it is too late to refuse, so that what does not come to an end is taken as it is.
    var isFinal = false

    static let patience: Duration = .seconds(1)
    /// How long a file that has no end must have stood so to be taken as it is, in nanoseconds.
    private static let age = 1_000_000_000

    /// A file when nobody seems to write it; nil when there is none, or what is no file with content.
    ///
    /// A file that is as it was read, with the digest `known`, need not be waited for unless somebody has it open.
    ///
    /// Throws ``CommitFailure/Reason/unfinished`` when it does not come to an end.
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
            // One that stays as it is for so long is taken as it is, whatever the clocks say.
            let isPatient = ContinuousClock.now >= deadline
            let isOld = Self.isOld(current) || isPatient && current.stamp == first
            let isWhole = merging.isWhole(current.bytes, at: place)
            switch files.isBeingWritten(path) {
            case true?: break
            case false?:
                // Whoever wrote it had closed it by now, perhaps after it was read.
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

    /// The same where both are to be brought together: a file that stays without an end is refused, but for an empty one.
    func theirs(_ path: CalendarPath, at place: FilePlace) throws -> FileContents? {
        guard let found = try contents(path, at: place) else { return nil }
        guard isFinal || found.bytes.isEmpty || merging.isWhole(found.bytes, at: place) else {
            throw CommitFailure(place, .unfinished)
        }
        return found
    }

    /// Waits until nobody has a file open to write to it; false when nobody had.
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
