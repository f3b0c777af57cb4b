#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the operating system said when a call failed.
struct PlatformError: Error, Equatable, CustomStringConvertible {
    /// The number, such as `ENOENT`.
    let number: Int32

    /// The last failed call's `errno`.
    static var last: PlatformError { PlatformError(number: errno) }

    /// The text of the last failed call's `errno`, such as `No such file or directory`.
    static var lastText: String { last.description }

    /// The system's text for the number.
    var description: String {
        guard let text = unsafe strerror(number) else { return "error \(number)" }
        return unsafe String(cString: text)
    }
}
