import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// One thing that EventKit documents: held to here, or different for a reason.
struct CribRow: Sendable, CustomTestStringConvertible {
    /// What EventKit says.
    let says: String
    /// What to find true here.
    let check: @Sendable () throws -> Void
    /// Why this store differs; nil where it does as EventKit does.
    let difference: String?

    var testDescription: String { says }

    /// As in EventKit.
    static func same(_ says: String, _ check: @escaping @Sendable () throws -> Void) -> CribRow {
        CribRow(says: says, check: check, difference: nil)
    }

    /// Not as in EventKit, which stands in the table of the documentation.
    static func differs(
        _ says: String,
        _ difference: String,
        _ check: @escaping @Sendable () throws -> Void = {}
    ) -> CribRow {
        CribRow(says: says, check: check, difference: difference)
    }

    /// The table of the documentation, which has what differs.
    static var table: String {
        get throws {
            let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent()
            let path = "Sources/ICalendarStore/ICalendarStore.docc/Differences-from-EventKit.md"
            return try String(contentsOf: root.appending(path: path), encoding: .utf8)
        }
    }
}

/// What EventKit documents about events, row by row.
@Suite struct CribTests {
    @Test(arguments: CribRow.queries) func `queries and identifiers`(row: CribRow) throws { try row.check() }
    @Test(arguments: CribRow.fields) func `what an event says`(row: CribRow) throws { try row.check() }
    @Test(arguments: CribRow.series) func `series and spans`(row: CribRow) throws { try row.check() }
    @Test(arguments: CribRow.reminders) func `reminders`(row: CribRow) throws { try row.check() }
    @Test(arguments: CribRow.saving) func `saving, removing and batches`(row: CribRow) throws {
        try row.check()
    }

    @Test func `the documentation says what differs, and why`() throws {
        let table = try CribRow.table
        let all = CribRow.queries + CribRow.fields + CribRow.series + CribRow.reminders + CribRow.saving
        for row in all {
            guard let difference = row.difference else { continue }
            #expect(table.contains("| \(row.says) | \(difference) |"), "\(row.says)")
        }
        let rows = table.split(separator: "\n").count { $0.hasPrefix("| ") } - 5
        #expect(rows == all.count { $0.difference != nil })
    }
}
