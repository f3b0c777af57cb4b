#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the operating system said when a call failed.
enum PlatformError {
    /// The text of the last failed call's `errno`, such as `No such file or directory`.
    static var lastText: String { text(errno) }

    /// The text of an error number.
    static func text(_ number: Int32) -> String {
        guard let text = unsafe strerror(number) else { return "error \(number)" }
        return unsafe String(cString: text)
    }
}
