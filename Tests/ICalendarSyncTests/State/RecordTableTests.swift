import CalDAV
import ICalendarStore
@testable import ICalendarSync
import TestTraits
import Testing

/// Tests the tables that hold the items of large calendars.
@Suite struct RecordTableTests {
    private static func key(_ number: Int) -> [UInt8] { Array("item-\(number).ics".utf8) }

    private static func contents(_ table: RecordTable, _ key: [UInt8]) -> [UInt8]? {
        table.place(of: key).map { Array(table.contents(at: $0)) }
    }

    @Test func `a table has the same records as a dictionary after any additions and removals`() {
        var random = SystemRandomNumberGenerator()
        var (table, model) = (RecordTable(), [[UInt8]: [UInt8]]())
        // Some records are larger than a block, and many more are removed than remain.
        for step in 0..<30_000 {
            let key = Self.key(Int.random(in: 0..<400, using: &random))
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                table.remove(key)
                model[key] = nil
            case 1:
                #expect(table.insert(key) == (model[key] == nil))
                model[key] = model[key] ?? []
            default:
                let size = step % 5_000 == 7 ? 600 << 10 : Int.random(in: 0..<900, using: &random)
                let bytes = Array(repeating: UInt8(truncatingIfNeeded: step), count: size)
                table.set(key, to: bytes)
                model[key] = bytes
            }
        }
        #expect(table.count == model.count && table.isEmpty == model.isEmpty)
        for number in 0..<400 { #expect(Self.contents(table, Self.key(number)) == model[Self.key(number)]) }
        var listed: Set<[UInt8]> = []
        table.forEachKey { #expect(listed.insert(Array($0)).inserted) }
        #expect(listed == Set(model.keys))
    }

    @Test func `records stay in order, and those before a position can be removed`() {
        var table = RecordTable()
        for number in 0..<20_000 { table.set(Self.key(number), to: Array(repeating: 7, count: 100)) }
        var place = table.place(after: nil)
        for number in 0..<20_000 {
            let found = place
            #expect(found.map { Array(table.key(at: $0)) } == Self.key(number))
            table.remove(Self.key(number))
            place = table.place(after: found)
        }
        #expect(place == nil && table.isEmpty)
        table.set(Self.key(1), to: [1])
        #expect(Self.contents(table, Self.key(1)) == [1] && table.count == 1)
    }

    @Test func `a copy is not affected by later changes`() {
        var table = RecordTable()
        for number in 0..<100 { table.set(Self.key(number), to: [1]) }
        let copy = table
        for number in 0..<100 { table.set(Self.key(number), to: [2]) }
        table.remove(Self.key(5))
        #expect(Self.contents(copy, Self.key(5)) == [1] && Self.contents(table, Self.key(6)) == [2])
    }

    private func item(_ path: String, in state: inout CalendarState) throws -> KnownItem {
        let place = try state.bases.add(Array(path.utf8))
        return KnownItem(
            href: try Href(path),
            tag: EntityTag("W/\"\(path.utf8.count)\""),
            name: Array("näme\n.ics".utf8),
            uid: "",
            stamp: nil,
            ours: place,
            theirs: place
        )
    }

    /// Items inside and outside the calendar, with and without escapes, and with a query.
    private static let paths = [
        "/c/w/1.ics", "/c/w/a%20b.ics", "/c/w/a%2520b.ics", "/c/w//2.ics", "/c/w/x/y.ics", "/c/w",
        "/c/w2/1.ics",
        "/d/1.ics", "/c/w/?a=/b", "/c/w/3.ics/",
    ]

    @Test(arguments: ["/c/w/", "/c/w", "/c/%77/", "/", nil])
    func `an item is found and listed as it was recorded`(calendar: String?) throws {
        let folder = try SyncFolder()
        var state = try CalendarState(folder.state())
        var items = KnownItems(in: try calendar.map { try Href($0) })
        var expected: [KnownItem] = []
        for (number, path) in Self.paths.enumerated() {
            var item = try item(path, in: &state)
            if number % 2 == 0 {
                item.scheduleTag = EntityTag("\"s\(number)\"")
                item.theirs = try state.bases.add([UInt8(number)])
                item.record(
                    LocalStamp(inode: .max, size: 7, modified: -5, changed: .max),
                    isFresh: number % 4 == 0
                )
            }
            if number == 3 { item.tag = nil }
            items[item.href] = item
            expected.append(item)
        }
        #expect(Array(items) == expected && items.count == expected.count)
        for item in expected {
            #expect(
                items[item.href] == item && items.contains(item.href) && items.tag(of: item.href) == item.tag
            )
            #expect(items[item.href]?.href.bytes == item.href.bytes)
        }
        var places: [BasePlace] = []
        items.forEachPlace { places.append($0) }
        #expect(places == expected.flatMap { $0.ours == $0.theirs ? [$0.ours] : [$0.ours, $0.theirs] })
        // Records of greater or equal length replace earlier ones.
        items.update { item in
            item.uid = item.isFresh ? "" : "changed"
            item.isFresh = false
            return true
        }
        let changed = expected.map { item in
            var item = item
            (item.uid, item.isFresh) = (item.isFresh ? "" : "changed", false)
            return item
        }
        #expect(Set(items) == Set(changed) && items.count == expected.count)
        for item in expected { items[item.href] = nil }
        #expect(items.isEmpty && items[expected[0].href] == nil)
    }

