#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

import ICSConsole

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The person's editor: `$VISUAL`, or `$EDITOR`, or else vi.
enum TextEditor {
    /// Lets a person edit a text, and gives what they made of it.
    ///
    /// The text lies in a file that only they can read, and that is gone afterwards with all that stands beside it. While the editor runs, Ctrl-C is the
    /// editor's.
    ///
    /// - Throws: ``CommandError`` when there is no editor, or it ends with an error.
    static func edited(_ text: String) throws -> String {
        let environment = ProcessInfo.processInfo.environment
        let named = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard named != nil || Descriptor.input.isTerminal else {
            throw CommandError("there is no terminal for vi; name an editor in EDITOR, or use --set")
        }
        let editor = named ?? "vi"
        let folder = try temporaryFolder(in: environment["TMPDIR"] ?? "/tmp")
        let path = folder + "/event.txt"
        // With whatever the editor left beside it, such as folders of its own; links are not followed.
        defer { try? FileManager.default.removeItem(atPath: folder) }
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
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A new folder for nobody else.
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
