import ICalendar
import SystemIO

package struct CalendarListing: Sendable {
    package private(set) var calendars: [EventCalendar] = []
    /// The errors from listing folders, except those reported by the calendars themselves.
    package private(set) var failures: [FileFailure] = []

    package private(set) var entries: [[UInt8]: [ListedName]] = [:]
    package private(set) var hidden: [[UInt8]: [[UInt8]]] = [:]
    package private(set) var stamps: [[UInt8]: FileStamp] = [:]
    /// The unread names by folder.
    ///
    /// In calendars, unread names look like items; elsewhere, they look like calendars or are folders with items.
    package private(set) var unread: [[UInt8]: [UnreadName]] = [:]

    package struct Known {
        package var calendars: [[UInt8]: EventCalendar]
        package var stamps: [[UInt8]: FileStamp]
        package var unread: [[UInt8]: [UnreadName]]
        package var changed: Set<[UInt8]>?
        package var accounts = AccountFolders()
    }

    let known: Known?
    let root: StoreRoot
    let files: any StoreFiles
    /// The folders that mirror servers.
    package let accounts: AccountFolders
    /// The device and inode numbers of the folders seen so far, used to detect folders that are reached twice.
    private(set) var seen: Set<[UInt64]> = []
    /// The paths of other users' symbolic links.
    ///
    /// These links are neither searched nor followed for writing.
    private(set) var foreign: Set<[UInt8]> = []
    /// The links to folders inside calendar folders, which are processed last.
    private var linked: [(path: [UInt8], entry: FolderEntry)] = []
    private let touched: [[UInt8]: Set<[UInt8]>]

    /// Lists the calendars in a store's folder.
    ///
    /// Each folder in the store is a calendar, unless it contains folders but neither items nor a `displayname`. In
    /// that case, the folder is a source and its subfolders are calendars. A folder inside a calendar is also a
    /// calendar if it contains items, a `displayname`, or a `color`, or if it is empty. Single .ics files are
    /// subscribed calendars. Symbolic links to folders are followed. A folder that is reached twice counts only once,
    /// under its own name. The store's folder and its parents are never calendars.
    ///
    /// If permissions prevent listing the store's folder, the error is added to `failures`. Other errors are thrown.
    ///
    /// Unchanged folders of calendars in `known` are not listed again.
    package init(
        _ root: StoreRoot,
        files: any StoreFiles,
        known: Known? = nil
    ) throws(FileFailure) {
        self.known = known
        self.root = root
        self.files = files
        touched = known.map(Self.touched) ?? [:]
        // A subscribed calendar must not become writable while the record is temporarily unreadable.
        accounts = (try? AccountFolders(of: root, files)) ?? known?.accounts ?? AccountFolders()
        var around: CalendarPath? = root.folder.real
        while let folder = around {
            if let stamp = try? files.stamp(of: folder, followingLinks: true) {
                seen.insert([stamp.device, stamp.inode])
            }
            around = folder.parent
        }
        do throws(FileFailure) {
            try add([], EventSource(of: root), isOutermost: true)
        } catch {
            guard error.error.isRefusal else { throw error }
            failures.append(error)
        }
        // The target of a link may already have been found under its own name.
        for (path, entry) in linked { addInside(path, entry) }
        for (path, names) in unread { unread[path] = names.filter { !isSeen($0, in: path) } }
        calendars.sort { $0.folder.lexicographicallyPrecedes($1.folder) }
    }

    private mutating func add(
        _ outer: [UInt8],
        _ source: EventSource,
        isOutermost: Bool
    ) throws(FileFailure) {
        let place = root.path(ofFolder: outer)
        let entries = try files.entries(of: place)
        // A folder that can be listed but not entered may look empty.
        if entries.isEmpty, !files.permissions(of: place).contains(.enter) {
            throw FileFailure(.listed, place, .refused)
        }
        hidden[outer] = entries.map(\.name).filter { $0.first == UInt8(ascii: ".") }
        // Put links last, so that a folder reached twice keeps its own name.
        let sorted = entries.sorted { one, other in
            one.isLink == other.isLink ? one.name.lexicographicallyPrecedes(other.name) : other.isLink
        }
        for entry in sorted {
            let path = outer.isEmpty ? entry.name : outer + [UInt8(ascii: "/")] + entry.name
            guard Self.mayBeCalendar(path, entry.name) else { continue }
            if entry.isLink, isForeign(path) { foreign.insert(path) }
            switch entry.stamp.kind {
            case .folder where seen.insert([entry.stamp.device, entry.stamp.inode]).inserted:
                addFolder(path, entry, source, isOutermost)
            case .regular where ItemName.isItem(entry.name):
                if seen.insert([entry.stamp.device, entry.stamp.inode]).inserted {
                    calendars.append(calendar(path, entry, source, isFile: true, []))
                }
            // Report the name, since it may have been a calendar, for example on an unmounted disk.
            case .link: unread[outer, default: []].append(UnreadName(name: entry.name, reason: .deadLink))
            case .other: unread[outer, default: []].append(UnreadName(name: entry.name, reason: .noFile))
            default: break
            }
        }
    }

    private static func mayBeCalendar(_ path: [UInt8], _ name: [UInt8]) -> Bool {
        // Some file systems keep recovered files in this folder, which only root may list.
        FilePlace.isFolder(path) && !name.elementsEqual("lost+found".utf8)
    }

    /// Adds a folder as a calendar, or the calendars that it contains.
    ///
    /// A folder inside a calendar is added only if it is clearly a calendar itself.
    private mutating func addFolder(
        _ path: [UInt8],
        _ entry: FolderEntry,
        _ source: EventSource,
        _ isOutermost: Bool,
        isInside: Bool = false
    ) {
        if let same = unchanged(path, entry) {
            calendars.append(same)
            stamps[path] = entry.stamp
            unread[path] = known?.unread[path]
            if isOutermost, !foreign.contains(path) { addFolders(in: path, named: touched[path] ?? []) }
            return
        }
        let inner: [ListedName]
        do throws(FileFailure) {
            inner = try files.names(in: root.path(ofFolder: path))
        } catch {
            // A transient error must not make a known calendar disappear.
            if !error.error.isRefusal {
                if !error.error.isMissing { keep(path, error) }
                return
            }
            // A folder that cannot be listed is still a calendar. Errors then state the actual reason instead of
            // reporting that the calendar does not exist.
            calendars.append(calendar(path, entry, source, isFile: false, []))
            return
        }
        let properties = properties(root.path(ofFolder: path), inner)
        // Radicale stores address books next to calendars.
        if let properties, !properties.isCalendar { return }
        let strays = strays(among: inner, in: path)
        let isCalendar =
            properties != nil
            || isAround(path) || !strays.isEmpty
            || inner.contains { found in
                ItemName.isItem(found.name) && found.kind == .regular
                    || found.name == ItemName.displayName || found.name == ItemName.color
            }
        // An empty folder counts as a calendar, since a calendar may lose its last item.
        let isEmpty = !inner.contains { $0.name.first != UInt8(ascii: ".") }
        let isNone = !isEmpty || ItemName.isItem(entry.name) && inner.isEmpty
        if isInside, !isCalendar, isNone, known?.calendars[path] == nil { return }
        let folders = inner.filter {
            $0.kind == .folder && $0.name.first != UInt8(ascii: ".") && !strays.contains($0.name)
        }
        let isAccount = accounts[path] == .calDAV
        let goesOn = isOutermost && (isAccount || !folders.isEmpty) && !foreign.contains(path)
        guard goesOn, isAccount || !isCalendar else {
            calendars.append(calendar(path, entry, source, isFile: false, inner, properties))
            let names = unreadNames(among: inner, strays, in: path, isDeepest: !isOutermost)
            if !names.isEmpty { unread[path] = names }
            if goesOn { addFolders(in: path, named: Set(folders.map(\.name))) }
            return
        }
        do throws(FileFailure) {
            try add(path, account(path), isOutermost: false)
        } catch {
            keep(path, error)
        }
    }

    /// Adds the folders inside a calendar that are calendars themselves.
    ///
    /// A calendar must not disappear because an item is added next to its folder.
    private mutating func addFolders(in path: [UInt8], named names: Set<[UInt8]>) {
        for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            let inner = path + [UInt8(ascii: "/")] + name
            let place = root.path(ofFolder: inner)
            guard Self.mayBeCalendar(inner, name) else { continue }
            do throws(FileFailure) {
                guard let own = try files.stamp(of: place, followingLinks: false) else { continue }
                if own.kind == .folder {
                    addInside(inner, FolderEntry(name: name, stamp: own, isLink: false))
                } else if own.kind == .link, let stamp = try files.stamp(of: place, followingLinks: true),
                    stamp.kind == .folder
                {
                    linked.append((inner, FolderEntry(name: name, stamp: stamp, isLink: true)))
                }
            } catch {
                // A circular link is not a calendar.
                if known?.calendars[inner] != nil { keep(inner, error) }
            }
        }
    }

    /// Adds a folder inside a calendar's folder if it is also a calendar and was not found elsewhere.
    private mutating func addInside(_ path: [UInt8], _ entry: FolderEntry) {
        let number = [entry.stamp.device, entry.stamp.inode]
        guard !seen.contains(number) else { return }
        if entry.isLink, isForeign(path) { foreign.insert(path) }
        let count = calendars.count
        let outer = Array(path.dropLast(entry.name.count + 1))
        addFolder(path, entry, account(outer), false, isInside: true)
        if calendars.count > count { seen.insert(number) }
    }

    private func account(_ path: [UInt8]) -> EventSource {
        EventSource(
            sourceIdentifier: CalendarIdentifier.text(of: path),
            title: String(decoding: path, as: UTF8.self),
            sourceType: accounts[path] == .calDAV ? .calDAV : .local,
            folder: path
        )
    }

    /// Keeps the known state of a folder that cannot be listed, and of its subfolders.
    private mutating func keep(_ path: [UInt8], _ failure: FileFailure) {
        failures.append(failure)
        guard let known else { return }
        let below = path + [UInt8(ascii: "/")]
        for (folder, calendar) in known.calendars where folder == path || folder.starts(with: below) {
            calendars.append(calendar)
            stamps[folder] = known.stamps[folder]
            unread[folder] = known.unread[folder]
        }
    }

    private mutating func calendar(
        _ path: [UInt8],
        _ entry: FolderEntry,
        _ source: EventSource,
        isFile: Bool,
        _ inner: [ListedName],
        _ properties: CollectionProperties? = nil
    ) -> EventCalendar {
        stamps[path] = entry.stamp
        entries[path] = isFile ? [ListedName(entry)] : inner
        let place = root.path(ofFolder: path)
        let permissions = files.permissions(of: place)
        let kind = accounts[path]
        let isWritable = !isFile && !foreign.contains(path) && permissions.contains([.write, .enter])
        // The next refresh would overwrite changes to a subscribed or read-only calendar.
        let allowsWriting = isWritable && kind != .feed && kind != .readOnly
        let name = isFile ? entry.name.dropLast(4) : entry.name[...]
        let outside = place.parent.map { files.permissions(of: $0).contains(.write) } ?? false
        let isSubscribed = !isWritable || kind == .feed
        let usual: CalendarType = source.sourceType == .calDAV ? .calDAV : .local
        return EventCalendar(
            calendarIdentifier: CalendarIdentifier.text(of: path),
            path: place,
            source: isSubscribed ? subscribed(source) : source,
            type: isSubscribed ? .subscription : usual,
            title: text(ItemName.displayName, place, inner) ?? properties?.title
                ?? String(decoding: name, as: UTF8.self),
            color: text(ItemName.color, place, inner).flatMap { CalendarColor($0) } ?? properties?.color,
            allowedEntityTypes: properties?.allowedEntityTypes ?? [.event, .reminder],
            allowsContentModifications: allowsWriting,
            isImmutable: !allowsWriting || !outside,
            allowsReading: permissions.contains(isFile ? .read : [.read, .enter]),
            isFile: isFile,
            folder: path
        )
    }

    private func subscribed(_ source: EventSource) -> EventSource {
        EventSource(
            sourceIdentifier: source.sourceIdentifier.isEmpty ? "subscribed" : source.sourceIdentifier,
            title: source.title,
            sourceType: .subscribed,
            folder: source.folder
        )
    }

    func isForeign(_ path: [UInt8]) -> Bool {
        guard let stamp = try? files.stamp(of: root.path(ofFolder: path), followingLinks: false) else {
            return true
        }
        return stamp.owner != SystemFiles.user && stamp.owner != 0
    }

    func properties(_ folder: CalendarPath, _ entries: [ListedName]) -> CollectionProperties? {
        bytes(CollectionProperties.name, folder, entries).flatMap { CollectionProperties($0) }
    }

    private func bytes(_ name: [UInt8], _ folder: CalendarPath, _ entries: [ListedName]) -> [UInt8]? {
        let longest = 4096
        guard let entry = entries.first(where: { $0.name == name }), entry.kind == .regular else {
            return nil
        }
        let path = folder.appending(name)
        guard let stamp = try? files.stamp(of: path, followingLinks: true), stamp.size <= longest else {
            return nil
        }
        return try? files.contents(of: path).bytes
    }

    func text(_ name: [UInt8], _ folder: CalendarPath, _ entries: [ListedName]) -> String? {
        guard let bytes = bytes(name, folder, entries) else { return nil }
        let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }
        let line = (lines.first ?? [])[...].drop { $0 <= 0x20 }
        let text = String(decoding: line.reversed().drop { $0 <= 0x20 }.reversed(), as: UTF8.self)
        return text.isEmpty ? nil : text
    }

    /// Returns whether a folder is a known calendar that contains other calendars.
    ///
    /// A calendar with other calendars in it remains a calendar even without items.
    func isAround(_ path: [UInt8]) -> Bool {
        guard let known, known.calendars[path] != nil else { return false }
        let start = path + [UInt8(ascii: "/")]
        return known.calendars.keys.contains { $0.starts(with: start) }
    }

    func unchanged(_ path: [UInt8], _ entry: FolderEntry) -> EventCalendar? {
        guard let known, known.changed?.contains(path) == false, let calendar = known.calendars[path],
            let stamp = known.stamps[path], stamp.isSameFile(as: entry.stamp), stamp.mode == entry.stamp.mode,
            stamp.owner == entry.stamp.owner, stamp.group == entry.stamp.group,
            accounts.agrees(with: known.accounts, about: path)
        else { return nil }
        return calendar
    }

    /// Returns the unread names in a calendar's folder, sorted.
    ///
    /// Hidden names are intentionally skipped. If `isDeepest` is true, the direct subfolders are searched for items.
    func unreadNames(
        among names: [ListedName],
        _ strays: Set<[UInt8]>,
        in path: [UInt8],
        isDeepest: Bool
    ) -> [UnreadName] {
        var unread: [UnreadName] = []
        for found in names where found.name.first != UInt8(ascii: ".") {
            switch found.kind {
            case .link:
                unread.append(UnreadName(name: found.name, reason: .deadLink))
            case .other where ItemName.isItem(found.name):
                unread.append(UnreadName(name: found.name, reason: .noFile))
            case .folder where strays.contains(found.name):
                unread.append(UnreadName(name: found.name, reason: .folder))
            case .folder where isDeepest && !foreign.contains(path):
                let inner = try? files.names(in: root.path(ofFolder: path).appending(found.name))
                let hasItems = inner?.contains { $0.kind == .regular && ItemName.isItem($0.name) } ?? false
                if hasItems { unread.append(UnreadName(name: found.name, reason: .deepFolder)) }
            default: break
            }
        }
        return unread.sorted { $0.name.lexicographicallyPrecedes($1.name) }
    }

    /// Returns the empty folders with item names, which prevent files with those names from being created.
    func strays(among names: [ListedName], in path: [UInt8]) -> Set<[UInt8]> {
        let place = root.path(ofFolder: path)
        let found = names.filter { found in
            guard found.kind == .folder, ItemName.isItem(found.name), !foreign.contains(path) else {
                return false
            }
            return (try? files.names(in: place.appending(found.name)).isEmpty) ?? false
        }
        return Set(found.map(\.name))
    }

    /// Returns whether an unread folder was also reached through a link and is a calendar.
    func isSeen(_ unread: UnreadName, in path: [UInt8]) -> Bool {
        let inner = path + [UInt8(ascii: "/")] + unread.name
        switch unread.reason {
        case .noFile, .deadLink, .folder: return false
        case .deepFolder:
            guard let stamp = try? files.stamp(of: root.path(ofFolder: inner), followingLinks: true) else {
                return false
            }
            return seen.contains([stamp.device, stamp.inode])
        }
    }

    static func touched(_ known: Known) -> [[UInt8]: Set<[UInt8]>] {
        let slash = UInt8(ascii: "/")
        var names: [[UInt8]: Set<[UInt8]>] = [:]
        for folder in (known.changed ?? []).union(known.calendars.keys) {
            guard let end = folder.firstIndex(of: slash) else { continue }
            let name = Array(folder[(end + 1)...])
            if !name.contains(slash) { names[Array(folder[..<end]), default: []].insert(name) }
        }
        return names
    }
}
