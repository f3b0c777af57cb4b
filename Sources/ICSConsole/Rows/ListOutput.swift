package import SystemIO

/// Writes a list of items other than occurrences, each as lines of text or a JSON object.
package struct ListOutput {
    private let format: OutputFormat
    private let descriptor: Descriptor
    private var bytes: [UInt8] = []
    private var count = 0

    private static let blockSize = 1 << 16

    package init(_ format: OutputFormat, to descriptor: Descriptor) {
        self.format = format
        self.descriptor = descriptor
        if format == .json { bytes.append(UInt8(ascii: "[")) }
    }

    /// Prints readable lines, escaped for a terminal.
    package static func print(_ lines: [String], to descriptor: Descriptor = .output) throws(WriteError) {
        var list = ListOutput(.text, to: descriptor)
        for line in lines { try list.add(line: line) }
        try list.finish()
    }

    /// Prints items in the given format, each as lines of text or a JSON object.
    package static func print<Item>(
        _ items: some Sequence<Item>,
        _ format: OutputFormat,
        text: (Item) -> [String],
        json: (Item, inout [UInt8]) -> Void
    ) throws(WriteError) {
        var list = ListOutput(format, to: .output)
        for item in items { try list.add(text: { text(item) }, json: { json(item, &$0) }) }
        try list.finish()
    }

    /// Adds a readable line.
    package mutating func add(line: String) throws(WriteError) {
        PrintableText.append(line, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        if bytes.count >= Self.blockSize { try flush() }
    }

    package mutating func add(text: () -> [String], json: (inout [UInt8]) -> Void) throws(WriteError) {
        if format == .text {
            for line in text() { try add(line: line) }
        } else {
            if format == .json { bytes += Array((count > 0 ? ",\n" : "\n").utf8) }
            json(&bytes)
            if format != .json { bytes.append(UInt8(ascii: "\n")) }
        }
        count += 1
        if bytes.count >= Self.blockSize { try flush() }
    }

    package mutating func finish() throws(WriteError) {
        if format == .json { bytes += Array((count > 0 ? "\n]\n" : "]\n").utf8) }
        try flush()
    }

    private mutating func flush() throws(WriteError) {
        // Text lines are already escaped.
        if format == .text {
            try descriptor.write(bytes)
        } else {
            try descriptor.writeShown(bytes, isJSON: true)
        }
        bytes.removeAll(keepingCapacity: true)
    }
}
