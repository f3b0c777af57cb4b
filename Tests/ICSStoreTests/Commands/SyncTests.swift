import Foundation
import TestTraits
import Testing

#if Records
    /// Tests which databases `sync` accepts.
    @Suite struct SyncTests {
        private static let window = ["--from", "2026-01-01", "--to", "2027-01-01", "--yes"]

        private func sync(_ store: StoreProgram, _ database: String) throws -> StoreProgram.Result {
            try store.start(["sync", database] + Self.window).wait()
        }

        @Test func `a database whose name is not UTF-8 is rejected, and no other database is created`() throws
        {
            let store = try StoreProgram()
            let program = StoreProgram.productsFolder.appending(path: "ics-store").path()
            let script =
                "'\(program)' sync $'rec\\xff.db' --from 2026-01-01 --to 2026-02-01 --yes; echo $?; "
                + "ls | grep -c rec"
            let result = try store.start(["-c", script], program: "/bin/bash").wait()
            #expect(result.lines.suffix(2) == ["1", "0"], "\(result.output)")
            #expect(result.errors.contains("is not valid UTF-8"), "\(result.errors)")
        }

        @Test func `a file that is not a database is not changed`() throws {
            let store = try StoreProgram()
            _ = try store.add("Stand-up")
            // The header of a SQLite database without any contents.
            for (name, text) in [
                ("notes.txt", "x\n"), ("long.txt", String(repeating: "this is no database\n", count: 500)),
                ("damaged.sqlite", "SQLite format 3\u{0}" + String(repeating: "junk", count: 2000)),
            ] {
                let path = try store.write(text, to: name)
                let result = try sync(store, path)
                #expect(result.status == 1, "\(name)")
                #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
                #expect(result.errors.hasPrefix("ics-store: error: \(path): "), "\(result.errors)")
                #expect(FileManager.default.contents(atPath: path) == Data(text.utf8), "\(name)")
            }
            #expect(try sync(store, store.folder.path()).status == 1)
            let left = try FileManager.default.contentsOfDirectory(atPath: store.folder.path())
            #expect(left.filter { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") } == [])
        }

        @Test func `a name that looks like a URL is used as a file name`() throws {
            let store = try StoreProgram()
            _ = try store.add("Stand-up")
            let other = try store.write("", to: "other.sqlite")
            _ = try sync(store, "file:\(other)")
            #expect(FileManager.default.contents(atPath: other) == Data())
        }

        @Test func `two files with the same UID outside the window do not block syncing other files`()
            throws
        {
            let store = try StoreProgram()
            func event(_ uid: String, _ year: Int) -> String {
                calendarText(
                    "BEGIN:VEVENT\nUID:\(uid)\nDTSTAMP:20260101T000000Z\nDTSTART:\(year)0330T100000Z\nEND:VEVENT"
                )
            }
            try store.write(event("x", 2026), to: "calendars/home/a.ics")
            let path = store.folder.path() + "/events.sqlite"
            #expect(try sync(store, path).status == 0)
            try store.write(event("x", 2030), to: "calendars/home/a.ics")
            try store.write(event("x", 2031), to: "calendars/home/b.ics")
            try store.write(event("y", 2026), to: "calendars/home/c.ics")
            let result = try sync(store, path)
            #expect(result.status == 0, "\(result.errors)")
            #expect(
                result.output.contains("1 inserted") && result.output.contains("1 removed"),
                "\(result.output)"
            )
        }

        @Test func `too many occurrences are rejected before a database is created`() throws {
            let store = try StoreProgram()
            let text =
                "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260101T000000Z\nDTSTART:20260101T000000Z\nRRULE:FREQ=SECONDLY\nEND:VEVENT"
            let file = try store.write(calendarText(text), to: "in.ics")
            _ = try store.run("import", file, "--to", "home")
            let path = store.folder.path() + "/events.sqlite"
            let result = try sync(store, path)
            #expect(result.status == 1)
            #expect(result.errors.contains("limit of 4194304 occurrences exceeded"), "\(result.errors)")
            #expect(!FileManager.default.fileExists(atPath: path))
        }

        @Test(.long) func `a dry run describes a sync and does not change the database`() throws {
            let store = try StoreProgram()
            _ = try store.add("Stand-up")
            let path = store.folder.path() + "/events.sqlite"
            func tried() throws -> String {
                let result = try store.run(["sync", path, "--dry-run"] + Self.window)
                #expect(result.status == 0, "\(result.errors)")
                return result.output
            }
            #expect(try tried() == "dry run: 1 inserted, 0 unchanged\n")
            #expect(!FileManager.default.fileExists(atPath: path))
            _ = try sync(store, path)
            _ = try store.add("Dentist")
            let bytes = FileManager.default.contents(atPath: path)
            #expect(try tried() == "dry run: 1 inserted, 1 unchanged\n")
            #expect(FileManager.default.contents(atPath: path) == bytes)
            #expect(try sync(store, path).output == "1 inserted, 1 unchanged\n")
            let other = try store.write(String(repeating: "no database", count: 100), to: "other.sqlite")
            for refused in [other, "", ":memory:", "\(path).d/events.sqlite", "\(path)/events.sqlite"] {
                let results = try [["--dry-run"], []].map {
                    try store.run(["sync", refused] + $0 + Self.window)
                }
                #expect(results.map(\.status) == [1, 1], "\(refused)")
                #expect(results[0].errors == results[1].errors)
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: store.folder.path())
            #expect(left.filter { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") } == [])
        }

        @Test func `the rows of a file that is being written are kept, with a message`() throws {
            let store = try StoreProgram()
            _ = try store.add("Stand-up")
            let path = store.folder.path() + "/events.sqlite"
            #expect(try sync(store, path).output == "1 inserted, 0 unchanged\n")
            let files = try store.contents().filter { $0.key.hasSuffix(".ics") }
            let (name, bytes) = try #require(files.first)
            for count in [0, 80] {
                try store.write(String(decoding: bytes.prefix(count), as: UTF8.self), to: "calendars/\(name)")
                let result = try sync(store, path)
                #expect(result.output == "0 unchanged\n")
                #expect(result.status == 1)
                #expect(
                    result.errors.contains("\(name): warning: file is empty or lacks END:VCALENDAR"),
                    "\(result.errors)"
                )
                #expect(result.errors.contains("if no program is writing it, repair or delete it\n"))
            }
            try store.write(String(decoding: bytes, as: UTF8.self), to: "calendars/\(name)")
            let result = try sync(store, path)
            #expect(result.output == "1 unchanged\n" && result.status == 0, "\(result.errors)")
        }

        @Test func `for an unreadable file, the effect on its calendar is reported`() throws {
            let store = try StoreProgram()
            _ = try store.add("Stand-up")
            let path = store.folder.path() + "/events.sqlite"
            #expect(try sync(store, path).errors == "")
            let endless = store.calendars.appending(path: "home/endless.ics")
            try Data().write(to: endless)
            try FileHandle(forWritingTo: endless).truncate(atOffset: 100 << 20)
            let result = try sync(store, path)
            #expect(result.status == 1 && result.output == "1 unchanged\n")
            #expect(result.errors.contains("home/endless.ics: error: cannot be read: "), "\(result.errors)")
            let told = "calendars/home: warning: part of this calendar cannot be read; none of its rows"
            #expect(result.errors.contains(told), "\(result.errors)")
        }

        @Test func `an empty database or a database with records is accepted`() throws {
            let store = try StoreProgram()
            _ = try store.add("Stand-up")
            let path = try store.write("", to: "events.sqlite")
            #expect(try sync(store, path).output == "1 inserted, 0 unchanged\n")
            #expect(try sync(store, path).output == "1 unchanged\n")
        }

        @Test func `a database is never created among the calendars, regardless of the path`() throws {
            let store = try StoreProgram()
            _ = try store.add("Stand-up")
            let outside = store.folder.appending(path: "outside")
            try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
            let links = [
                ("link", store.calendars.path()), ("file", store.calendars.path() + "/home/new.sqlite"),
                ("calendars/linked", outside.path()),
            ]
            for (name, target) in links {
                try FileManager.default.createSymbolicLink(
                    atPath: store.folder.path() + "/" + name,
                    withDestinationPath: target
                )
            }
            let before = try store.contents()
            for path in [
                "calendars/events.sqlite", "calendars/home/x.ics", "link/events.sqlite", "file",
                "outside/../calendars/home/../a", "outside/events.sqlite",
            ] {
                let result = try sync(store, path)
                #expect(result.status == 1, "\(path): \(result.output)")
                #expect(
                    result.errors.hasPrefix(
                        "ics-store: error: \(path): is inside the calendar folder"
                    ),
                    "\(result.errors)"
                )
            }
            // Nor does an export create a file in the calendar folder, because the file would add a calendar.
            #expect(try store.run("export", "--to", "calendars/all.ics").status == 1)
            #expect(try store.contents() == before)
            #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path()) == [])
        }
    }
#endif
