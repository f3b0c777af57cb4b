import ICalendar

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the thread that watches and the one that is told share.
@safe
final class SharedChanges: Sendable {
    private struct State: Sendable {
        var pending = FolderChange()
        var isCancelled = false
        var waiting: CheckedContinuation<FolderChange?, Never>?

        /// Takes what is to be told, if there is anything.
        mutating func take() -> FolderChange? {
            if pending.isEmpty { return nil }
            defer { pending = FolderChange() }
            return pending
        }
    }

    private let state = Monitor(State())
    /// Something to read when the thread shall end.
    let wakening: Int32
    private let writing: Int32

    /// A state in which nothing has changed; nil when there are no more descriptors.
    init?() {
        guard let pipe = SystemCalls.pipe() else { return nil }
        wakening = pipe.reading
        writing = pipe.writing
    }

    deinit {
        // Both the thread and the watch hold this object, so nobody uses the descriptors any longer.
        _ = close(wakening)
        _ = close(writing)
    }

    /// Whether the thread shall end.
    var isCancelled: Bool { state.change { $0.isCancelled } }

    /// Tells a change, now or when somebody asks next.
    func add(_ change: FolderChange) {
        if change.isEmpty { return }
        let told = state.change { state -> (CheckedContinuation<FolderChange?, Never>, FolderChange)? in
            state.pending.formUnion(change)
            guard let waiting = state.waiting, let taken = state.take() else { return nil }
            state.waiting = nil
            return (waiting, taken)
        }
        if let told { told.0.resume(returning: told.1) }
    }

    /// Ends everything.
    func cancel() {
        let waiting = state.change { state in
            state.isCancelled = true
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: nil)
        var byte: UInt8 = 0
        unsafe _ = write(writing, &byte, 1)
    }

    /// Waits for a change; nil when it was cancelled.
    ///
    /// A second one who waits ends the first one's waiting.
    func next() async -> FolderChange? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (resumed, change) = state.change {
                    state -> (CheckedContinuation<FolderChange?, Never>?, FolderChange?) in
                    if state.isCancelled { return (continuation, nil) }
                    if let change = state.take() { return (continuation, change) }
                    defer { state.waiting = continuation }
                    return (state.waiting, nil)
                }
                resumed?.resume(returning: change)
            }
        } onCancel: {
            cancel()
        }
    }

    /// Waits until something can be read or the time is over; true when the thread shall end.
    func wait(for descriptor: Int32?, atMost duration: Duration?) -> Bool {
        var polled = [pollfd(fd: wakening, events: Int16(POLLIN), revents: 0)]
        if let descriptor { polled.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
        let parts = duration?.components
        // Rounded up, as none at all would be a busy loop.
        let milliseconds = parts.map {
            Int32(clamping: $0.seconds * 1000 + $0.attoseconds / 1_000_000_000_000_000 + 1)
        }
        _ = unsafe poll(&polled, nfds_t(polled.count), milliseconds ?? -1)
        return isCancelled
    }
}
