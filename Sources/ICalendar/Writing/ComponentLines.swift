/// The lines of a component that was read and then changed: how BEGIN and END were written, and those that reading
/// could not use.
struct ComponentLines {
    /// The bytes of BEGIN, without their line end.
    private(set) var begin: Range<Int>?
    /// The bytes of END, likewise.
    private(set) var end: Range<Int>?
    /// The lines that are no properties, in their order.
    private(set) var junk: [Range<Int>] = []

    /// The lines of a component itself, not those of components inside it, nor those that belong to a property's text.
    init(_ source: SourceLine) {
        let bytes = source.store.bytes
        var unfolded: [UInt8] = []
        var lines = LogicalLines(bytes, source.range)
        var depth = 0
        var reach: JoinedReach?
        var isSoft = false
        while let line = lines.next() {
            LineFolding.unfold(bytes[line], into: &unfolded)
            if let marker = Marker(unfolded.span) {
                reach = nil
                if marker.isBegin {
                    depth += 1
                    if depth == 1 { begin = line }
                } else {
                    if depth == 1 { end = line }
                    depth -= 1
                }
            } else if depth == 1 {
                let isTaken = reach?.takes(unfolded.span, isSoft: isSoft) == true
                isSoft = (isTaken || JoinedReach(unfolded.span) != nil) && unfolded.last == Ascii.equals
                if isTaken { continue }
                reach = JoinedReach(unfolded.span)
                if !Self.isProperty(unfolded.span) { junk.append(line) }
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
