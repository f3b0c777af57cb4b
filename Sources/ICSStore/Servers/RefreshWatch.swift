#if CommandLine
    import ICalendar
    import ICalendarStore
    import ICalendarSync
    import SystemIO

    /// Refreshes accounts at an interval and when their folders change, until a signal arrives.
    struct RefreshWatch {
        let folder: CalendarPath
        let seconds: Int
        let refresh: AccountRefresh
        let settings: () throws -> [AccountSettings]

        /// The debounce time, in milliseconds, which lets a program finish writing its files.
        private static let settling = 500
        /// The polling interval, in milliseconds, for systems that cannot report changes.
        private static let polling = 2_000

        func run(isFull: Bool) async throws {
            guard let signal = StopSignals.catching() else {
                throw CommandError("cannot watch: too many open files")
            }
            let watch = FolderWatch(folder)
            var isFirst = true
            var wanted = try settings()
            var known = watch.isPolling ? try stamps() : [:]
            while true {
                for account in wanted {
                    try await refresh(account, isFull: isFull && isFirst, signal)
                }
                isFirst = false
                guard let next = try await pause(watch, &known, signal) else {
                    return StopSignals.endIfCaught()
                }
                wanted = next
            }
        }

        /// Refreshes an account.
        ///
        /// A signal cancels the transfers and then ends the program.
        private func refresh(_ account: AccountSettings, isFull: Bool, _ signal: Int32) async throws {
            let task = Task { [refresh] in
                try await refresh.refresh(account, isFull: isFull, mayAsk: false)
            }
            let ending = Wakening()
            let watcher = WorkerThread {
                while ending?.wait(for: signal) == false {
                    guard OpenDescriptor.wait(for: [signal], milliseconds: 0)[0] else { continue }
                    return task.cancel()
                }
            }
            watcher?.detach()
            let result = await task.result
            ending?.end()
            StopSignals.endIfCaught()
            _ = try result.get()
        }

        /// Waits for a change or the end of the interval.
        ///
        /// Returns the accounts to refresh, or nil after a signal.
        private func pause(
            _ watch: FolderWatch,
            _ known: inout [String: [[UInt8]: FileStamp]],
            _ signal: Int32
        ) async throws -> [AccountSettings]? {
            let end = ContinuousClock.now + .seconds(seconds)
            while ContinuousClock.now < end {
                let left = Int((end - ContinuousClock.now).components.seconds * 1000 + 1)
                let changes = watch.isPolling ? nil : watch.descriptor
                let most = changes == nil ? min(left, Self.polling) : left
                let ready = await Self.wait([signal] + (changes.map { [$0] } ?? []), most)
                if ready[0] { return nil }
                var names: Set<String>
                if changes == nil {
                    let now = try stamps()
                    names = Set(now.keys.filter { now[$0] != known[$0] })
                    known = now
                } else {
                    guard ready[1] else { continue }
                    if await Self.wait([signal], Self.settling)[0] { return nil }
                    let change = watch.take()
                    if watch.isPolling { known = try stamps() }
                    if change.isEverything { return try settings() }
                    names = Set(
                        change.folders.map { String(decoding: $0.prefix { $0 != 0x2F }, as: UTF8.self) }
                    )
                }
                let changed = try settings().filter { $0.kind == .calDAV && names.contains($0.name) }
                if !changed.isEmpty { return changed }
            }
            return try settings()
        }

        /// Returns the stamps of each CalDAV account's calendar files.
        private func stamps() throws -> [String: [[UInt8]: FileStamp]] {
            let files = SystemFiles()
            let slash = [UInt8(ascii: "/")]
            var all: [String: [[UInt8]: FileStamp]] = [:]
            for account in try settings() where account.kind == .calDAV {
                let path = Array(account.name.utf8)
                var stamps: [[UInt8]: FileStamp] = [:]
                for folderName in (try? files.names(in: folder.appending(path))) ?? [] {
                    let calendar = path + slash + folderName.name
                    for file in (try? files.entries(of: folder.appending(calendar))) ?? []
                    where ItemName.isItem(file.name) {
                        stamps[calendar + slash + file.name] = file.stamp
                    }
                }
                all[account.name] = stamps
            }
            return all
        }

        /// Waits on a separate thread, since tasks share a small number of threads.
        static func wait(_ descriptors: [Int32], _ milliseconds: Int) async -> [Bool] {
            await withCheckedContinuation { continuation in
                let thread = WorkerThread {
                    continuation.resume(
                        returning: OpenDescriptor.wait(for: descriptors, milliseconds: milliseconds)
                    )
                }
                guard let thread else {
                    return continuation.resume(returning: descriptors.map { _ in false })
                }
                thread.detach()
            }
        }
    }
#endif
