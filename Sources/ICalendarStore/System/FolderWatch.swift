package import ICalendar

/// Says in which folders of a store files change, whoever changes them.
///
/// The system tells it (inotify on Linux); where it does not, or where no more folders can be watched, the folders are
/// looked at again and again. Changes are gathered for a moment, so that a program that writes a hundred files causes
/// one notice.
///
/// Once `init` has returned, the folders are watched: who lists them after that misses nothing. There is one consumer.
/// The thread and the descriptors go with ``cancel()``, with the consumer's task, or with the object.
package final class FolderWatch: AsyncSequence, Sendable {
    /// How to find out what changed.
    package enum Method: Sendable, Hashable {
        /// As the system can do best.
        case automatic
        /// By looking again and again.
        case polling
    }

    private let shared: SharedChanges

    /// Begins to watch the folder of a store and the folders in it, two levels deep.
    ///
    /// `delay` is how long changes are gathered; `interval` is the time between two looks where looking is needed.
    package init(
        _ folder: CalendarPath,
        method: Method = .automatic,
        delay: Duration = .milliseconds(50),
        interval: Duration = .milliseconds(100),
        files: any StoreFiles = SystemFiles()
    ) throws(FileFailure) {
        guard let shared = SharedChanges() else { throw FileFailure(.examined, folder, .last) }
        self.shared = shared
        let poller = FolderPoller(folder, files: files, interval: interval)
        #if os(Linux)
            let watcher = method == .automatic ? InotifyWatcher(folder, files: files, delay: delay) : nil
        #endif
        let started = WorkerThread {
            #if os(Linux)
                watcher?.run(shared)
            #endif
            // Where the system cannot watch, or can no longer.
            poller.run(shared)
        }
        guard let started else {
            shared.cancel()
            throw FileFailure(.examined, folder, .last)
        }
        started.detach()
        #if os(Linux)
            isPolling = watcher == nil
        #else
            isPolling = true
        #endif
    }

    /// Whether the folders are looked at again and again, as the system cannot watch them.
    package let isPolling: Bool

    deinit {
        shared.cancel()
    }

    /// Ends the sequence, and frees what it holds.
    package func cancel() {
        shared.cancel()
    }

    /// One element a moment in which something changed.
    package func makeAsyncIterator() -> Iterator {
        Iterator(watch: self, shared: shared)
    }

    /// What gives one change after the other.
    package struct Iterator: AsyncIteratorProtocol {
        /// Kept, as the watch ends with its object.
        let watch: FolderWatch
        let shared: SharedChanges

        /// What changed since the last time, as soon as something did; nil when the watch was ended.
        package mutating func next() async -> FolderChange? {
            await shared.next()
        }

        /// The same for who consumes it on an actor.
        package mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(Never) -> FolderChange? {
            await shared.next()
        }
    }
}
