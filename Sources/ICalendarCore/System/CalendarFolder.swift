import SystemIO

/// A search for the calendar files in a folder and its subfolders.
///
/// ```swift
/// let (paths, failures) = try CalendarFolder.files(in: "calendars")
/// for path in paths { print(try CalendarFile(contentsOf: path).calendars.count, path) }
/// for failure in failures { print(failure) }
/// ```
public enum CalendarFolder {
    /// Returns the paths of all regular files named `*.ics` (in any case) in `folder` and its subfolders.
    ///
    /// Also returns an error for each entry that cannot be examined.
    ///
    /// The entries of each folder are sorted by the bytes of their names. Names that start with a dot are ignored,
    /// because they belong to other programs. Symbolic links are followed. A file or folder reached twice is listed
    /// only once, so cycles are harmless.
    ///
    /// - Throws: `.unreadable` if `folder` itself cannot be read.
    ///
    /// ```swift
    /// let (paths, failures) = try CalendarFolder.files(in: "calendars")
    /// print(paths.count, "calendars,", failures.count, "that could not be looked at")
    /// ```
    public static func files(
        in folder: CalendarPath
    ) throws(CalendarError) -> (paths: [CalendarPath], failures: [CalendarError]) {
        let (files, failures) = try identifiedFiles(in: folder)
        return (files.map(\.path), failures)
    }

    /// Returns the calendar files in a folder and its subfolders, along with their file identities.
    package static func identifiedFiles(
        in folder: CalendarPath
    ) throws(CalendarError) -> (
        files: [(path: CalendarPath, identity: FileIdentity)], failures: [CalendarError]
    ) {
        var files: [(path: CalendarPath, identity: FileIdentity)] = []
        var failures: [CalendarError] = []
        var seen: Set<FileIdentity> = []
        // The last path is visited next. An explicit stack allows folders nested to any depth.
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
                // The entry is not named like a calendar file. It was removed after its folder was listed, or it is a
                // dangling link.
                if error.number == ENOENT, !isCalendarName(path.bytes) { continue }
                failures.append(path.unreadable(error))
            }
        }
        return (files, failures)
    }

    private static func isCalendarName(_ path: [UInt8]) -> Bool {
        // Setting this bit converts letters to lowercase and leaves the dot unchanged.
        path.count > 4 && zip(path.suffix(4), ".ics".utf8).allSatisfy { $0 | 0x20 == $1 }
    }

    /// Returns whether a folder contains no visible files or folders.
    package static func isEmpty(_ folder: CalendarPath) throws(CalendarError) -> Bool {
        do throws(PlatformError) { return try names(in: folder).isEmpty } catch {
            throw folder.unreadable(error)
        }
    }

    /// Returns the sorted names of the visible entries in a folder.
    ///
    /// - Throws: The system error if the folder cannot be read completely.
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
