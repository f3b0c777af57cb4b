import ICSConsole
import SystemIO

/// Readable output, which is shown in a pager if it does not fit on the terminal.
enum PagedOutput {
    /// The pager to use if `PAGER` is not set.
    ///
    /// The default pager exits at once if the text fits, and it preserves colors.
    private static let usual = "less -FRX"
    /// The exit statuses of a shell that cannot find or start a program.
    private static let missing: Set<Int32> = [126, 127]

    /// Prints lines that are safe to display on a terminal.
    ///
    /// If the user closes the pager early, the output ends without an error. The pager handles Control-C.
    static func print(_ lines: [String], usesPager: Bool) throws(WriteError) {
        let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
        guard usesPager, let rows = Screen.of(.output).rows, lines.count >= rows, let pager = command,
            show(bytes, with: pager)
        else { return try Descriptor.output.write(bytes) }
    }

    /// The user's pager, or nil if `PAGER` is empty or `cat`, which disables paging.
    private static var command: String? {
        guard let named = SystemCalls.environment("PAGER") else { return usual }
        return named.isEmpty || named == "cat" ? nil : named
    }

    /// Shows text in a pager.
    ///
    /// Returns whether the pager was found.
    private static func show(_ bytes: [UInt8], with pager: String) -> Bool {
        if SystemCalls.environment("LESS") == nil { _ = unsafe setenv("LESS", "FRX", 1) }
        var input: OpenDescriptor?
        guard let child = start(pager, &input) else { return false }
        let before = signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, before) }
        // A pager that is closed early does not read the rest of the output.
        try? input?.write(bytes)
        // Release the write end of the pipe to close it.
        input = nil
        while true {
            switch child.wait(seconds: 3600) {
            case nil: continue
            case .exited(let status): return !missing.contains(status)
            case .signalled, .unknown: return true
            }
        }
    }

    private static func start(_ pager: String, _ input: inout OpenDescriptor?) -> ChildProcess? {
        guard let pipe = try? OpenDescriptor.pipe() else { return nil }
        let words = ["sh", "-c", pager].map { Array($0.utf8) }
        let numbers = [pipe.reading.number, Descriptor.output.number, Descriptor.error.number]
        input = pipe.writing
        return try? ChildProcess(Array("/bin/sh".utf8), words, descriptors: numbers)
    }
}
