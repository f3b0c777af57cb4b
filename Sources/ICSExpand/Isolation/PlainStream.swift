import ICSConsole

/// Takes out of a stream what could drive a terminal, part by part.
struct PlainStream {
    /// Whether anything is taken out.
    let isNeeded: Bool
    /// The first byte of a character that may be a control, whose second byte is in the next part.
    private var held: [UInt8] = []

    /// A stream that begins.
    init(isNeeded: Bool) {
        self.isNeeded = isNeeded
    }

    /// The next part, without control characters.
    mutating func next(_ bytes: [UInt8]) -> [UInt8] {
        guard isNeeded else { return bytes }
        var plain = PlainBytes.withoutControls(held + bytes)
        held = []
        if plain.last == 0xC2 { held = [plain.removeLast()] }
        return plain
    }
}
