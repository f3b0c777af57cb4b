#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the process tells its caller.
///
/// Wrong usage is 64, which ArgumentParser says itself.
package enum ExitStatus: Int32, Sendable {
    /// Every input gave a calendar.
    case success = 0
    /// An input gave none, or a diagnostic was found in strict mode, or the output could not be written.
    case failure = 1

    /// Ends the process.
    package func exit() -> Never {
        #if canImport(Glibc)
            Glibc.exit(rawValue)
        #elseif canImport(Musl)
            Musl.exit(rawValue)
        #else
            Darwin.exit(rawValue)
        #endif
    }
}
