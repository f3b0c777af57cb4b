import ICSConsole
import SystemIO

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The person's editor: `$VISUAL`, or `$EDITOR`, or else vi.
enum TextEditor {
    /// What a person made of a text, in a file that stays until it is thrown away.
    struct Edited {
        /// The text, without the mark that some editors put at the beginning.
        let text: String
        var path: String { TextEditor.path(in: folder) }
        fileprivate let folder: String

        /// Takes the file away, with whatever the editor left beside it, such as folders of its own; links are not
        /// followed.
        func discard() { try? FileManager.default.removeItem(atPath: folder) }
    }

    /// Lets a person edit a text, and gives what they made of it.
    ///
    /// The text lies in a file that only they can read. While the editor runs, Ctrl-C is the editor's.
    ///
    /// - Throws: ``CommandError`` when there is no editor, or it ends with an error; the file is gone then.
    static func edited(_ text: String) throws -> Edited {
        let environment = ProcessInfo.processInfo.environment
        let named = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard named != nil || Descriptor.input.isTerminal else {
            throw CommandError("there is no terminal for vi; name an editor in EDITOR, or use --set")
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
        // As git and others do it, so that the variable may hold arguments too.
        let quoted = "'" + path.replacing("'", with: "'\\''") + "'"
        let status = unsafe system("\(editor) \(quoted)")
        guard status == 0 else {
            throw CommandError("the editor \(editor) ended with an error; nothing was changed")
        }
        guard let bytes = try? Data(contentsOf: URL(filePath: path)) else {
            throw CommandError("the editor \(editor) left no file; nothing was changed")
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
        guard made else { throw CommandError("no temporary folder can be made in \(parent)") }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