    @Test func `the rows of a listing keep their versions and contents until they are removed`() throws {
        var rows = RemoteRows(in: try Href("/c/w/"))
        for (number, path) in Self.paths.enumerated() {
            let href = try Href(path)
            let tag = try #require(EntityTag(number % 2 == 0 ? "\"\(number)\"" : "W/\"\(number)\""))
            rows[href] =
                number == 4
                ? .some(nil)
                : RemoteItem(
                    href: href,
                    tag: tag,
                    scheduleTag: number == 5 ? tag : nil,
                    data: number % 3 == 0 ? [UInt8(number)] : nil
                )
        }
        var later = RemoteRows(in: try Href("/c/w/"))
        let changed = try Href(Self.paths[0])
        later[changed] = RemoteItem(href: changed, tag: EntityTag(value: "new", isWeak: false), data: nil)
        rows.merge(later)
        #expect(rows.count == Self.paths.count)
        for (number, path) in Self.paths.enumerated() {
            let href = try Href(path)
            guard case .some(let row) = rows[href] else {
                Issue.record("\(path) has no row")
                continue
            }
            #expect((row == nil) == (number == 4))
            #expect(row?.data == (number % 3 == 0 && number > 0 ? [UInt8(number)] : nil))
            #expect(row.map { $0.tag.isWeak == (number % 2 == 1) } ?? true)
            #expect(row?.scheduleTag == (number == 5 ? row?.tag : nil))
            rows[href] = nil
            #expect(rows[href] == nil && !rows.contains(href))
        }
        #expect(rows.isEmpty)
    }

    @Test func `a report lists its steps in order, and each conflict once`() {
        var report = CalendarReport()
        var expected: [SyncStep] = []
        for number in 0..<5_000 {
            let action = SyncStep.Action.allCases[number % 8]
            let step = SyncStep(action, "\"Item \(number)\" 日本", number % 3 == 0 ? "detail \(number)" : nil)
            expected.append(step)
            report.add([step])
        }
        let conflict = SyncStep(.conflict, "both", "changed")
        report.add([conflict, conflict])
        report.add([conflict])
        #expect(report.steps == expected + [conflict])
        #expect(report.count(.conflict) == 1 && report.count(.addHere) == 625 && !report.hasOnlyConflicts)
        var later = CalendarReport()
        later.add([expected[3], SyncStep(.merge, "new")])
        later.prepend(report)
        #expect(later.steps == expected + [conflict, SyncStep(.merge, "new")])
    }
}
