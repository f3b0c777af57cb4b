/// The name of a file or folder that looks like an item or contains items, but is not read.
package struct UnreadName: Sendable, Hashable {
    package enum Reason: String, Sendable, Hashable {
        case deepFolder = "calendar folders can be at most two levels deep; skipped"
        case noFile = "not a regular file; skipped"
        case deadLink = "link target not found; skipped"
        case folder = "a folder, not a file; skipped"

        package var mayHide: Bool { self != .deepFolder }
    }

    package let name: [UInt8]
    package let reason: Reason
}
