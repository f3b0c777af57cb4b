#if canImport(Darwin)
    import Darwin
#endif

/// The running program's own file.
package enum ProgramPath {
    /// The file that is running, also when another one has taken its name since.
    package static var current: CalendarPath {
        #if os(Linux)
            return CalendarPath("/proc/self/exe")
        #elseif canImport(Darwin)
            var size: UInt32 = 0
            unsafe _ = _NSGetExecutablePath(nil, &size)
            var name = [CChar](repeating: 0, count: Int(size) + 1)
            guard unsafe _NSGetExecutablePath(&name, &size) == 0 else {
                return CalendarPath(CommandLine.arguments.first ?? "")
            }
            return CalendarPath(bytes: name.map { UInt8(bitPattern: $0) })
        #else
            return CalendarPath(CommandLine.arguments.first ?? "")
        #endif
    }
}
