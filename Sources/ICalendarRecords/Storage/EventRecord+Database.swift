#if Records
    public import GRDB

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

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
