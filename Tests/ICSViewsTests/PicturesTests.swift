import Foundation
import ICSViews
import ICalendar
import Testing

/// Compares agendas and grids with the snapshots in the Pictures folder.
///
/// With `ICS_RECORD=1`, the tests write the snapshots instead.
@Suite struct PicturesTests {
    @Test(arguments: [40, 80, 100, 140]) func `an agenda matches its snapshot`(width: Int) throws {
        let first = TestEvents.date(2026, 11, 16)
        let list = DayList(
            try TestEvents.all,
            from: first,
            until: first.adding(days: 7),
            in: try TestEvents.zone
        )
        var layout = TestEvents.layout(width)
        layout.handles = try TestEvents.all.indices.map { "a\($0 + 1)" }
        try expect(AgendaText.lines(list, layout), "agenda-\(width)", width)
    }

    @Test(arguments: [40, 80, 100, 140]) func `a week matches its snapshot`(width: Int) throws {
        let grid = WeekGrid(
            try TestEvents.all,
            of: TestEvents.date(2026, 11, 18),
            in: try TestEvents.zone,
            TestEvents.layout(width)
        )
        try expect(grid.lines, "week-\(width)", width)
    }

    @Test(arguments: [40, 80, 100, 140]) func `a month matches its snapshot`(width: Int) throws {
        let grid = MonthGrid(
            try TestEvents.all,
            of: TestEvents.date(2026, 11, 18),
            in: try TestEvents.zone,
            TestEvents.layout(width)
        )
        try expect(grid.lines, "month-\(width)", width)
    }

    @Test func `colored output matches its snapshot`() throws {
        let first = TestEvents.date(2026, 11, 18)
        let list = DayList(
            try TestEvents.all,
            from: first,
            until: first.adding(days: 1),
            in: try TestEvents.zone
        )
        var layout = TestEvents.layout(80)
        layout.ability = .full
        let lines = AgendaText.lines(list, layout).map { $0.rendered(.full).replacing("\u{1B}", with: "ESC") }
        try compare(lines, "colors-80")
    }

    private func expect(_ lines: [StyledLine], _ name: String, _ width: Int) throws {
        for line in lines { #expect(line.columns <= width, "\(line.text)") }
        try compare(lines.map(\.text), name)
    }

    private func compare(_ lines: [String], _ name: String) throws {
        let picture = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "Pictures/\(name).txt"
        )
        let text = lines.map { $0 + "\n" }.joined()
        if ProcessInfo.processInfo.environment["ICS_RECORD"] == "1" { try Data(text.utf8).write(to: picture) }
        #expect(try String(contentsOf: picture, encoding: .utf8) == text)
    }
}
