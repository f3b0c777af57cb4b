import Foundation

/// A private HTML file that redirects to a link.
///
/// Process arguments are visible to everyone on the machine, so the link itself must not be an argument.
struct LinkFile: Sendable {
    private let folder: URL

    /// Writes the file.
    init(_ link: String) throws {
        let parent = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? NSTemporaryDirectory()
        folder = URL(filePath: parent).appending(path: "ics-web-\(UUID().uuidString)")
        let page = """
            <!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Calendar</title>
            <meta http-equiv="refresh" content="0;url=\(link)"><a href="\(link)">Open the calendar</a></html>

            """
        // Make the folder private before writing the file.
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        try Data(page.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }

    private var file: URL { folder.appending(path: "calendar.html") }

    /// Opens the file in the user's browser, and removes the file after a minute.
    ///
    /// - Parameter onFailure: A function that is called with the reason if no browser could be opened.
    func open(onFailure: @escaping @Sendable (String) -> Void = { _ in }) {
        let opener = Process()
        opener.executableURL = URL(filePath: "/usr/bin/env")
        opener.arguments = ["xdg-open", file.path]
        opener.standardInput = FileHandle.nullDevice
        opener.standardOutput = FileHandle.nullDevice
        opener.standardError = FileHandle.nullDevice
        opener.terminationHandler = { opener in
            if opener.terminationStatus != 0 {
                onFailure("xdg-open found no browser (status \(opener.terminationStatus))")
            }
        }
        do { try opener.run() } catch { onFailure("xdg-open did not start: \(error.localizedDescription)") }
        // The link works only once, so the file is useless afterward.
        Task {
            try? await Task.sleep(for: .seconds(60))
            remove()
        }
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}
