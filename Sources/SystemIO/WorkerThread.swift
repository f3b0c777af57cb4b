/// A system thread that runs one function.
///
/// The thread's stack is as large as a main thread's, because C code that frees a tree recurses for each nesting level.
@safe
package struct WorkerThread {
    private static let stackSize = 8 << 20

    private let thread: pthread_t

    /// The CPU time that the current thread has used, which does not depend on the load from other programs.
    package static var processorTime: Duration {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return .zero }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Starts a thread, or returns nil if the system cannot create one.
    package init?(_ body: @escaping @Sendable () -> Void) {
        var attributes = pthread_attr_t()
        guard unsafe pthread_attr_init(&attributes) == 0 else { return nil }
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setstacksize(&attributes, WorkerThread.stackSize)
        let work = unsafe Unmanaged.passRetained(Work(body))
        #if canImport(Darwin)
            var started: pthread_t?
        #else
            var started = pthread_t()
        #endif
        let failure = unsafe pthread_create(&started, &attributes, runWork, work.toOpaque())
        guard failure == 0 else {
            unsafe work.release()
            return nil
        }
        #if canImport(Darwin)
            guard let thread = unsafe started else { return nil }
            unsafe self.thread = thread
        #else
            thread = started
        #endif
    }

    /// Lets the thread run independently, as an alternative to ``join()``; call this method only once.
    package func detach() {
        #if canImport(Darwin)
            unsafe _ = pthread_detach(thread)
        #else
            _ = pthread_detach(thread)
        #endif
    }

    package func join() {
        #if canImport(Darwin)
            unsafe _ = pthread_join(thread, nil)
        #else
            _ = pthread_join(thread, nil)
        #endif
    }
}

/// A thread's function, wrapped in an object so that a reference to it can be passed through C.
private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}

// The platforms differ on whether the argument can be nil.
#if canImport(Darwin)
    private func runWork(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
    }
#else
    private func runWork(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
    }
#endif

package enum Processors {
    /// The number of processors available to the process, which is at least 1.
    ///
    /// On Linux, `taskset` or a container can limit this number.
    package static let available: Int = max(1, allowed ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    /// The number of processors that the system allows for this process, or nil if it is unknown.
    private static var allowed: Int? {
        #if canImport(Glibc) || canImport(Musl)
            // Swift cannot import this function because it is a GNU extension.
            guard let symbol = unsafe dlsym(nil, "sched_getaffinity") else { return nil }
            typealias Function = @convention(c) (pid_t, Int, UnsafeMutableRawPointer) -> Int32
            let function = unsafe unsafeBitCast(symbol, to: Function.self)
            var set = cpu_set_t()
            guard unsafe function(0, MemoryLayout<cpu_set_t>.size, &set) == 0 else { return nil }
            return unsafe withUnsafeBytes(of: set) { bytes in
                unsafe bytes.reduce(0) { $0 + $1.nonzeroBitCount }
            }
        #else
            return nil
        #endif
    }
}
