#if Records
    public import GRDB

    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    /// One occurrence of an event, as a row of a database keeps it.
    ///
    /// A row stays when its occurrence is gone from the store: it is flagged by ``removedAt``, and says what was there last.
    ///
    /// ```swift
    /// for record in try records.events(from: monday.date, to: nextMonday.date) {
    ///     print(record.startText, record.title ?? "", record.attendees.compactMap(\.email))
    /// }
    /// ```
    public struct EventRecord: Sendable, Hashable, Codable, Identifiable {
        /// The number of the row, which never changes: what tables of one's own (a full-text index, vectors) refer to.
        ///
        /// `SELECT * FROM eventRecord JOIN vectors ON vectors.rowid = eventRecord.id`
        public let id: Int64
        /// What names the occurrence in its store, the text of an `ItemIdentifier`:
        /// `record.identifier // "home/studio:stand-up%40studio.example/RID=20260330T071500Z"`.
        public let identifier: String
        /// The calendar that it is in: `record.calendarIdentifier // "home/studio"`.
        public let calendarIdentifier: String
        /// The UID, the same for all occurrences of a series: `record.uid // "stand-up@studio.example"`.
        public let uid: String
        /// The original start in its series, wherever it was moved to; the start of what does not recur: the
        /// `occurrenceDate` of EventKit: `record.occurrenceDate == monday.date`.
        public let occurrenceDate: Date
        /// SUMMARY: `record.title // "Stand-up"`.
        public let title: String?
        /// When it starts; whole days and floating times start in the zone of the store.
        ///
        /// Seconds since 1970 in the database: `WHERE startDate >= unixepoch('2026-03-30')`.
        public let startDate: Date
        /// When it ends, excluded: seconds since 1970 in the database, as ``startDate``; `WHERE endDate > unixepoch()`.
        public let endDate: Date
        /// Whether it takes whole days: `record.isAllDay // false`.
        public let isAllDay: Bool
        /// The start as people read it: `record.startText // "2026-03-30T09:15:00+02:00"`, `2026-04-03` for whole days,
        /// and without an offset for floating times.
        public let startText: String
        /// The end as ``startText``; of whole days the day after the last, such as `2026-04-04`.
        public let endText: String
        /// The zone of the event: `record.timeZone // "Europe/Berlin"`; nil for whole days and floating times.
        public let timeZone: String?
        /// Whether it differs from what its series' rule says: `record.isDetached // false`.
        public let isDetached: Bool
        /// STATUS in the words of `Event.Status`: `confirmed`, `tentative`, `cancelled`; nil when nothing is said.
        public let status: String?
        /// LOCATION: `record.location // "Room 4"`.
        public let location: String?
        /// DESCRIPTION: `record.notes // nil`.
        public let notes: String?
        /// URL: `https://studio.example/stand-up`.
        public let url: String?
        /// ORGANIZER: `record.organizer?.email // "nora@studio.example"`.
        public let organizer: RecordedPerson?
        /// ATTENDEE, in the order of the file, JSON in the database: `[{"email":"sam@client.example","status":"accepted"}]`.
        public let attendees: [RecordedPerson]
        /// 32 hexadecimal digits that are the same as long as title, times, status, location, notes, URL, organizer and
        /// attendees are, on every machine and in every calendar: `record.contentHash.count // 32`.
        public let contentHash: String
        /// When the occurrence was found for the first time: `record.firstSeen <= record.updatedAt // true`.
        public let firstSeen: Date
        /// When the row was changed last: `record.updatedAt >= record.firstSeen // true`.
        public let updatedAt: Date
        /// Since when the occurrence is gone from the store; nil while it is there: `record.removedAt // nil`.
        public let removedAt: Date?
        /// The number of the last change, which no other change has: what ``EventRecords/changes(after:limit:)`` goes by;
        /// `record.lastChange > 0 // true`.
        public let lastChange: Int64
        /// The number of the change that made the row: `record.firstChange <= record.lastChange // true`.
        public let firstChange: Int64
        /// The number of the change in which a removed occurrence was back; 0 if it never was:
        /// `record.returnChange // 0`.
        public let returnChange: Int64

        /// Whether the occurrence is gone from the store: `record.isRemoved // false`.
        public var isRemoved: Bool { removedAt != nil }
    }

    /// Somebody who takes part in an event, as a record keeps them.
    ///
    /// ```swift
    /// let person = RecordedPerson(name: "Nora Lind", email: "nora@studio.example", status: "accepted")
    /// person.email  // "nora@studio.example"
    /// ```
    public struct RecordedPerson: Sendable, Hashable, Codable {
        /// The name, nil when none is written: `person.name // "Nora Lind"`.
        public var name: String?
        /// The mail address, nil when there is none: `person.email // "nora@studio.example"`.
        public var email: String?
        /// What they answered, in the words of `Attendee.Status`: `person.status // "accepted"`; nil for an organizer.
        public var status: String?

        /// Somebody.
        ///
        /// ```swift
        /// let room = RecordedPerson(name: "Room 4")
        /// ```
        public init(name: String? = nil, email: String? = nil, status: String? = nil) {
            self.name = name
            self.email = email
            self.status = status
        }
    }

    extension EventRecord: FetchableRecord, TableRecord {
        /// The name of the table: `EventRecord.databaseTableName // "eventRecord"`.
        public static var databaseTableName: String { "eventRecord" }

        /// Reads a row of the table, so that queries of one's own can give records.
        ///
        /// ```swift
        /// let cancelled = try await records.database.read { db in
        ///     try EventRecord.filter(sql: "status = 'cancelled' AND removedAt IS NULL").fetchAll(db)
        /// }
        /// ```
        public init(row: Row) throws {
            func date(_ column: String) -> Date { Date(timeIntervalSince1970: Double(row[column] as Int64)) }
            id = row["id"]
            identifier = row["identifier"]
            calendarIdentifier = row["calendarIdentifier"]
            uid = row["uid"]
            occurrenceDate = date("occurrenceDate")
            title = row["title"]
            startDate = date("startDate")
            endDate = date("endDate")
            isAllDay = row["isAllDay"]
            startText = row["startText"]
            endText = row["endText"]
            timeZone = row["timeZone"]
            isDetached = row["isDetached"]
            status = row["status"]
            location = row["location"]
            notes = row["notes"]
            url = row["url"]
            organizer = try Self.decoded(row["organizer"])
            attendees = try Self.decoded(row["attendees"]) ?? []
            contentHash = row["contentHash"]
            firstSeen = date("firstSeen")
            updatedAt = date("updatedAt")
            removedAt = (row["removedAt"] as Int64?).map { Date(timeIntervalSince1970: Double($0)) }
            lastChange = row["lastChange"]
            firstChange = row["firstChange"]
            returnChange = row["returnChange"]
        }

        private static func decoded<Value: Decodable>(_ json: String?) throws -> Value? {
            guard let json, json != "[]" else { return nil }
            return try JSONDecoder().decode(Value.self, from: Data(json.utf8))
        }
    }
#endif
