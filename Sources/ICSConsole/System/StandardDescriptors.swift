#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Standard input, output and error of a process that may have been started without them.
enum StandardDescriptors {
    /// Fills the places of those that are closed, so that no file which is opened later gets what is meant for them.
    ///
    /// They are filled the wrong way round: reading the one and writing to the others fails, as it does when they are
    /// closed.
    static func fill() {
        for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
            // The system gives the lowest number that is free, which is this one.
            _ = unsafe open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
        }
    }
}
