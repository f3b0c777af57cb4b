#if Records
    public import EssentialFoundation
    public import GRDB

    /// An occurrence of an event, as stored in a row of a database.
    ///
    /// The row remains when the occurrence is removed from the store. In that case, ``removedAt`` marks the removal,
    /// and the last contents are preserved.
    ///
    /// ```swift
    /// for record in try records.events(from: monday.date, to: nextMonday.date) {
    ///     print(record.startText, record.title ?? "", record.attendees.compactMap(\.email))
    /// }
    /// ```
    public struct EventRecord: Sendable, Hashable, Codable, Identifiable {
        /// The row's permanent number, which other tables can refer to, such as a full-text index or a vector table.
        ///
        /// `SELECT * FROM eventRecord JOIN vectors ON vectors.rowid = eventRecord.id`
        public let id: Int64
        /// The occurrence's identifier in its store, in the text form of an `ItemIdentifier`:
        /// `record.identifier // "home/studio:stand-up%40studio.example/RID=20260330T071500Z"`.
        public let identifier: String
        /// The calendar's identifier: `record.calendarIdentifier // "home/studio"`.
        public let calendarIdentifier: String
        /// The UID, which all occurrences of a series share: `record.uid // "stand-up@studio.example"`.
        public let uid: String
        /// The original start in the series, even if the occurrence was moved, or the start if the event does not
        /// recur, as in EventKit's `occurrenceDate`: `record.occurrenceDate == monday.date`.
        public let occurrenceDate: Date
        /// The title (SUMMARY): `record.title // "Stand-up"`.
        public let title: String?
        /// The start; all-day and floating times are interpreted in the store's zone.
        ///
        /// The column contains seconds since 1970: `WHERE startDate >= unixepoch('2026-03-30')`.
        public let startDate: Date
        /// The end (exclusive), stored as seconds since 1970: `WHERE endDate > unixepoch()`.
        public let endDate: Date
        /// Whether the occurrence is all-day: `record.isAllDay // false`.
        public let isAllDay: Bool
        /// The start as text, without an offset for floating times and without a time for all-day events:
        /// `record.startText // "2026-03-30T09:15:00+02:00"`.
        public let startText: String
        /// The end as text in the same form as ``startText``.
        ///
        /// For all-day events, the value is the day after the last day, such as `2026-04-04`.
        public let endText: String
        /// The event's time zone, or nil for all-day and floating times: `record.timeZone // "Europe/Berlin"`.
        public let timeZone: String?
        /// Whether the occurrence differs from its series' rule: `record.isDetached // false`.
        public let isDetached: Bool
        /// The STATUS, written as in `Event.Status` (`confirmed`, `tentative`, or `cancelled`), or nil if missing.
        public let status: String?
        /// The location (LOCATION): `record.location // "Room 4"`.
        public let location: String?
        /// The description (DESCRIPTION): `record.notes // nil`.
        public let notes: String?
        /// The associated URL (URL): `https://studio.example/stand-up`.
        public let url: String?
        /// The organizer (ORGANIZER): `record.organizer?.email // "nora@studio.example"`.
        public let organizer: RecordedPerson?
        /// The attendees in file order, stored as JSON: `[{"email":"sam@client.example","status":"accepted"}]`.
        public let attendees: [RecordedPerson]
        /// A hash of the title, times, status, location, notes, URL, organizer, and attendees as 32 hexadecimal digits.
        ///
        /// The hash is the same on every machine and in every calendar: `record.contentHash.count // 32`.
        public let contentHash: String
        /// The time when the occurrence was first found: `record.firstSeen <= record.updatedAt // true`.
        public let firstSeen: Date
        /// The time of the last change to the row: `record.updatedAt >= record.firstSeen // true`.
        public let updatedAt: Date
        /// The time when a sync detected the removal, or nil while the occurrence exists: `record.removedAt // nil`.
        public let removedAt: Date?
        /// The last change's unique number, as used by ``EventRecords/changes(after:limit:)``:
        /// `record.lastChange > 0 // true`.
        public let lastChange: Int64
        /// The number of the change that created the row: `record.firstChange <= record.lastChange // true`.
        public let firstChange: Int64
        /// The number of the last change that restored the occurrence after its removal, or 0 if there was none:
        /// `record.returnChange // 0`.
        public let returnChange: Int64

        /// Whether the occurrence has been removed from the store: `record.isRemoved // false`.
        public var isRemoved: Bool { removedAt != nil }
    }

    /// A participant in an event, as stored in a record.
    ///
    /// ```swift
    /// let person = RecordedPerson(name: "Nora Lind", email: "nora@studio.example", status: "accepted")
    /// person.email  // "nora@studio.example"
    /// ```
    public struct RecordedPerson: Sendable, Hashable, Codable {
        /// The name, or nil: `person.name // "Nora Lind"`.
        public var name: String?
        /// The email address, or nil: `person.email // "nora@studio.example"`.
        public var email: String?
        /// The reply, written as in `Attendee.Status`, or nil for an organizer: `person.status // "accepted"`.
        public var status: String?

        /// Creates a participant.
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
        /// The table's name: `EventRecord.databaseTableName // "eventRecord"`.
        public static var databaseTableName: String { "eventRecord" }

        /// Creates a record from a row of the table, so that custom queries can return records.
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
