/// Standard output in large blocks.
struct StandardOutput {
    /// What is written next; writers append to it and then call ``drainIfFull()``.
    var bytes: [UInt8] = []
    /// From how many bytes on a block goes out.
    private static let blockSize = 1 << 16

    /// An empty buffer.
    init() {
        bytes.reserveCapacity(StandardOutput.blockSize * 2)
    }

    /// Writes the block when it is full.
    mutating func drainIfFull() throws(WriteError) {
        if bytes.count >= StandardOutput.blockSize { try drain() }
    }

    /// Writes all there is.
    mutating func drain() throws(WriteError) {
        try Descriptor.output.write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}
