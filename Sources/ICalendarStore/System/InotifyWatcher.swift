#if os(Linux)
    import ICalendar

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// Has the system tell what changes in the folders of a store.
    ///
    /// Only one thread uses it after it was made.
    final class InotifyWatcher: @unchecked Sendable {
        // Made by one thread and then used by another alone, which is what makes this Sendable.
        private let root: CalendarPath
        private let files: any StoreFiles
        private let delay: Duration
        private let descriptor: Int32
        /// The folder of each number that the system gave.
        private var folders: [Int32: [UInt8]] = [:]
        /// Whether the system can no longer tell everything.
        private var isLost = false

        private static let events =
            IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_ATTRIB | IN_DELETE_SELF
            | IN_MOVE_SELF

        /// Watches the folder of a store and those in it; nil when the system does not let all of them be watched.
        init?(_ root: CalendarPath, files: any StoreFiles, delay: Duration) {
            self.root = root
            self.files = files
            self.delay = delay
            descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
            guard descriptor >= 0 else { return nil }
            _ = watch([])
            if isLost || folders.isEmpty { return nil }
        }

        deinit {
            if descriptor >= 0 { _ = close(descriptor) }
        }

        /// Tells changes until it is cancelled, or until the system cannot tell all of them any longer.
        func run(_ shared: SharedChanges) {
            while !shared.wait(for: descriptor, atMost: nil) {
                var change = FolderChange()
                readEvents(&change)
                if change.isEmpty && !isLost { continue }
                // What comes in the next moment is told together with this.
                let deadline = ContinuousClock.now + delay
                while !isLost {
                    let rest = deadline - .now
                    if rest <= .zero { break }
                    if shared.wait(for: descriptor, atMost: rest) { return }
                    readEvents(&change)
                }
                shared.add(change)
                if isLost { return }
            }
        }

        /// Watches a folder and those in it, and says which they are.
        ///
        /// Each is watched before it is listed, so that what comes into it meanwhile is told.
        private func watch(_ first: [UInt8]) -> Set<[UInt8]> {
            var watched: Set<[UInt8]> = []
            var pending = [first]
            while let path = pending.popLast() {
                let folder = path.isEmpty ? root : root.appending(path)
                let number = unsafe folder.withCString { name in
                    unsafe inotify_add_watch(descriptor, name, UInt32(Self.events | IN_ONLYDIR))
                }
                guard number >= 0 else {
                    // One that may not be listed cannot be watched, and changes in it cannot be seen in any way.
                    if errno == ENOSPC || errno == ENOMEM || path.isEmpty { isLost = true }
                    continue
                }
                folders[number] = path
                watched.insert(path)
                for entry in (try? files.entries(of: folder)) ?? [] where entry.stamp.kind == .folder {
                    if let inner = WatchedFolders.path(of: entry.name, in: path) { pending.append(inner) }
                }
            }
            return watched
        }

        /// Takes what the system has to tell.
        private func readEvents(_ change: inout FolderChange) {
            while !isLost {
                let capacity = 1 << 14
                let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                    count = max(
                        0,
                        SystemFiles.retrying { unsafe read(descriptor, buffer.baseAddress, capacity) }
                    )
                }
                if bytes.isEmpty { return }
                var rest = bytes[...]
                while let event = InotifyEvent(&rest) { take(event, &change) }
            }
        }

        private func take(_ event: InotifyEvent, _ change: inout FolderChange) {
            if event.has(IN_Q_OVERFLOW) {
                // Folders may have come of which nothing was told.
                change.isEverything = true
                _ = watch([])
                return
            }
            guard let folder = folders[event.number] else { return }
            if event.has(IN_IGNORED) || event.has(IN_UNMOUNT) {
                folders[event.number] = nil
                change.folders.insert(folder)
                if folder.isEmpty { isLost = true }
            } else if event.has(IN_DELETE_SELF) || event.has(IN_MOVE_SELF) {
                change.folders.insert(folder)
                // The store's own folder has gone; another one may come in its place.
                if folder.isEmpty {
                    change.isEverything = true
                    isLost = true
                }
            } else if event.name.isEmpty {
                change.folders.insert(folder)
            } else if !WatchedFolders.isIgnored(event.name) {
                takeName(event, folder, &change)
            }
        }

        /// What is told of a name in a folder.
        private func takeName(_ event: InotifyEvent, _ folder: [UInt8], _ change: inout FolderChange) {
            // A file that is made is told when it is closed; a folder or a link is never written.
            let path = root.appending(folder.isEmpty ? event.name : folder + [UInt8(ascii: "/")] + event.name)
            if event.has(IN_CREATE), !event.has(IN_ISDIR) {
                let stamp = try? files.stamp(of: path, followingLinks: false)
                // A second name of a file is made without anything being written, too.
                if stamp?.kind == .regular, !hasOtherNames(path) { return }
            }
            change.folders.insert(folder)
            guard let inner = WatchedFolders.path(of: event.name, in: folder) else { return }
            if event.has(IN_MOVED_FROM) || event.has(IN_DELETE) {
                forget(inner)
            }
            if event.has(IN_CREATE) || event.has(IN_MOVED_TO) || event.has(IN_ATTRIB),
                (try? files.stamp(of: path, followingLinks: true))?.kind == .folder
            {
                // What came into it before it was watched is found by who lists it now.
                change.folders.formUnion(watch(inner))
            }
        }

        private func hasOtherNames(_ path: CalendarPath) -> Bool {
            var status = stat()
            return unsafe path.withCString { unsafe lstat($0, &status) } == 0 && status.st_nlink > 1
        }

        /// Stops watching a folder that went elsewhere, and those in it.
        private func forget(_ path: [UInt8]) {
            for (number, folder) in folders
            where folder == path || folder.starts(with: path + [UInt8(ascii: "/")]) {
                folders[number] = nil
                _ = inotify_rm_watch(descriptor, number)
            }
        }
    }

    /// What the system tells of one change.
    private struct InotifyEvent {
        let number: Int32
        let mask: UInt32
        /// The name in the folder; empty for the folder itself.
        let name: [UInt8]

        /// Takes an event off the bytes that the system gave; nil when there is none left.
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
            // The name is filled up with zeros.
            name = Array(bytes.dropFirst(16).prefix(length).prefix { $0 != 0 })
            bytes = bytes.dropFirst(16 + length)
        }

        func has(_ event: Int32) -> Bool {
            mask & UInt32(truncatingIfNeeded: event) != 0
        }
    }
#endif
