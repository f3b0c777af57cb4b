#if Records
    import Foundation
    import GRDB
    import ICalendar
    import ICalendarStore

    @testable import ICalendarRecords

    /// A store in a temporary folder, which is deleted along with the object.
    final class RecordedStore: Sendable {
        let path: String

        init() throws {
            let memory = "/dev/shm"
            let outer =
                FileManager.default.isWritableFile(atPath: memory)
                ? memory : FileManager.default.temporaryDirectory.path
            path = "\(outer)/records-\(UInt64.random(in: 0 ... .max))"
            try FileManager.default.createDirectory(
                atPath: path + "/store/a",
                withIntermediateDirectories: true
            )
            try FileManager.default.createDirectory(
                atPath: path + "/store/b",
                withIntermediateDirectories: true
            )
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        /// The path for a database.
        var database: String { path + "/records.sqlite" }
        var folder: String { path + "/store" }

        /// Writes files, and deletes files with nil contents.
        func write(_ files: [String: String?]) throws {
            for (name, text) in files {
                let url = URL(filePath: folder + "/" + name)
                if let text {
                    try Data(text.utf8).write(to: url)
                } else if FileManager.default.fileExists(atPath: url.path) {
                    try FileManager.default.removeItem(at: url)
                }
            }
        }

        /// Opens the store with its current files.
        func opened(zone: String = "Europe/Berlin", access: AccessHandler = .allow) throws -> EventStore {
            var options = EventStore.Options()
            options.access = access
            options.stateDirectory = path + "/state"
            options.timeZone = try Zone(identifier: zone)
            return try EventStore(directory: folder, options: options)
        }

        /// Returns a calendar of events, each with the given lines after DTSTAMP.
        static func calendar(_ events: [String]...) -> String {
            let components = events.map { lines in
                (["BEGIN:VEVENT", "DTSTAMP:20260101T000000Z"] + lines + ["END:VEVENT"]).map { $0 + "\r\n" }
                    .joined()
            }
            return
                "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n\(components.joined())END:VCALENDAR\r\n"
        }
    }

    /// Returns a day in UTC, counted from Monday, 5 January 2026.
    func day(_ number: Int) -> Date { Date(timeIntervalSince1970: Double(20_458 + number) * 86_400) }

    extension EventRecords {
        /// Returns the rows without their write times, for comparing databases of the same store.
        func contents(includingRemoved: Bool = false) throws -> [String] {
            try database.read { db in
                try EventRecord.fetchAll(db, sql: "SELECT * FROM eventRecord ORDER BY identifier").filter {
                    includingRemoved || !$0.isRemoved
                }.map(\.said)
            }
        }
    }

    extension EventRecord {
        /// The record's contents without its write times.
        var said: String {
            """
            \(identifier) \(startText) \(endText) \(startDate) \(endDate) \(occurrenceDate) \(title ?? "-") \
            \(status ?? "-") \(isDetached) \(isAllDay) \(attendees.map(\.name)) \(contentHash)
            """
        }
    }
#endif
