import Foundation
import ICalendar
import Testing

@testable import ICalendarCore

/// The output of zdump, which lists the offsets of zones before and after every transition.
struct ZoneDump {
    private let process = Process()
    private let file: URL

    /// Starts zdump with its output in a file, so several can run concurrently.
    init(_ names: ArraySlice<String>, years: String, directory: String) throws {
        let tool = ["/usr/bin/zdump", "/usr/sbin/zdump"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
        process.executableURL = URL(fileURLWithPath: try #require(tool, "zdump is missing: install libc-bin"))
        process.arguments = ["-v", "-c", years] + names
        process.environment = ["TZDIR": directory]
        file = FileManager.default.temporaryDirectory.appendingPathComponent("zdump-\(UUID().uuidString)")
        #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
        process.standardOutput = try FileHandle(forWritingTo: file)
        try process.run()
    }

    /// Returns the instants and offsets listed for each zone.
    func samples() throws -> [String: [(instant: Int, offset: Int)]] {
        process.waitUntilExit()
        defer { try? FileManager.default.removeItem(at: file) }
        let text = [UInt8](try Data(contentsOf: file))
        var samples: [String: [(instant: Int, offset: Int)]] = [:]
        for line in text.split(separator: 0x0A) {
            // NAME  Sun Mar 29 01:00:00 2026 UT = Sun Mar 29 03:00:00 2026 CEST isdst=1 gmtoff=7200
            let fields = line.split(separator: 0x20, maxSplits: 6)
            guard fields.count == 7, let equals = line.lastIndex(of: UInt8(ascii: "=")),
                let offset = Int(String(decoding: line[(equals + 1)...], as: UTF8.self)),
                let instant = instant(month: fields[2], day: fields[3], time: fields[4], year: fields[5])
            else { continue }
            samples[String(decoding: fields[0], as: UTF8.self), default: []].append((instant, offset))
        }
        return samples
    }

    private func instant(
        month: ArraySlice<UInt8>,
        day: ArraySlice<UInt8>,
        time: ArraySlice<UInt8>,
        year: ArraySlice<UInt8>
    ) -> Int? {
        guard let month = ZoneDump.months[month], time.count == 8 else { return nil }
        let clock = time.map { Int($0) - 0x30 }
        return CivilDateTime(
            year: number(year),
            month: month,
            day: number(day),
            hour: clock[0] * 10 + clock[1],
            minute: clock[3] * 10 + clock[4],
            second: clock[6] * 10 + clock[7]
        )?.secondNumber
    }

    private func number(_ digits: ArraySlice<UInt8>) -> Int {
        digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }

    private static let months: [ArraySlice<UInt8>: Int] = {
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return Dictionary(uniqueKeysWithValues: zip(names.map { Array($0.utf8)[...] }, 1...12))
    }()
}
