import CalDAV
import ICalendar
import ICalendarStore
import ICalendarSync
import SystemIO
import TestTraits
import Testing

/// Tests the on-disk state of a calendar.
@Suite struct CalendarStateTests {
    private func item(_ number: Int, in state: inout CalendarState, text: String? = nil) throws -> KnownItem {
        let place = try state.bases.add(Array((text ?? "contents \(number)").utf8))
        return KnownItem(
            href: try Href("/c/a%20b\(number).ics"),
            tag: EntityTag("\"t\t\(number)\"") ?? EntityTag("\"t\(number)\""),
            name: Array("na\tme\n%\(number).ics".utf8),
            uid: "uid \(number)",
            stamp: nil,
            ours: place,
            theirs: place
        )
    }

    @Test func `a state survives a round trip`() throws {
        let folder = try SyncFolder()
        var state = try CalendarState(folder.state())
        state.head.syncToken = "http://example.com/\t1"
        state.head.href = try Href("/c/")
        state.items = [try item(1, in: &state), try item(2, in: &state)]
        try state.save()
        var again = try CalendarState(folder.state())
        #expect(again.head == state.head)
        #expect(again.items == state.items)
        #expect(again.items.map { $0.href.requestTarget } == ["/c/a%20b1.ics", "/c/a%20b2.ics"])
        #expect(
            again.items.map { again.bases.contents($0.ours) } == [
                Array("contents 1".utf8), Array("contents 2".utf8),
            ]
        )
    }

    @Test func `a truncated state counts as missing`() throws {
        let folder = try SyncFolder()
        let files = try folder.state()
        var state = try CalendarState(files)
        state.head.syncToken = "1"
        state.items = [try item(1, in: &state)]
        try state.save()
        let bytes = try #require(try files.contents(of: "index"))
        try files.replace("index", with: Array(bytes.dropLast(2)))
        let again = try CalendarState(files)
        #expect(again.isDamaged && again.items.isEmpty && again.head.syncToken == nil)
    }

    @Test func `appended items are read with the others and included in the next save`() throws {
        let folder = try SyncFolder()
        let files = try folder.state()
        var state = try CalendarState(files)
        // Nothing is saved before the first items are appended.
        try state.append([try item(1, in: &state)])
        state = try CalendarState(files)
        #expect(state.items.map(\.uid) == ["uid 1"])
        state.items.append(try item(2, in: &state))
        try state.save()
        for number in 3...4 { try state.append([try item(number, in: &state)]) }
        var again = try CalendarState(files)
        #expect(again.items.map(\.uid) == (1...4).map { "uid \($0)" })
        for item in again.items { #expect(again.bases.contents(item.ours) != nil) }
        again.items.removeFirst()
        try again.save()
        #expect(try CalendarState(files).items.map(\.uid) == ["uid 2", "uid 3", "uid 4"])
        #expect(try files.names().count { $0.hasPrefix("items-") || $0.hasPrefix("added-") } == 1)
    }

    @Test(arguments: [true, false])
    func `a state with a missing item file counts as missing`(isMissing: Bool) throws {
        let folder = try SyncFolder()
        let files = try folder.state()
        var state = try CalendarState(files)
        state.head.syncToken = "1"
        state.items = try (0..<2_500).map { try item($0, in: &state) }
        try state.save()
        let name = try #require(try files.names().last { $0.hasPrefix("items-") })
        if isMissing {
            try files.remove(name)
        } else {
            let bytes = try #require(try files.contents(of: name))
            try files.replace(name, with: Array(bytes.dropLast(1)))
        }
        var again = try CalendarState(files)
        #expect(again.isDamaged && again.items.isEmpty && again.head.syncToken == nil)
        again.items = [try item(1, in: &again)]
        try again.save()
        let last = try CalendarState(files)
        #expect(!last.isDamaged && last.items.map(\.uid) == ["uid 1"])
    }

    @Test func `saving without items keeps the existing items`() throws {
        let folder = try SyncFolder()
        let files = try folder.state()
        var state = try CalendarState(files)
        state.items = [try item(1, in: &state)]
        try state.save()
        var index = try CalendarState(files, withItems: false)
        index.head.fingerprint = "changed"
        try index.save()
        var again = try CalendarState(files)
        #expect(again.head.fingerprint == "changed")
        #expect(again.items.first.flatMap { again.bases.contents($0.ours) } == Array("contents 1".utf8))
    }

    @Test func `unreferenced contents are removed, and others are kept`() throws {
        let folder = try SyncFolder()
        let files = try folder.state()
        var state = try CalendarState(files)
        for round in 1...40 {
            let text = String(repeating: "round \(round) ", count: 1000)
            state.items = [try item(1, in: &state, text: "stays"), try item(2, in: &state, text: text)]
            try state.save()
        }
        #expect(try files.names().filter { $0.hasPrefix("bases") }.count < 26)
        var again = try CalendarState(files)
        #expect(again.items.first.flatMap { again.bases.contents($0.ours) } == Array("stays".utf8))
        let last = Array(String(repeating: "round 40 ", count: 1000).utf8)
        #expect(again.items.last.flatMap { again.bases.contents($0.ours) } == last)
    }

    @Test(.long) func `the portions of a large download are not stored again at its end`() throws {
        let folder = try SyncFolder()
        let files = try folder.state()
        var state = try CalendarState(files)
        var items: [KnownItem] = []
        for number in 1...56 {
            items.append(try item(number, in: &state, text: String(repeating: "\(number) ", count: 48_000)))
            try state.bases.flush()
        }
        state.items = items
        try state.save()
        #expect(try files.names().filter { $0.hasPrefix("bases") }.count == 56)
    }

    @Test func `removed contents are stored again when needed`() throws {
        let folder = try SyncFolder()
        var state = try CalendarState(folder.state())
        for text in ["one", "two", "one", "two", "three", "one"] {
            state.items = [try item(1, in: &state, text: text)]
            try state.save()
            var again = try CalendarState(folder.state())
            #expect(again.items.first.flatMap { again.bases.contents($0.ours) } == Array(text.utf8))
        }
    }

    @Test func `the state is either old or new, wherever the process dies`() throws {
        for fault in 1...200 {
            let folder = try SyncFolder()
            let dying = DyingFiles(at: .max)
            let files = try folder.state(files: dying)
            var state = try CalendarState(files)
            state.items = [try item(1, in: &state)]
            state.head.syncToken = "old"
            try state.save()
            dying.die(after: fault)
            state.items = [
                try item(1, in: &state, text: String(repeating: "x", count: 200_000)),
                try item(2, in: &state),
            ]
            state.head.syncToken = "new"
            let result = Result {
                try state.begin([])
                try state.save()
            }
            let isDone = (try? result.get()) != nil
            var again = try CalendarState(folder.state())
            #expect(!again.isDamaged)
            #expect(again.items.count == (again.head.syncToken == "new" ? 2 : 1))
            for item in again.items { #expect(again.bases.contents(item.ours) != nil) }
            if isDone {
                #expect(again.head.syncToken == "new")
                #expect(fault > 3)
                return
            }
        }
        Issue.record("the save never succeeded")
    }

    @Test(.long) func `10,000 items are read directly from their bytes`() throws {
        let folder = try SyncFolder()
        var state = try CalendarState(folder.state())
        state.items = try (0..<10_000).map { try item($0, in: &state) }
        try state.save()
        let again = try CalendarState(folder.state())
        #expect(again.items.count == 10_000)
        #expect(again.items.last?.uid == "uid 9999")
    }
}
