#if Records
    import Foundation
    import GRDB
    import Testing

    @testable import ICalendarRecords

    /// Tests of the validation of record database files.
    struct RecordFileTests {
        /// A path that is deleted along with the object.
        private final class Place {
            let path = FileManager.default.temporaryDirectory.path + "/records-\(UUID().uuidString).sqlite"

            deinit {
                for end in ["", "-wal", "-shm", "-journal"] {
                    try? FileManager.default.removeItem(atPath: path + end)
                }
            }

            var bytes: Data? { FileManager.default.contents(atPath: path) }
        }

        @Test(arguments: [
            "CREATE TABLE notes (a); INSERT INTO notes VALUES ('precious')",
            "CREATE TABLE eventRecord (a, b); INSERT INTO eventRecord VALUES ('precious', 1)",
            "CREATE TABLE x (a); CREATE VIEW eventRecord AS SELECT * FROM x",
            "CREATE TABLE grdb_migrations (identifier TEXT PRIMARY KEY); CREATE TABLE player (x)",
            "CREATE TABLE eventRecord (a); CREATE TABLE eventRecordStore (a); CREATE TABLE grdb_migrations (identifier)",
            "PRAGMA application_id = 1234; CREATE TABLE t (x); DROP TABLE t", "PRAGMA user_version = 7",
        ])
        func `a database with other contents is rejected and keeps its bytes`(sql: String) throws {
            let place = Place()
            let queue = try DatabaseQueue(path: place.path)
            try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
            try queue.close()
            let before = try #require(place.bytes)
            #expect { try EventRecords(path: place.path) } throws: {
                ($0 as? RecordsError)?.code == .otherDatabase
            }
            #expect(place.bytes == before)
            #expect(!FileManager.default.fileExists(atPath: place.path + "-wal"))
        }

        @Test func `a database of records is accepted, even with other tables in it`() throws {
            let place = Place()
            _ = try EventRecords(path: place.path)
            _ = try EventRecords(path: place.path)
            let queue = try DatabaseQueue(path: place.path)
            try queue.write { try $0.execute(sql: "CREATE TABLE notes (a)") }
            try queue.close()
            _ = try EventRecords(path: place.path)
            // Accept a database that was created but never written to.
            let empty = Place()
            let other = try DatabaseQueue(path: empty.path)
            try other.writeWithoutTransaction { try $0.execute(sql: "VACUUM") }
            try other.close()
            _ = try EventRecords(path: empty.path)
            // Accept a database whose creator was killed before the first migration.
            let begun = Place()
            let first = try DatabaseQueue(path: begun.path)
            try first.write {
                try $0.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
            }
            try first.close()
            _ = try EventRecords(path: begun.path)
        }

        @Test(arguments: [true, false])
        func `a transaction left incomplete by a killed process is rolled back`(isOurs: Bool) throws {
            let (place, killed) = (Place(), Place())
            if isOurs {
                // Use a database without a write-ahead log.
                let records = try EventRecords(try DatabaseQueue(path: place.path))
                try records.database.close()
            } else {
                let queue = try DatabaseQueue(path: place.path)
                try queue.write { try $0.execute(sql: "CREATE TABLE notes (a)") }
                try queue.close()
            }
            let queue = try DatabaseQueue(path: place.path)
            try queue.writeWithoutTransaction { db in
                // Make SQLite write pages to the file before the transaction ends.
                try db.execute(sql: "PRAGMA cache_size = 2; PRAGMA cache_spill = 2; BEGIN IMMEDIATE")
                try db.execute(sql: "CREATE TABLE half (a); INSERT INTO half VALUES (randomblob(400000))")
                for end in ["", "-journal"] {
                    try FileManager.default.copyItem(atPath: place.path + end, toPath: killed.path + end)
                }
                try db.execute(sql: "ROLLBACK")
            }
            if isOurs {
                let records = try EventRecords(path: killed.path)
                #expect(try records.database.read { try !$0.tableExists("half") })
                try records.database.close()
                _ = try EventRecords(path: killed.path)
            } else {
                #expect { try EventRecords(path: killed.path) } throws: {
                    ($0 as? RecordsError)?.code == .otherDatabase
                }
            }
        }

        @Test func `a failure message contains no SQL`() throws {
            let error = #expect(throws: DatabaseError.self) {
                try DatabaseQueue().read { try $0.execute(sql: "SELECT precious FROM nowhere") }
            }
            let text = RecordsError.text(of: try #require(error))
            #expect(text == "no such table: nowhere")
        }

        @Test(arguments: [1, 2, 100, 511])
        func `a short file with other contents keeps its bytes`(size: Int) throws {
            let place = Place()
            try Data(repeating: 0x78, count: size).write(to: URL(filePath: place.path))
            #expect { try EventRecords(path: place.path) } throws: {
                ($0 as? RecordsError)?.code == .otherDatabase
            }
            #expect(place.bytes == Data(repeating: 0x78, count: size))
        }
    }
#endif
