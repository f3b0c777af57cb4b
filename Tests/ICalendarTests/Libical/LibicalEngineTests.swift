#if Libical
    import CLibical
    import ICalendar
    import ICalendarLibical
    import TestTraits
    import Testing

    @testable import ICalendarCore

    @Suite struct LibicalEngineTests {
        private func read(_ lines: String..., in name: String = "VEVENT") throws -> (Component, [String]) {
            let body = lines.joined(separator: "\r\n")
            let text =
                "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:\(name)\r\n\(body)\r\nEND:\(name)\r\nEND:VCALENDAR\r\n"
            var limits = ReadingLimits()
            limits.nesting = 1000
            let file = try CalendarFile(bytes: Array(text.utf8), engine: .libical, limits: limits)
            return (file.calendars[0].component.components[0], file.diagnostics.map(\.description))
        }

        @Test func `libical 3.0 is available`() {
            #expect(LibicalLibrary.isUsable)
        }

        @Test func `a component read by libical keeps its order and line numbers`() throws {
            let (event, said) = try read(
                "SUMMARY;LANGUAGE=en:a\\, b",
                "DTSTART;TZID=Europe/Berlin:20260301T090000",
                "EXDATE:20260302T090000,20260303T090000",
                "EXDATE:20260304T090000",
                "X-A:1",
                "X-A:2",
                "RRULE:FREQ=DAILY;COUNT=9",
                "BEGIN:VALARM",
                "ACTION:DISPLAY",
                "TRIGGER:-PT5M",
                "END:VALARM"
            )
            #expect(said == [])
            #expect(event.properties.map(\.line) == [4, 5, 6, 7, 8, 9, 10])
            #expect(event.text("SUMMARY") == "a, b")
            #expect(event.first("DTSTART")?.timeZoneID == "Europe/Berlin")
            #expect(event.all("EXDATE").map { $0.value.elements.count } == [2, 1])
            #expect(event.all("X-A").map(\.value.string) == ["1", "2"])
            #expect(event.components.map(\.name) == ["VALARM"])
            #expect(event.components[0].properties.map(\.line) == [12, 13])
        }

        @Test(arguments: [
            ("request-status", "REQUEST-STATUS:2.0;mine;data"),
            ("nul", "SUMMARY:a\u{0}b"),
            ("many-parameters", "SUMMARY" + String(repeating: ";X-A=1", count: 101) + ":a"),
            ("long-line", "SUMMARY:" + String(repeating: "a", count: 70_000)),
            ("many-values", "CATEGORIES:" + String(repeating: "a,", count: 501) + "a"),
            ("error-name", "X-LIC-ERROR:forged"), ("bad-name", "END;X:VEVENT"),
            ("bad-name", "SUMMARY\u{B}:evil"),
            (
                "many-values",
                "CATEGORIES" + String(repeating: ";X-A=1", count: 64) + ":"
                    + String(repeating: "a,", count: 99) + "a"
            ),
        ])
        func `a line withheld from libical is read by the native parser and reported`(
            _ name: String,
            _ line: String
        ) throws {
            let (event, said) = try read("UID:1", line, "LOCATION:b")
            let native = try CalendarFile(text: Sample.event("UID:1", line, "LOCATION:b"))
            #expect(event.properties == native.calendars[0].component.components[0].properties)
            #expect(
                said.filter { $0.contains("not passed to libical") && $0.contains("(\(name))") }.count == 1
            )
        }

        @Test(arguments: [
            ("many-properties", String(repeating: "COMMENT:a\r\n", count: 4001)),
            (
                "deep-nesting",
                String(repeating: "BEGIN:X-A\r\n", count: 70) + String(repeating: "END:X-A\r\n", count: 70)
            ),
            ("nested-zone", "BEGIN:VTIMEZONE\r\nTZID:A\r\nEND:VTIMEZONE\r\n"),
        ])
        func `a component withheld from libical is read by the native parser`(_ name: String, _ body: String)
            throws
        {
            let (event, said) = try read("UID:1", String(body.dropLast()), in: "X-B")
            #expect(event.text("UID") == "1")
            #expect(
                said.contains { $0.contains("X-B is not passed to libical") && $0.contains("(\(name))") },
                "\(said.map { $0.prefix(200) })"
            )
        }

        @Test func `libical errors are reported with their line numbers`() throws {
            let (event, said) = try read("UID:1", "DTSTART:yesterday", "LOCATION:")
            #expect(event.properties.map(\.name) == ["UID"])
            #expect(said.count == 2 && said[0].hasPrefix("5: ") && said[1].hasPrefix("6: "), "\(said)")
        }

        @Test(.long, arguments: CalendarFiles.paths)
        func `the number of threads does not affect what is read`(_ path: String) throws {
            let bytes = try CalendarFiles.bytes(path)
            guard let native = try? CalendarFile(bytes: bytes) else { return }
            let one = try CalendarFile(bytes: bytes, engine: .libical, threads: 1)
            let many = try CalendarFile(bytes: bytes, engine: .libical, threads: 4)
            #expect(one.calendars.map(\.component) == many.calendars.map(\.component))
            #expect(one.diagnostics == many.diagnostics)
            #expect(one.calendars.count == native.calendars.count)
            for (libical, native) in zip(one.calendars, native.calendars) {
                let names = native.component.components.map(\.name)
                #expect(libical.component.components.map(\.name) == names)
            }
        }
    }

    @Suite struct EngineDifferenceTests {
        private static let year = Result { try window("2026-01-01", "2027-01-01") }

        private func differences(
            _ lines: String...,
            in window: OccurrenceWindow? = nil,
            expanding: CalendarEngine = .libical
        ) throws -> [EngineDifference] {
            let text = Sample.event(lines.joined(separator: "\r\n"))
            return try EngineDifferences(
                bytes: Array(text.utf8),
                name: "f.ics",
                in: window ?? Self.year.get(),
                expanding: expanding
            ).all
        }

        @Test func `equal results produce no differences`() throws {
            let found = try differences(
                "UID:1",
                "DTSTART;TZID=Europe/Berlin:20260301T090000",
                "DTEND;TZID=Europe/Berlin:20260301T100000",
                "RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=40",
                "EXDATE;TZID=Europe/Berlin:20260304T090000",
                "RDATE;TZID=Europe/Berlin:20260305T090000",
                "SUMMARY:Same",
                "ATTENDEE;CN=A;PARTSTAT=ACCEPTED:mailto:a@example.com"
            )
            #expect(found == [])
        }

        @Test func `a differing property is reported with its line, both readings and the reason`() throws {
            let found = try differences("UID:1", "PRIORITY:high")
            #expect(
                found.map(\.description) == [
                    "f.ics:5: PRIORITY of VEVENT: native PRIORITY: unreadable: high; libical PRIORITY:0 (numbers)"
                ]
            )
        }

        @Test(arguments: [
            ("set-positions", "FREQ=WEEKLY;BYDAY=MO,TU,WE;BYSETPOS=1"),
            ("negative-days", "FREQ=DAILY;BYMONTHDAY=-1"),
            ("yearly-days", "FREQ=YEARLY;BYMONTHDAY=-6,22,5,29"),
            ("until", "FREQ=DAILY;UNTIL=20260105"),
        ])
        func `differing instances are reported as occurrences with a reason`(_ name: String, _ rule: String)
            throws
        {
            let lines = ["UID:1", "DTSTART;TZID=Europe/Berlin:20260101T090000", "RRULE:\(rule)"]
            let found = try differences(lines.joined(separator: "\r\n"))
            #expect(
                !found.isEmpty && found.allSatisfy { $0.subject == .occurrence && $0.cause?.name == name },
                "\(found)"
            )
            let alike = try differences(lines.joined(separator: "\r\n"), expanding: .native)
            #expect(alike == [])
        }

        @Test(arguments: [
            ("week-numbers", "FREQ=YEARLY;BYWEEKNO=20"), ("slow-rule", "FREQ=SECONDLY;BYMONTH=12"),
            ("many-instances", "FREQ=SECONDLY;INTERVAL=2"),
            ("refused-rule", "FREQ=YEARLY;RSCALE=HEBREW;BYMONTH=5L;BYMONTHDAY=1"),
        ])
        func `a rule withheld from libical produces one difference`(_ name: String, _ rule: String) throws {
            // A rule for every second of a whole year would have millions of occurrences.
            let day = try window("2026-12-20", "2026-12-21")
            let lines = ["UID:1", "DTSTART:20260101T090000Z", "RRULE:\(rule)"]
            let found = try differences(
                lines.joined(separator: "\r\n"),
                in: rule.hasPrefix("FREQ=SECONDLY") ? day : Self.year.get()
            )
            #expect(found.map { $0.cause?.name } == [name])
        }

        @Test(.long, arguments: LibicalDefect.all.filter { !$0.isRefused && !$0.example.contains("<") })
        func `the example of a libical defect reproduces it`(_ defect: LibicalDefect) throws {
            let line = defect.example
            let text: String
            if line.hasPrefix("BEGIN:") {
                let name = line.dropFirst(6)
                text = Sample.event("UID:1", "BEGIN:\(name)", "UID:2", "END:\(name)")
            } else if line.hasPrefix("TZOFFSET") {
                text = Sample.calendar(
                    "BEGIN:VTIMEZONE",
                    "TZID:A",
                    "BEGIN:STANDARD",
                    "DTSTART:19700101T000000",
                    line,
                    "END:STANDARD",
                    "END:VTIMEZONE"
                )
            } else if line.hasPrefix("DTSTART") {
                text = Sample.event("UID:1", line, "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3")
            } else {
                text = Sample.event("UID:1", "DTSTART;TZID=Europe/Berlin:20260101T090000", line)
            }
            let found = try EngineDifferences(bytes: Array(text.utf8), in: Self.year.get()).all
            #expect(found.contains { $0.cause == defect }, "\(found)")
        }

        @Test(.long) func `nearly all differences in the files have a known cause`() throws {
            var (all, unknown) = (0, [EngineDifference]())
            for path in CalendarFiles.paths {
                let bytes = try CalendarFiles.bytes(path)
                guard
                    let found = try? EngineDifferences(bytes: bytes, name: path, in: Self.year.get())
                else { continue }
                all += found.all.count
                unknown += found.all.filter { $0.cause == nil }
            }
            #expect(all > 100)
            #expect(unknown.count * 20 <= all, "\(unknown)")
        }

        @Test func `defects and refusals have distinct names in a single list`() {
            let names = LibicalDefect.all.map(\.name)
            #expect(Set(names).count == names.count)
            for refusal in RuleIterator.Refusal.allCases { #expect(names.contains(refusal.rawValue)) }
        }
    }
#endif
