#if Records
    import Foundation
    import GRDB
    import ICalendar
    import ICalendarStore
    import TestTraits
    import Testing

    @testable import ICalendarRecords

    /// Properties that hold for every sync of every store.
    struct SyncLawTests {
        @Test(.long, arguments: 0..<12)
        func `a second sync changes nothing`(seed: UInt64) throws {
            let (folder, _, records) = try Self.made(seed)
            let store = try folder.opened()
            let first = try records.sync(with: store, from: day(0), to: day(400))
            #expect(first.inserted.count > 20 && first.unchanged == 0)
            let before = try Self.everything(records)
            let second = try records.sync(with: store, from: day(0), to: day(400))
            #expect(second.isEmpty)
            #expect(second.unchanged == first.inserted.count)
            #expect(try Self.everything(records) == before)
            // A newly opened store reads the same contents from the files.
            #expect(try records.sync(with: folder.opened(), from: day(0), to: day(400)).isEmpty)
        }

        @Test(.long, arguments: 0..<12)
        func `syncing a window in parts produces the same rows as syncing it at once`(seed: UInt64) throws {
            let (folder, _, records) = try Self.made(seed)
            let store = try folder.opened()
            for (from, to) in [(300, 400), (0, 130), (130, 300), (100, 200)] {
                try records.sync(with: store, from: day(from), to: day(to))
            }
            let whole = try EventRecords(try DatabaseQueue())
            try whole.sync(with: store, from: day(0), to: day(400))
            #expect(try records.contents() == whole.contents())
            #expect(try records.sync(with: store, from: day(0), to: day(400)).isEmpty)
        }

        @Test(.long, arguments: 0..<12)
        func `after random edits, the rows match a fresh sync and the reports match the changes`(
            seed: UInt64
        ) throws {
            var (folder, calendar, records) = try Self.made(seed)
            var there: Set<String> = []
            var everThere: Set<String> = []
            for _ in 0..<6 {
                let store = try folder.opened()
                let report = try records.sync(with: store, from: day(0), to: day(400))
                let fresh = try EventRecords(try DatabaseQueue())
                let found = Set(try fresh.sync(with: store, from: day(0), to: day(400)).inserted)
                #expect(
                    try records.events(from: day(0), to: day(400)).map(\.said)
                        == fresh.events(from: day(0), to: day(400)).map(\.said)
                )
                #expect(everThere.isDisjoint(with: report.inserted))
                #expect(everThere.subtracting(there).isSuperset(of: report.returned))
                #expect(there.isSuperset(of: report.updated + report.removed))
                there = there.subtracting(report.removed).union(report.inserted).union(report.returned)
                everThere.formUnion(there)
                // Rows outside the window belong to occurrences that moved out of it. These rows must also be correct.
                #expect(there.isSuperset(of: found))
                for identifier in there.subtracting(found) {
                    let record = try #require(try records.record(withIdentifier: identifier))
                    #expect(record.endDate <= day(0) || record.startDate >= day(400))
                }
                let kept = Set(
                    try records.database.read {
                        try String.fetchAll($0, sql: "SELECT identifier FROM eventRecord")
                    }
                )
                #expect(kept == everThere)
                _ = calendar.edit(times: 12)
                try folder.write(calendar.files)
            }
        }

        @Test(.long, arguments: 0..<12)
        func `a full sync finds no differences after the changed items are synced`(seed: UInt64) throws {
            var (folder, calendar, records) = try Self.made(seed)
            try records.sync(with: folder.opened(), from: day(0), to: day(400))
            var changed = 0
            for _ in 0..<6 {
                let items = Set(
                    calendar.edit(times: 4).map { ItemIdentifier(calendarIdentifier: "a", uid: $0) }
                )
                try folder.write(calendar.files)
                let store = try folder.opened()
                let report = try records.sync(items, with: store, from: day(0), to: day(400))
                changed += report.inserted.count + report.updated.count + report.removed.count
                let rest = try records.sync(with: store, from: day(0), to: day(400))
                #expect(rest.isEmpty, "\(rest.inserted) \(rest.updated) \(rest.removed) \(rest.returned)")
            }
            #expect(changed > 0)
        }

        @Test(.long, arguments: 0..<6)
        func `a follower at any pace ends up with the contents of the rows`(seed: UInt64) throws {
            var (folder, calendar, records) = try Self.made(seed)
            var random = SeededGenerator(seed: seed)
            var known: [String: String] = [:]
            for _ in 0..<10 {
                try records.sync(with: folder.opened(), from: day(0), to: day(400))
                for change in try records.pending(for: "copy", limit: 1 + random.next(60)) {
                    switch change.kind {
                    case .inserted:
                        #expect(known[change.record.identifier] == nil)
                        known[change.record.identifier] = change.record.said
                    case .updated, .returned: known[change.record.identifier] = change.record.said
                    case .removed: known[change.record.identifier] = nil
                    }
                    try records.acknowledge(change, for: "copy")
                }
                _ = calendar.edit(times: 8)
                try folder.write(calendar.files)
            }
            while let change = try records.pending(for: "copy", limit: 1).first {
                known[change.record.identifier] = change.kind == .removed ? nil : change.record.said
                try records.acknowledge(change, for: "copy")
            }
            #expect(try known.values.sorted() == records.contents().sorted())
            #expect(
                try records.pending(for: "another").count == records.contents(includingRemoved: true).count
            )
        }

        private static func made(_ seed: UInt64) throws -> (RecordedStore, RandomCalendar, EventRecords) {
            let folder = try RecordedStore()
            let calendar = RandomCalendar(seed: seed, items: 25)
            try folder.write(calendar.files)
            return (folder, calendar, try EventRecords(try DatabaseQueue()))
        }

        /// Returns all rows without the versions of the files, which are unknown while a file is new.
        private static func everything(_ records: EventRecords) throws -> [[String: DatabaseValue]] {
            let rows = try records.database.read {
                try Row.fetchAll($0, sql: "SELECT * FROM eventRecord ORDER BY id")
            }
            return rows.map { row in
                Dictionary(uniqueKeysWithValues: row.filter { $0.0 != "fileVersion" }.map { ($0.0, $0.1) })
            }
        }
    }
#endif
