import ICalendar
import SystemIO

/// A store's journals: this user's, which this process must complete, and those of other users.
struct Journals {
    let root: StoreRoot
    let control: CalendarPath
    let files: any StoreFiles
    private(set) var pins = FolderPins()
    private(set) var folders: [CalendarPath] = []
    private var doubtful: [CalendarPath] = []

    init(_ root: StoreRoot, _ control: CalendarPath, _ files: any StoreFiles) {
        self.root = root
        self.control = control
        self.files = files
        pins.add(root.pinned(control: control), at: control)
        for folder in root.userFolders(in: control) {
            guard let outer = folder.parent else { continue }
            let found = outer == control ? pins[control] : root.pinned(control: outer)
            guard case .success(let place)? = found,
                let user = try? place.folder(StoreRoot.userName(SystemFiles.user))
            else { continue }
            guard !user.isLinked, StoreRoot.isPrivate(user.stamp) else {
                if !user.isLinked { doubtful.append(folder) }
                continue
            }
            pins.add(.success(user), at: folder)
            folders.append(folder)
        }
    }

    struct Pending {
        var own: [(path: CalendarPath, journal: Journal)] = []
        /// The journals of users with full control over the store: root and the owner of its folder.
        var trusted: [Journal] = []
        var others: Set<UInt32> = []
        var refused: [CalendarPath] = []
        /// The untrusted journals, and folders that may contain journals.
        ///
        /// The commits recorded in these journals may be incomplete.
        var doubts: [CalendarPath] = []
        /// Whether there are hidden files or notes about folders.
        ///
        /// If no commit is running, a killed process left them behind.
        var hasLeftovers = false
        var keptFiles = 0
    }

    func own() throws(FileFailure) -> Pending {
        let files = files.pinned(pins)
        var pending = Pending()
        pending.doubts = doubtful
        for folder in folders {
            let names: [[UInt8]]
            do throws(FileFailure) {
                names = try files.names(in: folder).map(\.name)
            } catch {
                guard error.error.isRefusal else { throw error }
                pending.doubts.append(folder)
                continue
            }
            if names.contains(where: { TemporaryName.isOne($0) || ControlName.isRemoval($0) }) {
                pending.hasLeftovers = true
            }
            pending.doubts += names.filter(ControlName.isRefused).map(folder.appending)
            for path in Self.journals(among: names, in: folder) {
                do throws(FileFailure) {
                    if let journal = try journal(path, of: SystemFiles.user, files) {
                        pending.own.append((path, journal))
                    } else {
                        pending.refused.append(path)
                    }
                } catch {
                    guard error.error.isRefusal else { throw error }
                    pending.doubts.append(path)
                }
            }
        }
        return pending
    }

    func all() throws(FileFailure) -> Pending {
        var pending = try own()
        let owner = try files.stamp(of: root.folder, followingLinks: true)?.owner
        guard case .success(let outer) = pins[control],
            let names = try? files.pinned(pins).names(in: control)
        else { return pending }
        pending.keptFiles = names.count { LeftOutStep.isKept($0.name) }
        pending.doubts += names.map(\.name).filter(ControlName.isRefused).map(control.appending)
        for name in names.map(\.name) {
            guard let user = StoreRoot.user(ofFolder: name), user != SystemFiles.user,
                let pin = try? outer.folder(name), !pin.isLinked
            else { continue }
            let folder = control.appending(name)
            guard StoreRoot.isPrivate(pin.stamp, of: user) else {
                // The folder's owner may have changed along with the store's.
                if pin.stamp.owner == SystemFiles.user { pending.doubts.append(folder) }
                continue
            }
            var pins = pins
            pins.add(.success(pin), at: folder)
            let files = files.pinned(pins)
            let inner = (try? files.names(in: folder).map(\.name)) ?? []
            for path in Self.journals(among: inner, in: folder) {
                guard user == 0 || user == owner, let journal = try? journal(path, of: user, files) else {
                    pending.others.insert(user)
                    continue
                }
                pending.trusted.append(journal)
            }
        }
        return pending
    }

    private static func journals(among names: [[UInt8]], in folder: CalendarPath) -> [CalendarPath] {
        let names = names.filter { ControlName.isJournal($0) }
        return names.sorted { $0.lexicographicallyPrecedes($1) }.map { folder.appending($0) }
    }

    private func journal(
        _ path: CalendarPath,
        of user: UInt32,
        _ files: any StoreFiles
    ) throws(FileFailure) -> Journal? {
        let contents: FileContents
        do throws(FileFailure) {
            contents = try files.plainContents(of: path, most: Journal.largest)
        } catch {
            guard
                error.error.isOddKind || error.error.isMissing || error.error == .tooLarge
                    || error.error == .hollow
            else { throw error }
            return nil
        }
        guard contents.stamp.owner == user, let journal = Journal(bytes: contents.bytes),
            let folder = try files.stamp(of: root.folder, followingLinks: true),
            journal.root == folder.inode
        else { return nil }
        return journal
    }
}

/// The stamps that reveal whether a commit took place while files were read without the lock.
///
/// A multi-file commit has a journal from its first file to its last. Creating or removing a journal changes its
/// folder's stamp, even if both happen between two checks.
struct JournalMarks {
    private var stamps: [[UInt8]: FileStamp] = [:]
    private let time = FileStamp.now

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

    /// Returns whether no journal was created or removed before `later`.
    ///
    /// Stamps that are too recent are inconclusive.
    func hold(until later: JournalMarks) -> Bool {
        stamps == later.stamps && stamps.values.allSatisfy { $0.isSettled(at: time) }
    }
}
