#if canImport(Glibc)
    import Glibc
#endif

/// How the process gets its memory from the system.
///
/// A program that runs once and ends has no use for giving memory back before: what is free serves the next file or the
/// next rows. It asks for much at a time, as each call costs as much as reading some events: a thread's heap would else
/// grow by a page with each call. What is asked for is address space; a page is memory when it is used.
package enum Allocator {
    /// Asks for memory in large pieces and keeps it; where the C library has no such choice, nothing is done.
    ///
    /// Each thread keeps a heap of its own: in one that two share, they wait for each other thousands of times a second.
    package static func prepare() {
        #if canImport(Glibc)
            // Swift's module of the library leaves this function out, so it is looked up by its name.
            guard let program = unsafe dlopen(nil, RTLD_NOW), let symbol = unsafe dlsym(program, "mallopt")
            else { return }
            let set = unsafe unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
            _ = set(topPad, 1 << 26)
            _ = set(trimThreshold, .max)
            _ = set(mapThreshold, 1 << 25)
        #endif
    }

    // The numbers of `malloc.h`: M_TRIM_THRESHOLD, M_TOP_PAD and M_MMAP_THRESHOLD.
    private static let trimThreshold: Int32 = -1
    private static let topPad: Int32 = -2
    private static let mapThreshold: Int32 = -3
}
