/// Restrictions that a process places on itself before it reads untrusted input.
package enum ProcessLimits {
    /// The exit status of a process that reached its memory limit.
    package static let memoryStatus: Int32 = 86
    /// The signal that ends a process when it exceeds its processor time limit.
    package static let processorTimeSignal: Int32 = SIGXCPU
    package static var ownNumber: Int32 { getpid() }

    package static func name(ofSignal number: Int32) -> String {
        guard let name = unsafe strsignal(number) else { return "unknown" }
        return unsafe String(cString: name)
    }

    /// Permanently limits the address space (in bytes) and the number of open files, and disables core dumps.
    ///
    /// If `writesFiles` is false, the process cannot write to regular files either.
    ///
    /// The memory limit does not apply to a program that was built with a sanitizer, since sanitizers reserve terabytes
    /// of address space.
    ///
    /// On Linux, the process also cannot gain privileges by starting programs, and the user's other processes cannot
    /// inspect it. If the ID of its parent process is known and passed as `parent`, the process ends when its parent
    /// does. These restrictions do not apply on other systems. Restrictions that the system does not support are
    /// ignored.
    package static func apply(memory: Int, files: Int, writesFiles: Bool, parent: Int32?) {
        set(RLIMIT_CORE, 0)
        set(RLIMIT_NOFILE, files)
        if !writesFiles { set(RLIMIT_FSIZE, 0) }
        #if !canImport(Darwin)
            if !isSanitized { set(RLIMIT_AS, memory) }
            let (endWithParent, dumpable, noNewPrivileges): (Int32, Int32, Int32) = (1, 4, 38)
            control(endWithParent, UInt(SIGKILL))
            control(dumpable, 0)
            control(noNewPrivileges, 1)
        #endif
        // The parent may have ended before the request took effect.
        if let parent, getppid() != parent { _exit(1) }
        sayWhenMemoryIsShort(limit: memory)
    }

    package static func allowProcessorTime(seconds: Int) {
        var usage = rusage()
        #if canImport(Glibc)
            let own = __rusage_who_t(RUSAGE_SELF.rawValue)
        #else
            let own = RUSAGE_SELF
        #endif
        unsafe getrusage(own, &usage)
        let used = Int(usage.ru_utime.tv_sec) + Int(usage.ru_stime.tv_sec)
        set(RLIMIT_CPU, used + seconds + 1, isFinal: false)
    }

    package static func closeDescriptors(from first: Int32) {
        #if canImport(Glibc) || canImport(Musl)
            typealias Function = @convention(c) (UInt32, UInt32, Int32) -> Int32
            if let symbol = unsafe dlsym(nil, "close_range") {
                let function = unsafe unsafeBitCast(symbol, to: Function.self)
                if function(UInt32(first), .max, 0) == 0 { return }
            }
        #endif
        for number in first..<Int32(min(65_536, max(256, descriptors))) { close(number) }
    }

    package static var descriptors: Int {
        var limit = rlimit()
        #if canImport(Glibc)
            unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        #else
            unsafe getrlimit(RLIMIT_NOFILE, &limit)
        #endif
        return Int(clamping: limit.rlim_cur)
    }

    /// The physical memory in bytes, or nil if it is unknown.
    package static var machineMemory: Int? {
        let (pages, size) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
        guard pages > 0, size > 0 else { return nil }
        let (bytes, overflow) = pages.multipliedReportingOverflow(by: size)
        return overflow ? nil : bytes
    }

    #if canImport(Glibc)
        private typealias Resource = __rlimit_resource
    #else
        private typealias Resource = Int32
    #endif

    private static func set(_ resource: Resource, _ value: Int, isFinal: Bool = true) {
        #if canImport(Glibc)
            let number = __rlimit_resource_t(resource.rawValue)
        #else
            let number = resource
        #endif
        var limit = rlimit()
        guard unsafe getrlimit(number, &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, rlim_t(max(0, value)))
        if isFinal { limit.rlim_max = limit.rlim_cur }
        unsafe _ = setrlimit(number, &limit)
    }

    #if !canImport(Darwin)
        /// Whether the program was built with a sanitizer, which reserves terabytes of address space.
        private static var isSanitized: Bool {
            unsafe dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
        }

        /// Calls `prctl`, which Swift cannot import because the function is variadic.
        private static func control(_ option: Int32, _ value: UInt) {
            typealias Function = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
            guard let symbol = unsafe dlsym(nil, "prctl") else { return }
            let function = unsafe unsafeBitCast(symbol, to: Function.self)
            _ = function(option, value, 0, 0, 0)
        }
    #endif

    /// Installs a crash handler that recognizes crashes caused by a lack of memory.
    ///
    /// When Swift runs out of memory, the process crashes as it does for other errors. The handler then tries to map a
    /// quarter of the memory limit. If that fails, the process exits with ``memoryStatus``.
    private static func sayWhenMemoryIsShort(limit: Int) {
        unsafe quarter.pointee = max(1 << 20, limit / 4)
        for number in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGSEGV] {
            _ = signal(number) { number in
                #if canImport(Darwin)
                    let flags = MAP_PRIVATE | MAP_ANON
                #else
                    let flags = MAP_PRIVATE | MAP_ANONYMOUS
                #endif
                if unsafe mmap(nil, quarter.pointee, PROT_NONE, flags, -1, 0) == MAP_FAILED {
                    _exit(ProcessLimits.memoryStatus)
                }
                _ = signal(number, SIG_DFL)
                _ = raise(number)
            }
        }
    }
}

/// A quarter of the memory limit.
///
/// The variable is global because a signal handler cannot capture values.
private nonisolated(unsafe) let quarter = UnsafeMutablePointer<Int>.allocate(capacity: 1)
