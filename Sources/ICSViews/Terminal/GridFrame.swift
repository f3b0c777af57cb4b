/// A frame of seven equally wide columns separated by lines.
struct GridFrame {
    /// The width of a cell in columns.
    let cell: Int

    private static let columns = 7
    private static let narrowestCell = 8
    private static let widestCell = 30

    /// Creates the frame for a terminal width.
    ///
    /// Returns nil if the terminal is too narrow.
    init?(width: Int) {
        let cell = min(Self.widestCell, (width - Self.columns - 1) / Self.columns)
        guard cell >= Self.narrowestCell else { return nil }
        self.cell = cell
    }

    var width: Int { (cell + 1) * Self.columns + 1 }

    /// Whether cells are so narrow that times must be abbreviated.
    var isTight: Bool { cell < 16 }

    enum Edge: Sendable {
        case top
        case middle
        case bottom
    }

    func edge(_ edge: Edge) -> StyledLine {
        let (left, joint, right) =
            switch edge {
            case .top: ("┌", "┬", "┐")
            case .middle: ("├", "┼", "┤")
            case .bottom: ("└", "┴", "┘")
            }
        let bar = String(repeating: "─", count: cell)
        let bars = Array(repeating: bar, count: Self.columns).joined(separator: joint)
        return StyledLine(left + bars + right, .dim)
    }

    /// Returns a row of cells that is as tall as its tallest cell.
    func row(_ cells: [[StyledLine]]) -> [StyledLine] {
        (0..<max(1, cells.map(\.count).max() ?? 1)).map { number in
            var line = StyledLine("│", .dim)
            for (column, cell) in cells.enumerated() {
                if cell.indices.contains(number) { line.add(cell[number]) }
                line.pad(to: (column + 1) * (self.cell + 1))
                line.add("│", .dim)
            }
            return line
        }
    }

    /// Returns a centered title.
    func heading(_ text: String) -> StyledLine {
        var line = StyledLine()
        line.pad(to: max(0, (width - TextWidth.columns(text)) / 2))
        line.add(text, .bold)
        return line
    }
}
