#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the operating system said when a call failed.
package struct PlatformError: Error, Hashable, CustomStringConvertible {
    /// The number, such as `ENOENT`.
    package let number: Int32

    /// The error of a number.
    package init(number: Int32) {
        self.number = number
    }

    /// The last failed call's `errno`.
    package static var last: PlatformError { PlatformError(number: errno) }

    /// The text of the last failed call's `errno`, such as `No such file or directory`.
    package static var lastText: String { last.description }

    /// The system's text for the number.
    package var description: String {
        guard let text = unsafe strerror(number) else { return "error \(number)" }
        return unsafe String(cString: text)
    }
}
