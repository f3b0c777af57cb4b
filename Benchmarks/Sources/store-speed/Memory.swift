import Foundation

/// The memory use of this process and of the system's file cache.
enum Memory {
    /// Returns the resident memory of this process in bytes, or 0 if it is unknown.
    static func resident() -> Int {
        guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
            let kilobytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) })
        else { return 0 }
        return kilobytes * 1024
    }

    /// Drops the system's file cache.
    ///
    /// Returns false if that is not permitted.
    static func dropCaches() -> Bool {
        sync()
        guard let file = FileHandle(forWritingAtPath: "/proc/sys/vm/drop_caches") else { return false }
        return (try? file.write(contentsOf: Data("3".utf8))) != nil
    }
}

/// A temporary folder that is deleted after use.
enum Scratch {
    /// Creates a folder inside another one, and afterward deletes it and all folders whose names start with its name.
    nonisolated(nonsending) static func use(
        _ outer: String,
        _ body: nonisolated(nonsending) (String) async throws -> Void
    ) async throws {
        let folder = "\(outer)/store-speed-\(ProcessInfo.processInfo.processIdentifier)"
        let files = FileManager.default
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { for suffix in ["", ".state", ".bare"] { try? files.removeItem(atPath: folder + suffix) } }
        try await body(folder)
    }
}
