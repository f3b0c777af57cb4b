#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A folder that is read recursively for `*.ics`.
///
/// Hidden names are left out. Links to files are followed, links to folders are not, so that no walk goes in circles.
struct Folder {
    /// The path as it was given.
    let path: String

    /// The folder at this path; nil when there is none.
    init?(_ path: String) {
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder else {
            return nil
        }
        self.path = path
    }

    /// The calendar files below, sorted by name folder by folder, and the folders that could not be read.
    func calendarFiles() -> (files: [String], unreadable: [String]) {
        var files: [String] = []
        var unreadable: [String] = []
        var pending = [path]
        while let folder = pending.popLast() {
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
                unreadable.append(folder)
                continue
            }
            var folders: [String] = []
            for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) })
            where !name.hasPrefix(".") {
                let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
                if Folder.isFolder(path) {
                    folders.append(path)
                } else if name.lowercased().hasSuffix(".ics") {
                    files.append(path)
                }
            }
            pending += folders.reversed()
        }
        return (files, unreadable)
    }

    /// Whether a path is a folder itself, not a link to one.
    private static func isFolder(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.type] as? FileAttributeType == .typeDirectory
    }
}
