#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Files in one folder that are brought to the disk together, with everything else on their file system.
///
/// The folder is open from before the first of them is written, as the system tells who has it open of what could not be
/// written since.
package final class FileBatch: Sendable {
    let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { _ = close(descriptor) }
}

extension FileBatch {
    /// The numbers of file systems, as of `statfs(2)`, that say of a whole flush what went wrong in it: ext2 to ext4, XFS,
    /// Btrfs, F2FS, and memory.
    ///
    /// Those of a network, of a program or above another one do not.
    private static let kinds: Set<UInt32> = [
        0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0x0102_1994,
    ]

    /// A batch in an open folder; nil where the system cannot bring it to the disk as a whole and say whether it did.
    static func begun(in descriptor: Int32) -> FileBatch? {
        #if os(Linux)
            if SystemCalls.reportsFailedFlushes, let kind = SystemCalls.fileSystemKind(of: descriptor),
                kinds.contains(kind)
            {
                return FileBatch(descriptor)
            }
        #endif
        _ = close(descriptor)
        return nil
    }
}
