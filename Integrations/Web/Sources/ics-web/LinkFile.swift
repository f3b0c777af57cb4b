import Foundation

/// A private file that leads to a link.
///
/// The arguments of a process are visible to everyone on the machine, so the link itself cannot be one.
enum LinkFile {
    /// Opens a link in the person's browser.
    static func open(_ link: String) {
        let parent = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? NSTemporaryDirectory()
        let folder = URL(filePath: parent).appending(path: "ics-web-\(UUID().uuidString)")
        let file = folder.appending(path: "calendar.html")
        let page = """
            <!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Calendar</title>
            <meta http-equiv="refresh" content="0;url=\(link)"><a href="\(link)">Open the calendar</a></html>

            """
        do {
            // The folder is private before it contains the file.
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
            try Data(page.utf8).write(to: file)
            let opener = Process()
            opener.executableURL = URL(filePath: "/usr/bin/env")
            opener.arguments = ["xdg-open", file.path]
            opener.standardOutput = FileHandle.nullDevice
            opener.standardError = FileHandle.nullDevice
            try opener.run()
        } catch {
            // The printed link works as well.
        }
        // The link works once; the file is of no use after that.
        Task {
            try? await Task.sleep(for: .seconds(60))
            try? FileManager.default.removeItem(at: folder)
        }
    }
}
