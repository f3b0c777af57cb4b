#if os(Linux)
    import ICalendar
    import SystemIO

    final class InotifyWatcher: @unchecked Sendable {
        // The watcher is Sendable, since it is used only while its FolderWatch is locked.

        /// A watched place: a folder, the target of a link in a watched folder, or a folder on the path to that target.
        struct Watched: Hashable {
            var folder: [UInt8]
            var link: [UInt8]?
            /// The name to watch in a folder on the path to a link's target, or nil for the target itself.
            var step: [UInt8]?
        }

        /// The descriptor, which is readable when events are pending.
        let descriptor: Int32
        let root: CalendarPath
        /// The watched places by watch descriptor.
        ///
        /// Several links may lead to the same file or folder.
        private var watched: [Int32: Set<Watched>] = [:]
        private var isLost = false

        private static let selfEvents = IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
        private static let folderEvents =
            IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | selfEvents | IN_ONLYDIR
        private static let fileEvents = IN_CLOSE_WRITE | selfEvents

        init?(_ root: CalendarPath) {
            self.root = root
            descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
            guard descriptor >= 0 else { return nil }
            _ = watch([])
            if isLost || watched.isEmpty { return nil }
        }

        deinit {
            if descriptor >= 0 { _ = close(descriptor) }
        }

        /// Reads the pending events.
        ///
        /// Returns false if the system can no longer report all changes.
        func take(_ change: inout FolderChange) -> Bool {
            let capacity = 1 << 14
            while !isLost {
                let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                    count = max(0, unsafe SystemCalls.read(descriptor, buffer.baseAddress, capacity))
                }
                if bytes.isEmpty { break }
                var rest = bytes[...]
                while let event = InotifyEvent(&rest) { take(event, &change) }
            }
            return !isLost
        }

        func path(of folder: [UInt8]) -> CalendarPath { folder.isEmpty ? root : root.appending(folder) }

        /// Watches a folder and its subfolders and returns their paths.
        ///
        /// Each folder is watched before it is listed, so new files are not missed.
        func watch(_ first: [UInt8]) -> Set<[UInt8]> {
            var told: Set<[UInt8]> = []
            var pending = [first]
            while let path = pending.popLast() {
                let folder = self.path(of: path)
                guard add(Watched(folder: path), Self.folderEvents) else { continue }
                if Self.isShared(folder) { isLost = true }
                told.insert(path)
                // Skip regular files, since there may be a hundred thousand of them.
                for found in (try? SystemFiles().names(in: folder)) ?? []
                where found.isLink || found.kind == .folder {
                    if found.kind == .folder, let inner = WatchedName.path(of: found.name, in: path) {
                        watchWay(of: found.name, in: path)
                        pending.append(inner)
                    } else {
                        watchLink(found.name, in: path)
                    }
                }
            }
            return told
        }

        /// Watches the file that a link leads to, since its folder is outside the store.
        func watchLink(_ name: [UInt8], in folder: [UInt8]) {
            watchWay(of: name, in: folder)
            guard ItemName.isItem(name) else { return }
            // A folder is not an item, regardless of the link's name.
            let target = try? SystemFiles().stamp(of: path(of: folder).appending(name), followingLinks: true)
            if target?.kind != .folder { _ = add(Watched(folder: folder, link: name), Self.fileEvents) }
        }

        /// Watches a folder or file.
        ///
        /// Returns false on failure.
        ///
        /// `place` is a folder on the path to a link's target.
        func add(_ new: Watched, _ events: Int32, at place: CalendarPath? = nil) -> Bool {
            let folder = self.path(of: new.folder)
            let path = place ?? new.link.map { folder.appending($0) } ?? folder
            // The file may already be watched under another path for other events. Preserve these events.
            let number = unsafe path.withCString { name in
                unsafe inotify_add_watch(descriptor, name, UInt32(bitPattern: events) | UInt32(IN_MASK_ADD))
            }
            guard number >= 0 else {
                // A folder without read permission cannot be watched, and changes in it cannot be detected otherwise.
                if errno == ENOSPC || errno == ENOMEM || new.folder.isEmpty && new.link == nil {
                    isLost = true
                }
                return false
            }
            watched[number, default: []].insert(new)
            return true
        }

        private func take(_ event: InotifyEvent, _ change: inout FolderChange) {
            if event.has(IN_Q_OVERFLOW) {
                // Folders may have been created without an event.
                change.isEverything = true
                _ = watch([])
                return
            }
            guard let places = watched[event.number] else { return }
            for place in places { take(event, place, &change) }
            if event.has(IN_IGNORED) { watched[event.number] = nil }
        }

        private func take(_ event: InotifyEvent, _ place: Watched, _ change: inout FolderChange) {
            let folder = place.folder
            if place.step != nil {
                takeStep(event, place, &change)
            } else if let link = place.link {
                change.insert(folder)
                // The file may have been replaced.
                watchLink(link, in: folder)
            } else if event.has(IN_IGNORED) || event.has(IN_UNMOUNT) {
                change.insert(folder)
                if folder.isEmpty { isLost = true }
            } else if event.has(IN_DELETE_SELF) || event.has(IN_MOVE_SELF) {
                change.insert(folder)
                // The store's own folder no longer exists, and another folder may replace it.
                if folder.isEmpty { isLost = true }
            } else if event.name.isEmpty {
                change.insert(folder)
            } else if !WatchedName.isIgnored(event.name) {
                takeName(event, folder, &change)
            }
        }

        private func takeName(_ event: InotifyEvent, _ folder: [UInt8], _ change: inout FolderChange) {
            change.insert(event.name, in: folder)
            let inner = WatchedName.path(of: event.name, in: folder)
            if let inner, event.has(IN_MOVED_FROM) || event.has(IN_DELETE) { forget(inner) }
            guard event.has(IN_CREATE) || event.has(IN_MOVED_TO) || event.has(IN_ATTRIB) else { return }
            let path = self.path(of: folder).appending(event.name)
            let files = SystemFiles()
            guard let stamp = try? files.stamp(of: path, followingLinks: false) else { return }
            var kind = stamp.kind
            if kind == .link { kind = (try? files.stamp(of: path, followingLinks: true))?.kind ?? .link }
            if kind == .folder {
                // List the folder again to find files added before the watch began.
                change.insert(folder)
                if stamp.kind == .link { watchWay(of: event.name, in: folder) }
                if let inner { change.formUnion(FolderChange(folders: watch(inner))) }
            } else if stamp.kind == .link {
                watchLink(event.name, in: folder)
            }
        }

        /// Stops watching a folder that was moved elsewhere, along with its subfolders.
        func forget(_ path: [UInt8]) {
            let below = path + [UInt8(ascii: "/")]
            for (number, places) in watched {
                let rest = places.filter { $0.folder != path && !$0.folder.starts(with: below) }
                if rest.count == places.count { continue }
                watched[number] = rest.isEmpty ? nil : rest
                if rest.isEmpty { _ = inotify_rm_watch(descriptor, number) }
            }
        }

        // Symbolic links in a store's folders lead to folders and files that other programs may replace.
        //
        // The target of a link is watched directly. Once it is gone, nothing would report its replacement. Therefore,
        // each name on the path to the target is also watched in its folder.

        private static let stepEvents =
            IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
            | IN_MASK_ADD
        /// The maximum number of links to follow, which equals the system's own limit.
        private static let mostSteps = 40

        /// Watches the names on the path from a link to its target, including further links.
        ///
        /// Does nothing for other files.
        func watchWay(of name: [UInt8], in folder: [UInt8]) {
            var path = path(of: folder).appending(name)
            for _ in 0..<Self.mostSteps {
                guard let target = Self.target(of: path), let outer = target.parent else { return }
                let step = Watched(folder: folder, link: name, step: target.lastName)
                // The folder may already be watched for other events.
                _ = add(step, Self.stepEvents, at: outer)
                path = target
            }
        }

        /// Handles an event for a name on the path to a link's target, or for the folder with that name.
        func takeStep(_ event: InotifyEvent, _ place: Watched, _ change: inout FolderChange) {
            let isGone = event.has(IN_DELETE_SELF) || event.has(IN_MOVE_SELF)
            guard let link = place.link, event.name == place.step || isGone else { return }
            let folder = place.folder
            change.insert(folder)
            let path = path(of: folder).appending(link)
            let kind = (try? SystemFiles().stamp(of: path, followingLinks: true))?.kind
            if kind == .folder, let inner = WatchedName.path(of: link, in: folder) {
                // The link now leads to a different folder than the watched one.
                forget(inner)
                watchWay(of: link, in: folder)
                change.insert(inner)
                change.formUnion(FolderChange(folders: watch(inner)))
            } else {
                watchLink(link, in: folder)
            }
        }

        /// Returns the path that a link leads to, resolved relative to the link's folder, or nil if the file is not a
        /// link.
        private static func target(of path: CalendarPath) -> CalendarPath? {
            let slash = UInt8(ascii: "/")
            // The target may have trailing slashes.
            guard let link = path.link, let last = link.lastIndex(where: { $0 != slash }) else { return nil }
            let target = Array(link[...last])
            return target.first == slash ? CalendarPath(bytes: target) : path.parent?.appending(target)
        }

        /// Returns whether other machines or programs may change a folder without a system event.
        private static func isShared(_ folder: CalendarPath) -> Bool {
            SystemCalls.fileSystemKind(folder.bytes).map { sharedKinds.contains($0) } ?? false
        }

        /// The file system types from `statfs(2)`: NFS, SMB, CIFS, SMB2, 9P, AFS (two), Coda, Ceph, Lustre, FUSE,
        /// VirtualBox, OCFS2, and GFS2.
        private static let sharedKinds: Set<UInt32> = [
            0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x0102_1997, 0x5346_414F, 0x6B41_4653, 0x7375_7245,
            0x00C3_6400, 0x0BD0_0BD0, 0x6573_5546, 0x786F_4256, 0x7461_636F, 0x0116_1970,
        ]
    }

    struct InotifyEvent {
        let number: Int32
        let mask: UInt32
        let name: [UInt8]

        init?(_ bytes: inout ArraySlice<UInt8>) {
            func word(_ index: Int) -> UInt32 {
                let place = bytes.startIndex + 4 * index
                return (0..<4).reduce(0) { sum, at in
                    #if _endian(little)
                        sum | UInt32(bytes[place + at]) << (8 * UInt32(at))
                    #else
                        sum << 8 | UInt32(bytes[place + at])
                    #endif
                }
            }
            guard bytes.count >= 16 else { return nil }
            let length = Int(word(3))
            guard length <= bytes.count - 16 else { return nil }
            number = Int32(bitPattern: word(0))
            mask = word(1)
            // The name is padded with zeros.
            name = Array(bytes.dropFirst(16).prefix(length).prefix { $0 != 0 })
            bytes = bytes.dropFirst(16 + length)
        }

        func has(_ event: Int32) -> Bool {
            mask & UInt32(truncatingIfNeeded: event) != 0
        }
    }
#endif
