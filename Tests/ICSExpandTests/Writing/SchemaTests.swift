import Foundation
import ICalendar
import TestTraits
import Testing

/// Compares the JSON output of every task with the published schema.
@Suite struct SchemaTests {
    private static let corpus = BuiltProgram.packageFolder.appending(path: "Corpus")

    private func schema() throws -> JSONSchema {
        try JSONSchema(contentsOf: Self.corpus.appending(path: "schema/ics-expand.schema.json"))
    }

    private static let window = [
        "--from", "2026-01-01", "--to", "2027-01-01", "--time-zone", "Europe/Berlin",
    ]
    private static let tasks: [(arguments: [String], files: [String], definition: String, least: Int)] = [
        (window, ["calendars", "demo", "broken", "explain"], "occurrence", 1000),
        (window + ["--conflicts"], ["demo/studio.ics"], "conflict", 2),
        (window + ["--alarms"], ["demo", "calendars"], "alarm", 10),
        (["--check"], ["broken", "checking"], "violation", 100),
        (["--diff"], ["demo/studio.ics", "explain/night-watch.ics"], "change", 5),
    ]

    @Test(.long, arguments: tasks.indices) func `every line printed by a task is valid`(task: Int) throws {
        try check(task, "ndjson")
    }

    @Test(.long, arguments: tasks.indices) func `the JSON array printed by a task is valid`(task: Int) throws
    {
        try check(task, "json")
    }

    private func check(_ task: Int, _ format: String) throws {
        let (arguments, files, definition, least) = Self.tasks[task]
        let paths = files.map { Self.corpus.appending(path: $0).path(percentEncoded: false) }
        let output = try BuiltProgram.run(arguments + ["--format", format] + paths).output
        let objects: [Any]
        if format == "json" {
            objects = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [Any])
        } else {
            objects = try output.split(separator: "\n").map {
                try JSONSerialization.jsonObject(with: Data($0.utf8))
            }
        }
        #expect(objects.count >= least)
        let schema = try schema()
        let complaints = objects.flatMap { schema.complaints(about: $0, as: definition) }
        #expect(complaints.isEmpty, "\(complaints.prefix(5))")
    }

    @Test func `an invalid object is detected`() throws {
        let schema = try schema()
        let wrong: [String: Any] = ["uid": "a", "start": "2026-3-1", "allDay": false, "line": 0, "other": 1]
        #expect(schema.complaints(about: wrong, as: "occurrence").count == 5)
    }

    #if Libical
        @Test(.long) func `the differences between the engines are valid`() throws {
            let path = Self.corpus.appending(path: "broken").path(percentEncoded: false)
            let result = try BuiltProgram.run(
                Self.window + ["--compare-engines", "--format", "ndjson", path]
            )
            let objects = try result.output.split(separator: "\n").map {
                try JSONSerialization.jsonObject(with: Data($0.utf8))
            }
            let schema = try schema()
            #expect(objects.count > 50)
            #expect(objects.flatMap { schema.complaints(about: $0, as: "difference") } == [])
        }
    #endif
}
