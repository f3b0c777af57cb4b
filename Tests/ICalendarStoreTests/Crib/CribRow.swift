import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// A documented EventKit behavior that this store either matches or deliberately changes.
struct CribRow: Sendable, CustomTestStringConvertible {
    /// EventKit's behavior.
    let says: String
    /// Checks this store's behavior.
    let check: @Sendable () throws -> Void
    /// Why the behavior differs, or nil if the store matches EventKit.
    let difference: String?

    var testDescription: String { says }

    /// Creates a row for behavior that matches EventKit.
    static func same(_ says: String, _ check: @escaping @Sendable () throws -> Void) -> CribRow {
        CribRow(says: says, check: check, difference: nil)
    }

    /// Creates a row for behavior that differs from EventKit.
    ///
    /// The documentation lists these rows in a table.
    static func differs(
        _ says: String,
        _ difference: String,
        _ check: @escaping @Sendable () throws -> Void = {}
    ) -> CribRow {
        CribRow(says: says, check: check, difference: difference)
    }

    /// The table of differences in the documentation.
    static var table: String {
        get throws {
            let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent()
            let path = "Sources/ICalendarStore/ICalendarStore.docc/Differences-from-EventKit.md"
            return try String(contentsOf: root.appending(path: path), encoding: .utf8)
        }
    }
}

/// Tests EventKit's documented behavior of events, row by row.
@Suite struct CribTests {
    @Test(arguments: CribRow.queries) func `queries and identifiers match EventKit's documented behavior`(
        row: CribRow
    ) throws { try row.check() }
    @Test(arguments: CribRow.fields) func `event fields match EventKit's documented behavior`(row: CribRow)
        throws
    {
        try row.check()
    }
    @Test(arguments: CribRow.series) func `series and spans match EventKit's documented behavior`(
        row: CribRow
    ) throws {
        try row.check()
    }
    @Test(arguments: CribRow.reminders) func `reminders match EventKit's documented behavior`(row: CribRow)
        throws
    {
        try row.check()
    }
    @Test(arguments: CribRow.saving) func `saving, removing and batches match EventKit's documented behavior`(
        row: CribRow
    )
        throws
    {
        try row.check()
    }

    @Test func `the documentation lists every difference with its reason`() throws {
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
