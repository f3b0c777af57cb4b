import EssentialFoundation
import SystemIO

/// The user's editor: `$VISUAL`, `$EDITOR`, or vi.
enum TextEditor {
    /// Edited text in a file that exists until the text is discarded.
    struct Edited {
        /// The text, without the byte order mark that some editors add.
        let text: String
        var path: String { TextEditor.path(in: folder) }
        fileprivate let folder: String

        /// Removes the file and any other files that the editor created next to it, without following links.
        func discard() { try? FileManager.default.removeItem(atPath: folder) }
    }

    /// Lets the user edit text and returns the result.
    ///
    /// The text is stored in a file that only the user can read. While the editor is running, it handles Control-C.
    ///
    /// - Throws: ``CommandError`` if no editor is available or the editor fails. In either case, the file is removed.
    static func edited(_ text: String) throws -> Edited {
        let environment = ProcessInfo.processInfo.environment
        let named = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard named != nil || Descriptor.input.isTerminal else {
            throw CommandError("no terminal for vi; set EDITOR, or use --set")
        }
        let editor = named ?? "vi"
        let folder = try temporaryFolder(in: environment["TMPDIR"] ?? "/tmp")
        do {
            return Edited(text: try edit(text, at: path(in: folder), editor), folder: folder)
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw error
        }
    }

    private static func path(in folder: String) -> String { folder + "/event.txt" }

    private static func edit(_ text: String, at path: String, _ editor: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: path))
        // As in git and other programs, the variable may include arguments.
        let quoted = "'" + path.replacing("'", with: "'\\''") + "'"
        let status = unsafe system("\(editor) \(quoted)")
        guard status == 0 else {
            throw CommandError("the editor \(editor) failed; nothing was changed")
        }
        guard let bytes = try? Data(contentsOf: URL(filePath: path)) else {
            throw CommandError("the editor \(editor) deleted its file; nothing was changed")
        }
        var edited = String(decoding: bytes, as: UTF8.self)
        if edited.unicodeScalars.first == "\u{FEFF}" { edited.unicodeScalars.removeFirst() }
        return edited
    }

    private static func temporaryFolder(in parent: String) throws -> String {
        var template = Array("\(parent)/ics-store-XXXXXX".utf8CString)
        let made = unsafe template.withUnsafeMutableBufferPointer { buffer -> Bool in
            guard let base = buffer.baseAddress else { return false }
            return unsafe mkdtemp(base) != nil
        }
        guard made else { throw CommandError("cannot create a temporary folder in \(parent)") }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
