/// The lines of a component that was read and then changed: how BEGIN and END were written, and those that reading
/// could not use.
struct ComponentLines {
    /// The bytes of BEGIN, without their line end.
    private(set) var begin: Range<Int>?
    /// The bytes of END, likewise.
    private(set) var end: Range<Int>?
    /// The lines that are no properties, in their order.
    private(set) var junk: [Range<Int>] = []

    /// The lines of a component itself, not those of components inside it; what its properties were read from is none.
    init(_ source: SourceLine, _ properties: [Property]) {
        var odd = Array(properties.lazy.compactMap(\.source).filter(\.isOdd).map(\.range))[...]
        odd.sort { $0.lowerBound < $1.lowerBound }
        let bytes = source.store.bytes
        var unfolded: [UInt8] = []
        var lines = LogicalLines(bytes, source.range)
        var depth = 0
        // Whether lines that are none belong to the one in front of them, which may have been changed since.
        var takesMore = false
        while let line = lines.next() {
            while let first = odd.first, first.upperBound <= line.lowerBound { odd = odd.dropFirst() }
            if odd.first?.contains(line.lowerBound) == true {
                takesMore = false
                continue
            }
            LineFolding.unfold(bytes[line], into: &unfolded)
            if takesMore, JoinedLine.isLoose(unfolded.span), Marker(unfolded.span) == nil { continue }
            takesMore = false
            if let marker = Marker(unfolded.span) {
                if marker.isBegin {
                    depth += 1
                    if depth == 1 { begin = line }
                } else {
                    if depth == 1 { end = line }
                    depth -= 1
                }
            } else if depth == 1 {
                if Self.isProperty(unfolded.span) {
                    takesMore = JoinedLine.takesMore(unfolded.span)
                } else {
                    junk.append(line)
                }
            }
        }
    }

    /// Whether reading makes a property of a line.
    private static func isProperty(_ line: Span<UInt8>) -> Bool {
        guard let (name, end, _) = try? ContentLine.nameEnd(line) else { return false }
        var unsaid: [ValueRemark] = []
        let form = PropertyDefinition.form(of: name, in: line)
        return (try? ContentLine(line, name: name, end: end, limit: 1, form: form, &unsaid)) != nil
    }
}
