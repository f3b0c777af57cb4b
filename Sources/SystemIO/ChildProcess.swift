/// A child process that is killed when the object is released.
package final class ChildProcess {
    package enum End: Sendable, Hashable {
        case exited(Int32)
        case signalled(Int32)
        /// The exit status is unavailable because the program ignores SIGCHLD or reaps all children itself.
        case unknown
    }

    private let identifier: pid_t
    private var end: End?
    /// A lock that prevents a child from starting between the creation of a pipe and the time it is marked
    /// close-on-exec.
    private static let starting = Lock(false)

    /// Starts a program with arguments; the first argument is the program's name.
    ///
    /// The descriptors become 0, 1, 2 and so on in the child, which inherits no other close-on-exec descriptors. The
    /// given `variables` are added to the child's environment; their values must not contain zero bytes.
    package init(
        _ program: [UInt8],
        _ arguments: [[UInt8]],
        descriptors: [Int32],
        adding variables: [(name: String, value: String)] = []
    ) throws(PlatformError) {
        let (number, error) = Self.starting.withLock { _ in
            Self.spawn(program, arguments, descriptors, Self.environment(adding: variables))
        }
        if error != 0 { throw PlatformError(number: error) }
        identifier = number
    }

    deinit {
        if end == nil { kill() }
    }

    package static func whileNoneStarts<Value: Sendable>(
        _ body: () throws(PlatformError) -> Value
    ) throws(PlatformError) -> Value {
        try starting.withLock { _ in
            Result { () throws(PlatformError) in try body() }
        }.get()
    }

    package func wait(seconds: Double) -> End? {
        if let end { return end }
        let deadline = ContinuousClock.now + .milliseconds(Int(seconds * 1000))
        var pause: UInt32 = 200
        while !look(WNOHANG) {
            guard ContinuousClock.now < deadline else { return nil }
            _ = usleep(pause)
            pause = min(pause * 2, 10_000)
        }
        return end
    }

    @discardableResult
    package func kill() -> End {
        if let end { return end }
        _ = systemKill(identifier, SIGKILL)
        while !look(0), errno == EINTR {}
        return end ?? .signalled(SIGKILL)
    }

    private func look(_ options: Int32) -> Bool {
        var status: Int32 = 0
        let found = unsafe waitpid(identifier, &status, options)
        if found < 0, errno == ECHILD {
            // If SIGCHLD is ignored, the system discards exit statuses and may already have reused the process ID.
            end = .unknown
            return true
        }
        guard found == identifier else { return false }
        let signal = status & 0x7F
        end = signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
        return true
    }

    private static func spawn(
        _ program: [UInt8],
        _ arguments: [[UInt8]],
        _ descriptors: [Int32],
        _ environment: [[UInt8]]
    ) -> (pid_t, Int32) {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
            let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_CLOEXEC_DEFAULT
        #else
            var actions = unsafe posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
            let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        #endif
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        // Move the descriptors out of the way first, since otherwise one could overwrite another.
        var copies: [Int32] = []
        defer { for copy in copies { close(copy) } }
        for (place, number) in descriptors.enumerated() {
            let copy = fcntl(number, F_DUPFD_CLOEXEC, Int32(descriptors.count))
            guard copy >= 0 else { return (0, errno) }
            copies.append(copy)
            unsafe posix_spawn_file_actions_adddup2(&actions, copy, Int32(place))
        }
        var none = sigset_t()
        var usual = sigset_t()
        unsafe sigemptyset(&none)
        unsafe sigemptyset(&usual)
        // Reset the signals that this process ignores in order to handle write errors. Other signals that the caller
        // ignores, as with `nohup`, remain ignored in the child.
        for number in [SIGPIPE, SIGXFSZ] { unsafe sigaddset(&usual, number) }
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        let words = unsafe strings(of: arguments)
        let variables = unsafe strings(of: environment)
        defer {
            for place in 0..<arguments.count { unsafe free(words[place]) }
            for place in 0..<environment.count { unsafe free(variables[place]) }
        }
        var number: pid_t = 0
        let error = unsafe withCPath(program) { name in
            unsafe posix_spawn(&number, name, &actions, &attributes, words, variables)
        }
        return (number, error)
    }

    /// Returns copies of strings as a nil-terminated array, as the system expects.
    private static func strings(of texts: [[UInt8]]) -> [UnsafeMutablePointer<CChar>?] {
        unsafe texts.map { text in unsafe withCPath(text) { unsafe strdup($0) } } + [nil]
    }

    /// Returns this process's environment with additional variables, which override existing variables with the same
    /// name.
    private static func environment(adding variables: [(name: String, value: String)]) -> [[UInt8]] {
        let new = variables.map { Array("\($0.name)=\($0.value)".utf8) }
        let names = variables.map { Array("\($0.name)=".utf8) }
        var all: [[UInt8]] = []
        var place = 0
        while let entry = unsafe environ[place] {
            let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: entry, count: strlen(entry)))
            if !names.contains(where: { bytes.starts(with: $0) }) { all.append(bytes) }
            place += 1
        }
        return all + new
    }
}

/// Calls the system's `kill`; the different name avoids a conflict with the `kill` method.
private func systemKill(_ identifier: pid_t, _ signal: Int32) -> Int32 { kill(identifier, signal) }

/// The path to the running executable.
///
/// On Linux, the path remains valid even if another file replaces the executable.
package var ownProgram: [UInt8] {
    #if os(Linux)
        return Array("/proc/self/exe".utf8)
    #elseif canImport(Darwin)
        var size: UInt32 = 0
        unsafe _ = _NSGetExecutablePath(nil, &size)
        var name = [CChar](repeating: 0, count: Int(size) + 1)
        guard unsafe _NSGetExecutablePath(&name, &size) == 0 else {
            return Array((CommandLine.arguments.first ?? "").utf8)
        }
        return name.map { UInt8(bitPattern: $0) }
    #else
        return Array((CommandLine.arguments.first ?? "").utf8)
    #endif
}
