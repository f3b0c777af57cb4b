import SystemIO

/// Finds the calendar files in a folder and in all folders below it.
///
/// ```swift
/// let (paths, failures) = try CalendarFolder.files(in: "calendars")
/// for path in paths { print(try CalendarFile(contentsOf: path).calendars.count, path) }
/// for failure in failures { print(failure) }
/// ```
public enum CalendarFolder {
    /// The paths of all regular files called `*.ics` (in any case) in `folder` and below, each folder sorted by the
    /// bytes of its names, and an error for each entry below that could not be looked at.
    ///
    /// Names that start with a dot are passed over: they are other programs' own. Symbolic links are followed; a
    /// folder or file that is reached twice is given once, so loops end. Throws `.unreadable` when `folder` itself
    /// cannot be read.
    ///
    /// ```swift
    /// let (paths, failures) = try CalendarFolder.files(in: CalendarPath("calendars"))
    /// print(paths.count, "calendars,", failures.count, "that could not be looked at")
    /// ```
    public static func files(
        in folder: CalendarPath
    ) throws(CalendarError) -> (paths: [CalendarPath], failures: [CalendarError]) {
        let (files, failures) = try identifiedFiles(in: folder)
        return (files.map(\.path), failures)
    }

    /// The same with what tells each file from all others.
    ///
    /// ```swift
    /// let (files, _) = try CalendarFolder.identifiedFiles(in: CalendarPath("calendars"))
    /// let bytes = files.reduce(0) { $0 + $1.identity.size }
    /// ```
    public static func identifiedFiles(
        in folder: CalendarPath
    ) throws(CalendarError) -> (
        files: [(path: CalendarPath, identity: FileIdentity)], failures: [CalendarError]
    ) {
        var files: [(path: CalendarPath, identity: FileIdentity)] = []
        var failures: [CalendarError] = []
        var seen: Set<FileIdentity> = []
        // The next path to visit is the last one, so that no depth of folders can exhaust the stack.
        var pending = [folder]
        while let path = pending.popLast() {
            do throws(PlatformError) {
                let identity = try path.identified().get()
                switch identity.kind {
                case .regular where isCalendarName(path.bytes) || path == folder:
                    if seen.insert(identity).inserted { files.append((path, identity)) }
                case .folder where seen.insert(identity).inserted:
                    pending.append(contentsOf: try names(in: path).reversed().map { path.appending($0) })
                default: break
                }
            } catch {
                if path == folder { throw path.unreadable(error) }
                // Something else than a calendar went away since its folder was listed, or is a link to nothing.
                if error.number == ENOENT, !isCalendarName(path.bytes) { continue }
                failures.append(path.unreadable(error))
            }
        }
        return (files, failures)
    }

    /// The same for a folder whose path is a text: `try CalendarFolder.files(in: "calendars").paths`.
    public static func files(
        in folder: String
    ) throws(CalendarError) -> (paths: [CalendarPath], failures: [CalendarError]) {
        try files(in: CalendarPath(folder))
    }

    private static func isCalendarName(_ path: [UInt8]) -> Bool {
        // A bit makes capitals small, and leaves the dot alone.
        path.count > 4 && zip(path.suffix(4), ".ics".utf8).allSatisfy { $0 | 0x20 == $1 }
    }

    /// The names in a folder that are not hidden, sorted.
    ///
    /// Throws when it cannot be read to its end.
    private static func names(in path: CalendarPath) throws(PlatformError) -> [[UInt8]] {
        guard let stream = unsafe path.withCString({ unsafe opendir($0) }) else { throw .last }
        defer { unsafe _ = closedir(stream) }
        var names: [[UInt8]] = []
        errno = 0
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe Array(bytes.prefix { $0 != 0 })
            }
            if name.first != UInt8(ascii: ".") { names.append(name) }
            errno = 0
        }
        if errno != 0 { throw .last }
        names.sort { $0.lexicographicallyPrecedes($1) }
        return names
    }
}
