import Foundation
import SystemIO
import ICalendar
import TestTraits
import Testing

@testable import ICSConsole

struct RowWriterTests {
    /// Series with many rows: some short, one with text that quickly fills a block, and one with a mistake.
    private static let calendar: String = {
        var text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//x//EN\n"
        for number in 0..<40 {
            let more =
                switch number {
                case 7: "DESCRIPTION:" + String(repeating: "long ", count: 20_000)
                case 9: "PRIORITY:none"
                default: "LOCATION:Room \(number)"
                }
            text += """
                BEGIN:VEVENT
                UID:\(number)
                DTSTART:20260101T\(10 + number % 10)0000Z
                SUMMARY:Number \(number)
                RRULE:FREQ=\(number == 7 ? "WEEKLY" : "HOURLY")
                \(more)
                END:VEVENT

                """
        }
        return text + "END:VCALENDAR\n"
    }()

    private func occurrences() throws -> Occurrences {
        let from = Instant(secondsSince1970: 1_767_225_600)
        let window = try OccurrenceWindow(from: from, to: from.adding(seconds: 59 * 86_400), in: .utc)
        var search = OccurrenceSearch(in: window)
        _ = try search.read(bytes: Array(Self.calendar.utf8))
        return search.occurrences()
    }

    /// Returns the bytes written to a file with a given number of threads, the number of rows, and the
    /// diagnostics.
    private func written(_ format: OutputFormat, threads: Int, limit: Int) throws -> (Data, Int, [Diagnostic])
    {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        #expect(FileManager.default.createFile(atPath: path.path, contents: nil))
        defer { try? FileManager.default.removeItem(at: path) }
        let file = try FileHandle(forWritingTo: path)
        let output = try occurrences().write(
            as: format,
            threads: threads,
            limit: limit,
            to: Descriptor(number: file.fileDescriptor)
        )
        #expect(output.failure == nil)
        try file.close()
        return (try Data(contentsOf: path), output.count, output.diagnostics)
    }

    @Test(arguments: [OutputFormat.ndjson, .json, .text, .csv])
    func `the first rows and their diagnostics are the same for any number of threads`(
        format: OutputFormat
    ) throws {
        try checkThreads(format, limit: 5000)
    }

    @Test(.long, arguments: [OutputFormat.ndjson, .json, .text])
    func `all rows and their diagnostics are the same for any number of threads`(format: OutputFormat)
        throws
    {
        try checkThreads(format, limit: .max)
    }

    private func checkThreads(_ format: OutputFormat, limit: Int) throws {
        let (bytes, count, diagnostics) = try written(format, threads: 1, limit: limit)
        #expect(count == (limit == .max ? try occurrences().count() : limit))
        #expect(diagnostics.count == 1)
        if format == .json {
            let rows = try JSONSerialization.jsonObject(with: bytes) as? [Any]
            #expect(rows?.count == count)
        }
        for threads in [2, 3, 9] {
            let others = try written(format, threads: threads, limit: limit)
            #expect(others.0 == bytes, "\(threads) threads")
            #expect(others.1 == count)
            #expect(others.2 == diagnostics)
        }
    }

    @Test(arguments: [1, 2, 9])
    func `a failed write ends all threads and is reported`(threads: Int) throws {
        guard let file = FileHandle(forWritingAtPath: "/dev/full") else { return }
        let output = try occurrences().write(
            as: .ndjson,
            threads: threads,
            limit: .max,
            to: Descriptor(number: file.fileDescriptor)
        )
        #expect(output.failure == .failed(code: ENOSPC))
        #expect(output.count == 0)
        try file.close()
    }
}
