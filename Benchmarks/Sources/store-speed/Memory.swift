import Foundation

/// What the system says of this process's memory, and of its own.
enum Memory {
    /// Bytes of this process that are in memory; 0 where the system does not tell.
    static func resident() -> Int {
        guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
            let kilobytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) })
        else { return 0 }
        return kilobytes * 1024
    }

    /// Has the system forget all files that it keeps in memory; false where that is not allowed.
    static func dropCaches() -> Bool {
        sync()
        guard let file = FileHandle(forWritingAtPath: "/proc/sys/vm/drop_caches") else { return false }
        return (try? file.write(contentsOf: Data("3".utf8))) != nil
    }
}

/// A folder that is there for as long as it is used.
enum Scratch {
    /// Makes a folder in another one, and takes it away afterwards with what stands beside it.
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
