import Foundation
import Testing

/// Tests the `events` formats for spreadsheets, browsers and documents.
@Suite struct PageTests {
    private static let week = ["events", "--from", "2026-03-30", "--to", "2026-04-06"]

    private func program() throws -> StoreProgram {
        let program = try StoreProgram()
        _ = try program.write("#33AA55\n", to: "calendars/home/color")
        _ = try program.write("Household\n", to: "calendars/home/displayname")
        _ = try program.write(
            calendarText(eventText("a", "0330", "LOCATION:=1+1")),
            to: "calendars/home/a.ics"
        )
        _ = try program.write(
            calendarText(eventText("b", "0331", "STATUS:TENTATIVE")),
            to: "calendars/work/b.ics"
        )
        return program
    }

    @Test func `CSV rows contain calendar names and no formulas`() throws {
        let result = try program().run(Self.week + ["--time-zone", "Europe/Berlin", "--format", "csv"])
        #expect(
            result.output.components(separatedBy: "\r\n").dropFirst() == [
                "2026-03-30 10:00,2026-03-30 11:00,false,Event a,'=1+1,Household,,,,,,a",
                "2026-03-31 10:00,2026-03-31 11:00,false,Event b,,work,tentative,,,,,b", "",
            ]
        )
    }

    @Test func `a page uses the calendars' colors`() throws {
        let result = try program().run(Self.week + ["--format", "html"])
        #expect(result.status == 0)
        #expect(result.output.contains("<title>Household, work</title>"))
        #expect(result.output.contains("<li style=\"--c:#33aa55\"><bdi>Household</bdi></li>"))
    }

    @Test func `a filter selects the events on a page`() throws {
        let result = try program().run(Self.week + ["--format", "md", "--status", "tentative"])
        #expect(result.output.contains("Event b"))
        #expect(!result.output.contains("Event a"))
        let image = try program().run(Self.week + ["--format", "svg", "--calendar", "Household"])
        #expect(image.output.contains("Event a"))
        #expect(!image.output.contains("Event b"))
    }

    @Test func `a template replaces the output format`() throws {
        let program = try program()
        let path = try program.write(
            "{{#days}}{{#events}}{{title}};{{/events}}{{/days}}",
            to: "list.mustache"
        )
        let result = try program.run(Self.week + ["--template", path])
        #if Templates
            #expect(result.output == "Event a;Event b;")
        #else
            #expect(result.status == 1)
            #expect(result.errors.contains("this program was built without the trait Templates"))
            #expect(result.errors.split(separator: "\n").count == 1)
        #endif
        #expect(try program.run(Self.week + ["--template", path, "--format", "csv"]).status == 64)
    }
}
