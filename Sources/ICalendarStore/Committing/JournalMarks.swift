import ICalendar

/// What tells whether a commit came between while files were read without the lock.
///
/// A commit of several files has a journal from its first file to its last one, and each journal that comes or goes
/// changes the stamp of its folder: also one that came and went between two looks.
struct JournalMarks {
    private var stamps: [[UInt8]: FileStamp] = [:]
    /// A moment before they were taken.
    private let time = FileStamp.now

    /// The stamps of the folders that have journals, or may come to have them.
    init(_ root: StoreRoot, _ control: CalendarPath, _ files: any StoreFiles) {
        for outer in Set(root.userFolders(in: control).compactMap(\.parent)) {
            let users = (try? files.names(in: outer))?.map(\.name).filter {
                StoreRoot.user(ofFolder: $0) != nil
            }
            for path in [outer] + (users ?? []).map(outer.appending) {
                stamps[path.bytes] = (try? files.stamp(of: path, followingLinks: false)) ?? nil
            }
        }
    }

    /// Whether no journal came or went between these marks and later ones.
    ///
    /// Where one had come or gone just before, the next one may have left the same stamp.
    func hold(until later: JournalMarks) -> Bool {
        stamps == later.stamps && stamps.values.allSatisfy { $0.isSettled(at: time) }
    }
}
