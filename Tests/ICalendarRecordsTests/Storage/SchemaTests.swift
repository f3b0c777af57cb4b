#if Records
    import Foundation
    import GRDB
    import ICalendarStore
    import Testing

    @testable import ICalendarRecords

    /// Tests of the tables alongside tables of other programs and versions.
    struct SchemaTests {
        @Test func `records coexist with a program's own tables and migrations`() throws {
            let database = try DatabaseQueue()
            var migrator = DatabaseMigrator()
            migrator.registerMigration("1") {
                try $0.execute(sql: "CREATE TABLE event (id INTEGER PRIMARY KEY)")
            }
            try migrator.migrate(database)
            let records = try EventRecords(database)
            try migrator.migrate(database)
            _ = try EventRecords(database)
            let tables = try records.database.read {
                try String.fetchAll($0, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
            }
            #expect(tables.contains("event"))
            #expect(tables.filter { $0.hasPrefix("eventRecord") }.count == 4)
        }

        @Test func `concurrent first uses create the database only once`() async throws {
            for _ in 0..<8 {
                let folder = try RecordedStore()
                try folder.write(["a/1.ics": RecordedStore.calendar(["UID:1", "DTSTART:20260107T090000Z"])])
                let store = try folder.opened()
                let path = folder.database
                let counts = try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<4 {
                        group.addTask {
                            let report = try EventRecords(path: path).sync(
                                with: store,
                                from: day(0),
                                to: day(14)
                            )
                            return report.inserted.count
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(counts.sorted() == [0, 0, 0, 1])
            }
        }

        @Test func `a file that another program starts to use after the check is not modified`() throws {
            let database = try DatabaseQueue()
            try database.write { try $0.execute(sql: "CREATE TABLE notes (a)") }
            #expect { try RecordSchema.prepare(database, isOwnFile: true) } throws: {
                ($0 as? RecordsError)?.code == .otherDatabase
            }
            let tables = try database.read {
                try String.fetchAll($0, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
            }
            #expect(tables == ["notes"])
        }

        @Test func `a database of a later version is rejected and not modified`() throws {
            let database = try DatabaseQueue()
            _ = try EventRecords(database)
            try database.write {
                try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('ICalendarRecords.later')")
            }
            #expect { try EventRecords(database) } throws: { ($0 as? RecordsError)?.code == .laterSchema }
        }

        @Test func `records of the first version migrate to the current one`() throws {
            let folder = try RecordedStore()
            try folder.write(["a/1.ics": RecordedStore.calendar(["UID:1", "DTSTART:20260107T090000Z"])])
            let database = try DatabaseQueue()
            try EventRecords(database).sync(with: folder.opened(), from: day(0), to: day(14))
            try database.write {
                try $0.execute(sql: "ALTER TABLE eventRecord DROP COLUMN fileVersion")
                try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = 'ICalendarRecords.2'")
            }
            let report = try EventRecords(database).sync(with: folder.opened(), from: day(0), to: day(14))
            #expect(report.isEmpty && report.unchanged == 1)
        }

        @Test func `a row with an outdated hash version is rewritten from the unchanged file`() throws {
            let folder = try RecordedStore()
            try folder.write(["a/1.ics": RecordedStore.calendar(["UID:1", "DTSTART:20260107T090000Z"])])
            // Wait until the stamp alone can show that the file is unchanged.
            SystemFiles.sleep(.milliseconds(100))
            let records = try EventRecords(try DatabaseQueue())
            try records.sync(with: folder.opened(), from: day(0), to: day(14))
            let version = try records.database.read {
                try String.fetchOne($0, sql: "SELECT fileVersion FROM eventRecord")
            }
            #expect(version?.hasPrefix("\(ContentHash.version):") == true)
            // Write the old format of the file version, without the hash version.
            try records.database.write {
                try $0.execute(
                    sql: """
                        UPDATE eventRecord SET contentHash = 'other', title = 'other',
                            fileVersion = substr(fileVersion, instr(fileVersion, ':') + 1)
                        """
                )
            }
            #expect(try records.sync(with: folder.opened(), from: day(0), to: day(14)).updated == ["a:1"])
            #expect(try records.sync(with: folder.opened(), from: day(0), to: day(14)).isEmpty)
        }

        @Test func `lookups of windows and items use an index`() throws {
            let records = try EventRecords(try DatabaseQueue())
            func plan(_ sql: String) throws -> String {
                try records.database.read { db in
                    try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)").map { $0["detail"] as String }
                        .joined(separator: "; ")
                }
            }
            #expect(
                try plan("SELECT max(endDate - startDate) FROM eventRecord").contains("eventRecordByLength")
            )
            #expect(
                try plan(
                    "SELECT * FROM eventRecord WHERE startDate < 9 AND startDate >= 3 AND (endDate > 3 OR startDate >= 3)"
                )
                .contains("eventRecordByStart")
            )
            #expect(
                try plan("SELECT * FROM eventRecord WHERE lastChange > 3 ORDER BY lastChange LIMIT 4")
                    .contains("eventRecordByChange")
            )
            #expect(
                try plan("SELECT * FROM eventRecord WHERE uid = '1' AND calendarIdentifier = 'a'").contains(
                    "eventRecordByItem"
                )
            )
        }

        @Test func `synced windows are recorded, and a wider window replaces a narrower one`() throws {
            let folder = try RecordedStore()
            let records = try EventRecords(try DatabaseQueue())
            let store = try folder.opened()
            for (from, to) in [(0, 10), (20, 30), (0, 12), (0, 12)] {
                try records.sync(with: store, from: day(from), to: day(to))
            }
            try records.sync(
                with: store,
                from: day(0),
                to: day(10),
                calendars: try store.calendars(for: .event)
            )
            let windows = try records.database.read { db in
                try String.fetchAll(
                    db,
                    sql:
                        "SELECT ((endDate - startDate) / 86400) || calendars FROM eventRecordWindow ORDER BY 1"
                )
            }
            #expect(windows == ["10", #"10["a","b"]"#, "12"])
        }

        @Test func `rows can be queried as records and as JSON`() throws {
            let folder = try RecordedStore()
            let person = "ATTENDEE;CN=Sam:mailto:sam@client.example"
            try folder.write([
                "a/1.ics": RecordedStore.calendar(["UID:1", "DTSTART:20260107T090000Z", person])
            ])
            let records = try EventRecords(try DatabaseQueue())
            try records.sync(with: folder.opened(), from: day(0), to: day(14))
            let name = try records.database.read {
                try String.fetchOne($0, sql: "SELECT attendees ->> '$[0].name' FROM eventRecord")
            }
            #expect(name == "Sam")
            let all = try records.database.read { try EventRecord.fetchAll($0) }
            let coded = try JSONEncoder().encode(all)
            #expect(try JSONDecoder().decode([EventRecord].self, from: coded) == all)
        }
    }
#endif
