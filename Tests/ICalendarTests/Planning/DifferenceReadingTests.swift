import ICalendar
import Testing

/// Tests differences that depend on how a calendar is read.
struct DifferenceReadingTests {
    /// Returns lines such as `+ NAME`, `- NAME` and `~ NAME: BEFORE > AFTER`.
    private func lines(_ old: String, _ new: String) throws -> [String] {
        let difference = try CalendarDifference(from: CalendarFile(text: old), to: CalendarFile(text: new))
        return difference.removed.map { "- \($0.uid)" } + difference.added.map { "+ \($0.uid)" }
            + difference.changed.flatMap { change in
                change.parts.map { part in
                    "~ \(part.linesBefore.joined(separator: " ")) > \(part.linesAfter.joined(separator: " "))"
                }
            }
    }

    private func event(_ lines: String) -> String { calendar("UID:a\nDTSTART:20260601T100000Z\n" + lines) }

    @Test(arguments: [
        "SUMMARY:Caf", "LOCATION:Caf", "X-NOTE:Caf", "CATEGORIES:a,Caf", "DESCRIPTION;LANGUAGE=fr:Caf",
        "ATTENDEE;CN=x:mailto:caf", "BEGIN:VALARM\nTRIGGER:PT0S\nDESCRIPTION:Caf",
    ])
    func `precomposed and decomposed accents are different text`(line: String) throws {
        func text(_ letter: String) -> String {
            event(line + letter + (line.hasPrefix("BEGIN") ? "\nEND:VALARM" : ""))
        }
        #expect(try lines(text("\u{E9}"), text("e\u{301}")).count == 1)
        #expect(try lines(text("e\u{301}"), text("e\u{301}")) == [])
    }

