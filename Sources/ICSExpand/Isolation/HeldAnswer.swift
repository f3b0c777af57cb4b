#if CommandLine
    /// What a worker prints, held back until it is known how the worker ended.
    struct HeldAnswer {
        /// What was printed, in the order in which it came, and whether it was on standard error.
        private(set) var parts: [(isRemark: Bool, bytes: [UInt8])] = []
        /// Whether there was too much to hold, so that nothing of it was kept.
        private(set) var isDropped = false
        /// How many bytes are held, and what it takes to hold them.
        private var size = 0

        /// More than these bytes are not held.
        private static let mostBytes = 16 << 20
        /// What a part takes beside its bytes, about.
        private static let bytesOfPart = 64

        /// Takes what comes next.
        mutating func add(_ bytes: [UInt8], isRemark: Bool) {
            if isDropped { return }
            if let last = parts.indices.last, parts[last].isRemark == isRemark {
                parts[last].bytes += bytes
            } else {
                parts.append((isRemark, bytes))
                size += Self.bytesOfPart
            }
            size += bytes.count
            if size > Self.mostBytes {
                parts = []
                isDropped = true
            }
        }
    }
#endif
