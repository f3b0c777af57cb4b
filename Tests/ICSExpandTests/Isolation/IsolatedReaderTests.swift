import Foundation
import ICalendar
import TestTraits
import Testing

/// Tests using the library's reader in another process.
@Suite struct IsolatedReaderTests {
    private let reader = IsolatedReader(
        worker: CalendarPath(BuiltProgram.productsFolder.appending(path: "ics-expand").path())
    )

    private static func window() throws -> OccurrenceWindow {
        try OccurrenceWindow(
            from: Instant(secondsSince1970: 1_704_067_200),
            to: Instant(secondsSince1970: 1_830_211_200),
            in: Zone(identifier: "Europe/Berlin")
        )
    }

    /// Returns a reader whose worker is a bash script that can misbehave.
    private func reader(_ script: String, in folder: TemporaryFolder) throws -> IsolatedReader {
        let text = try folder.write("#!/bin/bash\n" + script, to: "worker.text").path()
        let worker = text.replacing("worker.text", with: "worker")
        // Another process writes the script, because an executable that is open for writing cannot be
        // started. A child of another test might still hold the descriptor.
        let made = try BuiltProgram.shell("cp '\(text)' '\(worker)' && chmod 755 '\(worker)'")
        #expect(made.status == 0, "\(made.errors)")
        return IsolatedReader(worker: CalendarPath(worker))
    }

    @Test func `isolation does not change how some corpus calendars are read`() throws {
        try check { $0.description.contains("zone") }
    }

    @Test(.long) func `isolation does not change how any corpus calendar is read`() throws {
        try check { _ in true }
    }

    private func check(_ isChosen: (CalendarPath) -> Bool) throws {
        let folder = BuiltProgram.packageFolder.appending(path: "Corpus/calendars").path()
        let window = try Self.window()
        let paths = try CalendarFolder.files(in: CalendarPath(folder)).paths
        #expect(paths.count > 30)
        let chosen = paths.filter(isChosen)
        #expect(!chosen.isEmpty)
        for path in chosen {
            let file = try CalendarFile(contentsOf: path)
            let wanted = file.occurrences(in: window).standaloneEvents
            let found = try reader.events(of: path, in: window)
            // A generated UID for the second of two calendars depends on the input's name.
            let isMade = path.description.hasSuffix("two-calendars-with-one-uid.ics")
            #expect(found.events.map(\.uid) == wanted.map(\.uid) || isMade, "\(path)")
            #expect(found.events.map(\.summary) == wanted.map(\.summary), "\(path)")
            #expect(
                found.events.map { "\($0.start as Any)" } == wanted.map { "\($0.start as Any)" },
                "\(path)"
            )
            let bytes = try Array(Data(contentsOf: URL(filePath: path.description)))
            let again = try reader.events(ofBytes: bytes, name: path.description, in: window)
            #expect(again.events.map(\.component) == found.events.map(\.component))
            #expect(again.remarks == found.remarks)
        }
    }

    @Test func `messages contain the name of the input`() throws {
        let text = calendarText("UID:a\nDTSTART:20260401T120000Z\nDTEND:20260401T110000Z")
        let found = try reader.events(ofBytes: Array(text.utf8), name: "up.ics", in: Self.window())
        #expect(found.events.count == 1)
        #expect(found.remarks.count == 1)
        #expect(found.remarks.first?.hasPrefix("up.ics:") == true)
    }

    @Test func `input without a calendar and a missing file are reported`() throws {
        let folder = try TemporaryFolder()
        let html = try folder.write("<html>", to: "a.ics").path()
        let window = try Self.window()
        func code(_ path: String) -> CalendarError.Code? {
            do throws(CalendarError) {
                _ = try reader.events(of: CalendarPath(path), in: window)
                return nil
            } catch {
                #expect(error.file == path && !error.detail.contains(path))
                return error.code
            }
        }
        #expect(code(html) == .notACalendar)
        #expect(code(html + ".not") == .unreadable)
        #expect(code(folder.url.path()) == .unreadable)
        #expect(code("/dev/zero") == .unreadable)
    }

    @Test(
        .long,
        arguments: [
            ("kill -SEGV $$", "reading it crashed the worker (signal 11, Segmentation fault)"),
            ("exec sleep 100", "reading it exceeded the time limit of 1 s"),
            ("exit 3", "reading it made the worker exit with status 3"),
            ("exec 1>&- 2>&-; sleep 100", "reading it exceeded the time limit of 1 s"),
            ("exec yes", "reading it exceeded the answer limit of 1 MiB"),
            ("exit 86", "reading it exceeded the memory limit of 1024 MiB"),
        ]
    )
    func `a failing worker produces an error`(script: String, words: String) throws {
        let folder = try TemporaryFolder()
        var reader = try reader(script, in: folder)
        reader.limits.time = 1
        reader.limits.answer = 1 << 20
        let error = #expect(throws: CalendarError.self) {
            try reader.events(ofBytes: [], name: "a.ics", in: Self.window())
        }
        #expect(error == CalendarError(.workerEnded, file: "a.ics", words))
    }

    @Test(arguments: [
        "echo 'no JSON'", "true", "echo '[]'", #"printf '["vcalendar",[],[["vevent"'"#,
        "printf '[[[[[[[[[[[[%.0s' {1..10000}", "head -c 100000 /dev/urandom",
    ])
    func `an invalid response from a worker is rejected`(script: String) throws {
        let folder = try TemporaryFolder()
        let reader = try reader(script, in: folder)
        let error = #expect(throws: CalendarError.self) {
            try reader.events(ofBytes: [], name: "a.ics", in: Self.window())
        }
        #expect(error?.code == .notACalendar)
    }

    @Test func `a worker cannot pass on rules or escape sequences`() throws {
        let folder = try TemporaryFolder()
        let reader = try reader(
            #"""
            printf 'a\033[31mb\n' >&2
            echo '["vcalendar",[],[["vevent",[["uid",{},"text","a"],["dtstart",{},"date","2026-04-01"],
            ["rrule",{},"recur",{"freq":"SECONDLY"}],["rdate",{},"date","2026-04-02"]],[]]]]'
            """#,
            in: folder
        )
        let found = try reader.events(ofBytes: [], in: Self.window())
        #expect(found.events.map(\.uid) == ["a"])
        #expect(found.events.allSatisfy { $0.component.properties.map(\.name) == ["UID", "DTSTART"] })
        #expect(found.remarks.first == "a[31mb")
    }

    @Test func `a missing program is reported`() throws {
        let error = #expect(throws: CalendarError.self) {
            try IsolatedReader(worker: "/nowhere/ics-expand").events(ofBytes: [], in: Self.window())
        }
        #expect(error?.code == .workerEnded)
    }

    #if os(Linux)
        @Test func `a killed worker leaves no zombie process`() throws {
            let folder = try TemporaryFolder()
            var reader = try reader("echo no; exec sleep 100", in: folder)
            reader.limits.time = 1
            func children() throws -> Set<String> {
                let own = ProcessInfo.processInfo.processIdentifier
                return Set(
                    try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
                        guard Int(name) != nil,
                            let status = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8)
                        else { return false }
                        let fields = status.split(separator: ")").last?.split(separator: " ") ?? []
                        return fields.count > 1 && fields[0] == "Z" && fields[1] == "\(own)"
                    }
                )
            }
            _ = try? reader.events(ofBytes: [], in: Self.window())
            // Other tests have child processes too, which end and are reaped.
            var left = try children()
            for _ in 0..<100 where !left.isEmpty {
                usleep(50_000)
                left.formIntersection(try children())
            }
            #expect(left.isEmpty)
        }
    #endif
}
