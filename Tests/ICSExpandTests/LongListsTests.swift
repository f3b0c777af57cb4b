import Foundation
import TestTraits
import Testing

@testable import ICSConsole

/// Tests the thousands of arguments into which a shell can expand `*.ics`.
@Suite struct LongListsTests {
    private static let names = (0..<1000).map { "\($0).ics" }

    @Test(arguments: [
        [["--count"], names, ["--from", "2026-01-01"]], [["--from", "2026-01-01"] + names, ["--count"]],
        [names, ["--threads", "1"] + names, ["--", "-1.ics", "--count"] + names], [["-"] + names + ["-"]],
    ])
    func `long argument lists are set aside and restored in place`(parts: [[String]]) {
        let all = parts.flatMap { $0 }
        let lists = LongLists(all)
        #expect(lists.areAny)
        #expect(lists.arguments.count < 210)
        #expect(lists.arguments.filter { $0.hasPrefix("--") }.count == all.count { $0.hasPrefix("--") })
        #expect(lists.restored(lists.arguments) == all)
    }

    @Test func `an ordinary command line is not changed`() {
        for all in [[], ["--count", "a.ics"], Array(Self.names.prefix(64)), ["--"] + Self.names.prefix(64)] {
            let lists = LongLists(all)
            #expect(!lists.areAny)
            #expect(lists.arguments == all)
        }
    }

    @Test(.long) func `thousands of files are read, wherever the options are`() throws {
        let folder = try TemporaryFolder()
        var files: [String] = []
        for number in 0..<2000 {
            let text =
                "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:\(number)\r\n"
                + "DTSTART:20260330T100000Z\r\nSUMMARY:\(number)\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
            files.append(try folder.write(text, to: "\(number).ics").path())
        }
        let window = ["--from", "2026-03-30", "--to", "2026-03-31"]
        let counted = try BuiltProgram.run(window + files + ["--count"])
        #expect(counted.output == "2000\n", "\(counted.errors.prefix(300))")
        let ended = try BuiltProgram.run(window + ["--count", "--"] + files)
        #expect(ended.output == "2000\n", "\(ended.errors.prefix(300))")
        // The message quotes the original argument.
        let wrong = try BuiltProgram.run(files + ["--form", "2026-03-30"])
        #expect(wrong.status == 64)
        #expect(
            wrong.errors.contains("--form") && !wrong.errors.contains("\\0"),
            "\(wrong.errors.prefix(300))"
        )
    }
}
