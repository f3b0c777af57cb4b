import Foundation
import TestTraits
import Testing

/// Tests the formats for spreadsheets, browsers and documents.
@Suite struct PageFormatTests {
    private static let demo = [
        "--from", "2026-03-28", "--to", "2026-05-01", "--time-zone", "Europe/Berlin",
        "Corpus/demo/studio.ics",
    ]

    @Test func `CSV has one row per occurrence, regardless of the number of threads`() throws {
        let one = try BuiltProgram.run(["--format", "csv", "--threads", "1"] + Self.demo)
        let five = try BuiltProgram.run(["--format", "csv", "--threads", "5"] + Self.demo)
        #expect(one.output == five.output)
        let count = try BuiltProgram.run(["--count"] + Self.demo).output
        let rows = one.output.components(separatedBy: "\r\n").dropLast()
        // No text in the demo calendar has several lines.
        #expect("\(rows.count - 1)\n" == count)
        #expect(
            rows.first
                == "start,end,all_day,title,location,calendar,status,categories,attendees,notes,url,uid"
        )
    }

    @Test func `repeated times in CSV show their UTC offset`() throws {
        let input = calendarText("UID:a\nSUMMARY:A\nDTSTART:20261025T003000Z\nDURATION:PT45M")
        let window = ["--from", "2026-10-25", "--to", "2026-10-26", "--time-zone", "Europe/Berlin"]
        let result = try BuiltProgram.run(window + ["--format", "csv"], input: input)
        #expect(
            result.output.hasSuffix(
                "\r\n2026-10-25 02:30+02:00,2026-10-25 02:15+01:00,false,A,,,,,,,,a\r\n"
            )
        )
    }

    @Test(arguments: ["html", "svg", "md", "month"])
    func `a page shows the events in the window`(format: String) throws {
        let result = try BuiltProgram.run(["--format", format] + Self.demo)
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(result.output.contains(format == "svg" ? "Events per day" : "April 2026"))
        #expect(result.output.count > 1000)
    }

    @Test(arguments: ["html", "svg"])
    func `a page uses the colors of the calendar and its events`(format: String) throws {
        let colors = [
            ("X-APPLE-CALENDAR-COLOR:#1badf8ff", "", "#1badf8"), ("COLOR:tomato", "", "#ff6347"),
            ("COLOR:teal\nX-APPLE-CALENDAR-COLOR:#1badf8", "", "#008080"),
            ("COLOR:teal", "COLOR:Gold\n", "#ffd700"), ("COLOR:red;} body{x", "COLOR:url(x)\n", "#2f6fb5"),
        ]
        for (calendar, own, color) in colors {
            let input = """
                BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n\(calendar)\nBEGIN:VEVENT\nUID:a\nSUMMARY:A
                DTSTART:20260330T100000\nDURATION:PT1H\n\(own)END:VEVENT\nEND:VCALENDAR\n
                """
            let window = ["--from", "2026-03-30", "--to", "+7d", "--format", format]
            let page = try BuiltProgram.run(window, input: input).output.lowercased()
            #expect(page.contains(color), "\(calendar) \(own)")
            #expect(!page.contains("body{x") && !page.contains("url(x"))
        }
    }

    @Test func `an image of up to 14 days shows hours`() throws {
        let arguments = ["--from", "2026-03-30", "--to", "+14d", "--format", "svg", "Corpus/demo/studio.ics"]
        let result = try BuiltProgram.run(arguments)
        #expect(result.output.contains(">09:00</text>"))
        #expect(result.output.hasSuffix("</svg>\n"))
    }

    /// Set `UPDATE_CORPUS=1` to update the image.
    @Test func `the image in the README matches the program's output`() throws {
        let command = "ics-expand --format svg --from 2026-03-30 --to +7d --time-zone Europe/Berlin"
        let result = try BuiltProgram.shell(
            "ICS_NOW=2026-03-31T09:40:00Z \(command) Corpus/demo/studio.ics"
        )
        let image = BuiltProgram.packageFolder.appending(path: "Corpus/demo/week.svg")
        if ProcessInfo.processInfo.environment["UPDATE_CORPUS"] != nil {
            try Data(result.output.utf8).write(to: image)
        }
        #expect(try String(contentsOf: image, encoding: .utf8) == result.output)
    }

    @Test(.long) func `a full page reports its limit and makes a strict run fail`() throws {
        let event = "UID:a\nSUMMARY:A\nDTSTART:20260101T000000Z\nRRULE:FREQ=SECONDLY;INTERVAL=20"
        let arguments = ["--from", "2026-01-01", "--to", "+40d", "--format", "md", "--time-zone", "UTC"]
        let result = try BuiltProgram.run(arguments, input: calendarText(event))
        #expect(result.status == 0)
        let notice = "limit reached: a page holds 100000 entries; use --from and --to to narrow the window"
        #expect(result.errors.contains("error: \(notice)"))
        #expect(try BuiltProgram.run(arguments + ["--strict"], input: calendarText(event)).status == 1)
    }

    @Test func `other reports do not support these formats`() throws {
        let result = try BuiltProgram.run(["--conflicts", "--format", "html"] + Self.demo)
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("Error: --format html does not apply to --conflicts\n"))
    }

    @Test func `a hostile calendar prints no control characters in any format`() throws {
        for format in ["csv", "html", "svg", "md", "month"] {
            let result = try BuiltProgram.run(
                ["--from", "2026-03-01", "--to", "+31d", "--format", format, "Corpus/hostile/everything.ics"]
            )
            #expect(result.status == 0)
            let controls = result.output.unicodeScalars.filter { scalar in
                switch scalar.value {
                case 0x0A, 0x0D, 0x09: false
                // A month grid adds a mark after right-to-left titles.
                case 0x200E: format != "month"
                case 0..<0x20, 0x7F..<0xA0, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
                default: false
                }
            }
            #expect(controls.isEmpty, "\(format)")
        }
    }
}
