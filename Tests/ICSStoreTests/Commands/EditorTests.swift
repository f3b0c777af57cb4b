import Foundation
import TestTraits
import Testing

@Suite struct EditorTests {
    /// Returns a store with one event, and an editor that runs a shell command in which `$1` is the file.
    private func store(editor: String) throws -> (StoreProgram, String) {
        let store = try StoreProgram()
        let identifier = try store.add(
            "Dentist",
            "--attendee",
            "Jane <jane@studio.example>",
            "--alarm",
            "15m"
        )
        let path = try store.write("#!/bin/sh\n\(editor)\n", to: "editor.sh")
        store.environment["EDITOR"] = "sh \(path)"
        return (store, identifier)
    }

    @Test func `an edit is shown and saved, and everything else is unchanged`() throws {
        let (store, identifier) = try store(
            editor: #"sed -i 's/^title: .*/title: Doctor/; s/ 11:00$/ 12:00/' "$1""#
        )
        let before = try store.run("show", identifier, "--format", "ics").output
        let result = try store.run("edit", identifier)
        #expect(result.output == identifier + "\n", "\(result.errors)")
        #expect(result.errors.contains("    - Dentist\n    + Doctor\n"), "\(result.errors)")
        let event = try #require(try store.events().first)
        #expect(event["summary"] as? String == "Doctor")
        #expect(event["end"] as? String == "2026-03-30T12:00:00+02:00")
        let after = try store.run("show", identifier, "--format", "ics").output
        for name in ["ATTENDEE", "TRIGGER", "DTSTART", "CREATED"] {
            let (one, other) = (line(name, of: before), line(name, of: after))
            #expect(one != nil && one == other, "\(name)")
        }
    }

    @Test func `an end means the same in the editor as with --set`() throws {
        let event =
            "BEGIN:VEVENT\nUID:a\nDTSTAMP:20260101T000000Z\nDTSTART;TZID=Europe/Berlin:20260105T100000\n"
            + "DTEND;TZID=America/New_York:20260105T110000\nEND:VEVENT"
        let ends = try [true, false].map { isTyped in
            let (store, _) = try store(editor: #"sed -i 's/^end: .*/end: 2026-01-05 12:00/' "$1""#)
            try store.write(calendarText(event), to: "calendars/home/a.ics")
            let setting = isTyped ? [] : ["--set", "end=2026-01-05 12:00"]
            let result = try store.run(["edit", "home:a"] + setting)
            #expect(result.status == 0, "\(result.errors)")
            return line("DTEND", of: try store.run("show", "home:a", "--format", "ics").output)
        }
        #expect(ends == Array(repeating: "DTEND;TZID=Europe/Berlin:20260105T120000", count: 2))
    }

    @Test(
        .long,
        arguments: [
            "true", ": > \"$1\"", #"sed -i 's/^#.*//' "$1""#, "exit 1", #"echo 'colour: red' >> "$1""#,
            #"sed -i 's/^start: .*/start: soon/' "$1""#, #"sed -i 's/^end: .*/end: 2026-03-29 10:00/' "$1""#,
            #"rm "$1""#, #"printf '\377\376' > "$1""#, "kill -INT $$",
        ]
    )
    func `an edit without effect changes nothing`(_ editor: String) throws {
        let (store, identifier) = try store(editor: editor)
        store.environment["TMPDIR"] = store.folder.path()
        let before = try store.contents()
        let result = try store.run("edit", identifier)
        #expect(result.output == "", "\(result.output)")
        #expect(result.errors.hasPrefix("ics-store: "), "\(result.errors)")
        #expect(try store.contents() == before)
    }

    @Test(arguments: [
        #"mkdir -p "$(dirname "$1")/swap/deep"; touch "$(dirname "$1")/swap/deep/file""#,
        #"rm "$1"; mkdir "$1""#, #"ln -s "$TMPDIR/../calendars" "$(dirname "$1")/link""#,
    ])
    func `files that the editor leaves next to the edited file are deleted with it`(_ editor: String) throws {
        let (store, identifier) = try store(editor: editor)
        let temporary = store.folder.appending(path: "temporary")
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        store.environment["TMPDIR"] = temporary.path()
        let before = try store.contents()
        _ = try store.run("edit", identifier)
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path()) == [])
        #expect(try store.contents() == before)
    }

    @Test(arguments: [
        #"sed -i 's/^title: .*/title: Doctor/; s/^url:.*/url: not a link/' "$1""#,
        #"sed -i 's/^title: .*/title: Doctor/; s/^start: .*/start: soon/' "$1""#,
    ])
    func `the edited text is kept if it cannot be saved`(_ editor: String) throws {
        let (store, identifier) = try store(editor: editor)
        store.environment["TMPDIR"] = store.folder.path()
        let before = try store.contents()
        let result = try store.run("edit", identifier)
        #expect(result.status == 1)
        #expect(try store.contents() == before)
        let start = "ics-store: your text is kept in "
        let line = result.errors.split(separator: "\n").first { $0.hasPrefix(start) }
        let path = String(try #require(line, "\(result.errors)").dropFirst(start.count))
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("\ntitle: Doctor\n"))
    }

    @Test func `a byte order mark added by the editor is ignored`() throws {
        let mark = #"printf '\357\273\277' > "$1.new"; cat "$1" >> "$1.new"; mv "$1.new" "$1""#
        let rename = #"sed -i '/^#/d; s/^title: .*/title: Doctor/' "$1"; "#
        let (store, identifier) = try store(editor: rename + mark)
        let result = try store.run("edit", identifier)
        #expect(result.output == identifier + "\n", "\(result.errors)")
        #expect(try store.events().first?["summary"] as? String == "Doctor")
        store.environment["EDITOR"] = "sh \(try store.write(mark, to: "mark.sh"))"
        #expect(try store.run("edit", identifier).errors.contains("nothing was changed"))
    }

    @Test func `a multiline title is kept, and no terminal is required`() throws {
        let (store, _) = try store(editor: #"sed -i 's/^location:.*/location: Room 4/' "$1""#)
        try store.write(
            calendarText(
                eventText("two", "0330").replacingOccurrences(of: "SUMMARY:", with: "SUMMARY:A\\nB: ")
            ),
            to: "calendars/home/two.ics"
        )
        let edited = try store.run("edit", "home:two")
        #expect(edited.status == 0, "\(edited.errors)")
        let event = try store.events().first { ($0["id"] as? String) == "home:two" }
        #expect(event?["location"] as? String == "Room 4")
        #expect((event?["summary"] as? String)?.hasPrefix("A\nB: ") == true)
        store.environment["EDITOR"] = ""
        let result = try store.run("edit", "home:two")
        #expect(
            result.errors
                == "ics-store: error: no terminal for vi; set EDITOR, or use --set\n"
        )
    }

    @Test func `the edited file is private and is deleted afterward`() throws {
        let (store, identifier) = try store(
            editor: #"ls -l "$1" > "$TMPDIR/../seen"; ls -ld "$(dirname "$1")" >> "$TMPDIR/../seen""#
        )
        let temporary = store.folder.appending(path: "temporary")
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        store.environment["TMPDIR"] = temporary.path()
        _ = try store.run("edit", identifier)
        let seen = try String(contentsOf: store.folder.appending(path: "seen"), encoding: .utf8)
        #expect(seen.contains("drwx------"), "\(seen)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path()) == [])
    }
}

/// Returns the line of a given property.
private func line(_ name: String, of text: String) -> Substring? {
    text.split(separator: "\r\n").first { $0.hasPrefix(name) }
}
