#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Finds the calendar files in a folder and in all folders below it.
public enum CalendarFolder {
    /// The paths of all regular files called `*.ics` (in any case) in `folder` and below, each folder sorted by the
    /// bytes of its names, and an error for each folder below that could not be read.
    ///
    /// Names that start with a dot are passed over: they are other programs' own. Symbolic links are followed; a folder that is reached twice is read once, so loops end. Throws `.unreadable`
    /// when `folder` itself cannot be read.
    public static func files(
        in folder: String
    ) throws(CalendarError) -> (paths: [String], failures: [CalendarError]) {
        var paths: [String] = []
        var failures: [CalendarError] = []
        var seen: Set<Identity> = []
        // The next path to visit is the last one, so that no depth of folders can exhaust the stack.
        var pending = [folder]
        while let path = pending.popLast() {
            guard let (identity, kind) = identify(path) else {
                if path == folder { throw unreadable(path) }
                // A broken link, or a file that went away since its folder was listed.
                if isCalendarName(path) { failures.append(unreadable(path)) }
                continue
            }
            if kind == S_IFREG {
                if isCalendarName(path) || path == folder { paths.append(path) }
                continue
            }
            guard kind == S_IFDIR, seen.insert(identity).inserted else { continue }
            guard let names = names(in: path) else {
                let failure = unreadable(path)
                if path == folder { throw failure }
                failures.append(failure)
                continue
            }
            let prefix = path.hasSuffix("/") ? path : path + "/"
            pending.append(contentsOf: names.reversed().map { prefix + $0 })
        }
        return (paths, failures)
    }

    /// Whether a path names a folder, or a link to one.
    public static func isFolder(_ path: String) -> Bool {
        identify(path)?.1 == S_IFDIR
    }

    /// What tells one file from all others, whatever its path.
    private struct Identity: Hashable {
        let device: UInt64
        let number: UInt64
    }

    private static func unreadable(_ path: String) -> CalendarError {
        CalendarError(.unreadable, file: path, "cannot be read: \(PlatformError.lastText)")
    }

    private static func isCalendarName(_ path: String) -> Bool {
        path.utf8.count > 4 && path.suffix(4).lowercased() == ".ics"
    }

    private static func identify(_ path: String) -> (Identity, mode_t)? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        let identity = Identity(
            device: UInt64(truncatingIfNeeded: status.st_dev),
            number: UInt64(truncatingIfNeeded: status.st_ino)
        )
        return (identity, status.st_mode & S_IFMT)
    }

    /// The names in a folder that are not hidden, sorted; nil when it cannot be read.
    private static func names(in path: String) -> [String]? {
        guard let stream = unsafe opendir(path) else { return nil }
        defer { unsafe _ = closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return names
    }
}