    @Test func `parameter values are compared byte by byte`() throws {
        func text(_ letter: String) -> String { event("ATTENDEE;CN=Ren\(letter):mailto:a@b.c") }
        #expect(
            try lines(text("\u{E9}"), text("e\u{301}")) == [
                "~ ATTENDEE;CN=Ren\u{E9}:mailto:a@b.c > ATTENDEE;CN=Rene\u{301}:mailto:a@b.c"
            ]
        )
        #expect(try lines(text("\u{E9}"), text("\u{E9}")) == [])
    }

    @Test(arguments: [
        ("SUMMARY:one", "SUMMARY:two"), ("LOCATION:one", "LOCATION:two"), ("summary:one", "Summary:two"),
        ("DURATION:PT1H", "DURATION:PT2H"), ("STATUS:CONFIRMED", "STATUS:TENTATIVE"),
    ])
    func `only the first duplicate of a single property is compared`(one: String, other: String) throws {
        let found = try lines(event(one + "\n" + other), event(other + "\n" + one))
        #expect(found.count == 1 && found.first?.hasPrefix("~ ") == true)
        // Other properties in between are not a difference.
        #expect(try lines(event("\(one)\nX-A:1\n\(other)"), event("X-A:1\n\(one)\n\(other)")) == [])
        // The order of the ignored duplicates is not a difference.
        let third = one + "0"
        #expect(try lines(event("\(one)\n\(other)\n\(third)"), event("\(one)\n\(third)\n\(other)")) == [])
    }

    @Test func `swapping duplicate properties is a difference in every component`() throws {
        let starts = ["DTSTART:20260601T100000Z", "DTSTART:20260602T100000Z"]
        func text(_ name: String, _ lines: [String]) -> String {
            calendar(components: "BEGIN:\(name)\nUID:a\n\(lines.joined(separator: "\n"))\nEND:\(name)")
        }
        for name in ["VEVENT", "VTODO", "VJOURNAL"] {
            #expect(try lines(text(name, starts), text(name, starts.reversed())).count == 1)
        }
        let triggers = ["TRIGGER:-PT5M", "TRIGGER:-PT15M"].map { ($0, "") }.map(\.0)
        func alarm(_ lines: [String]) -> String {
            event("BEGIN:VALARM\nACTION:AUDIO\n\(lines.joined(separator: "\n"))\nEND:VALARM")
        }
        #expect(try lines(alarm(triggers), alarm(triggers.reversed())).count == 1)
        let names = event("").replacing("VERSION:2.0", with: "VERSION:2.0\r\nNAME:a\r\nMETHOD:X\r\nMETHOD:Y")
        let other = names.replacing("METHOD:X\r\nMETHOD:Y", with: "METHOD:Y\r\nMETHOD:X")
        #expect(try lines(names, other).count == 1)
    }

    @Test func `only the first parameter with a given name is compared`() throws {
        let old = event("ATTENDEE;PARTSTAT=ACCEPTED;PARTSTAT=DECLINED;CN=x:mailto:a@b.c")
        let new = event("ATTENDEE;CN=x;PARTSTAT=DECLINED;PARTSTAT=ACCEPTED:mailto:a@b.c")
        let same = event("ATTENDEE;PARTSTAT=ACCEPTED;CN=x;PARTSTAT=DECLINED:mailto:a@b.c")
        #expect(try lines(old, new).count == 1)
        #expect(try lines(old, same) == [])
    }

    @Test(arguments: [
        ("FREQ=DAILY;X-PART=1", "FREQ=DAILY"), ("FREQ=DAILY;X-PART=1", "FREQ=DAILY;X-PART=2"),
        ("FREQ=DAILY;COUNT=3;COUNT=4", "FREQ=DAILY;COUNT=3"), ("FREQ=DAILY;BYFOO=1", "FREQ=DAILY;BYBAR=1"),
    ])
    func `unknown rule parts are a difference`(old: String, new: String) throws {
        for name in ["RRULE", "EXRULE", "rrule"] {
            #expect(try lines(event("\(name):\(old)"), event("\(name):\(new)")).count == 1)
        }
        let files = try [old, new].map { try CalendarFile(text: event("RRULE:\($0)")) }
        let part = try #require(CalendarDifference(from: files[0], to: files[1]).changed.first?.parts.first)
        #expect(part.linesBefore == ["RRULE:\(old)"])
        #expect(part.linesAfter == ["RRULE:\(new)"])
    }

    @Test(arguments: [
        ("FREQ=DAILY;COUNT=3;X-PART=1", "freq=daily;x-part=1;count=3"),
        ("FREQ=DAILY;COUNT=3", "COUNT=3;FREQ=DAILY;"),
        ("FREQ=WEEKLY;BYDAY=MO, TU", "FREQ=WEEKLY; BYDAY=MO,TU"),
    ])
    func `equivalent spellings of a rule are not a difference`(old: String, new: String) throws {
        #expect(try lines(event("RRULE:\(old)"), event("RRULE:\(new)")) == [])
    }

    @Test func `DTSTAMP is a difference if it decides which revision is current`() throws {
        func text(_ first: String, _ second: String, _ lines: String = "") -> String {
            calendar(
                "UID:a\nDTSTART:20260601T100000Z\n\(lines)SUMMARY:one\nDTSTAMP:\(first)",
                "UID:a\nDTSTART:20260601T100000Z\n\(lines)SUMMARY:two\nDTSTAMP:\(second)"
            )
        }
        let (early, middle, late) = ("20260101T000000Z", "20260102T000000Z", "20260103T000000Z")
        for lines in ["", "RECURRENCE-ID:20260601T100000Z\n", "SEQUENCE:3\n"] {
            #expect(
                try self.lines(text(early, middle, lines), text(late, middle, lines)) == [
                    "~ DTSTAMP:\(early) > DTSTAMP:\(late)"
                ]
            )
            // The same revision as before is still current.
            #expect(try self.lines(text(early, middle, lines), text(early, late, lines)) == [])
            #expect(try self.lines(text(middle, middle, lines), text(middle, middle, lines)) == [])
        }
        // SEQUENCE takes precedence over DTSTAMP. Different times identify another event.
        let old = text(early, middle).replacing("SUMMARY:two", with: "SEQUENCE:1\r\nSUMMARY:two")
        #expect(try lines(old, old.replacing(early, with: late)) == [])
        let apart = text(early, middle).replacing("SUMMARY:two", with: "DURATION:PT1H\r\nSUMMARY:two")
        #expect(try lines(apart, apart.replacing(early, with: late)) == [])
        let single = event("DTSTAMP:\(early)")
        #expect(try lines(single, single.replacing(early, with: late)) == [])
    }

    @Test func `removing a zone definition that is in use is a difference`() throws {
        func text(_ id: String, _ zones: String) -> String {
            calendar("UID:a\nDTSTART;TZID=\(id):20260601T100000", zones: zones)
        }
        let own = text("Own", fixedZone("Own", "+0500"))
        #expect(try lines(own, text("Own", "")) == ["- Own"])
        #expect(try lines(text("Own", ""), own) == ["+ Own"])
        #expect(try lines(text("own", fixedZone("Own", "+0500")), text(" OWN", "")).contains("- Own"))
        // These zones are system time zones, which need no definition.
        for id in [
            "Europe/Berlin", "W. Europe Standard Time", "/example.com/x/Europe/Berlin", "europe/berlin",
        ] {
            #expect(try lines(text(id, europeanZone(id)), text(id, "")) == [])
        }
        // The remaining times keep their meaning without the definition.
        let unused = calendar("UID:a\nDTSTART:20260601T100000Z", zones: fixedZone("Own", "+0500"))
        #expect(try lines(unused, calendar("UID:a\nDTSTART:20260601T100000Z")) == [])
        let more = calendar(
            "UID:a\nDTSTART:20260601T100000Z",
            "UID:b\nDTSTART;TZID=Own:20260601T100000",
            zones: fixedZone("Own", "+0500")
        )
        #expect(try lines(calendar("UID:a\nDTSTART:20260601T100000Z"), more) == ["+ b"])
    }
}
