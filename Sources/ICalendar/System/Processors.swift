#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How many processors there are for this process.
enum Processors {
    /// The processors that the process may run on, at least one: those that the system has, and on Linux only those
    /// that `taskset` or a container leaves to it.
    static let available: Int = max(1, allowed ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    /// How many the system lets this process run on, or nil when it does not say.
    private static var allowed: Int? {
        #if canImport(Glibc) || canImport(Musl)
            // Swift does not see this function, as the headers call it an extension of GNU.
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
