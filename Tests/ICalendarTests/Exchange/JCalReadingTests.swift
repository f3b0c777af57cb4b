import ICalendar
import Testing

@testable import ICalendarCore

/// Tests reading broken jCal and jCal from other programs.
@Suite struct JCalReadingTests {
    @Test(arguments: [
        (#"["dtstart",{},"date-time","20260301T100000Z"]"#, "jCal notation"),
        (#"["dtstart",{},"date-time","2026-03-01"]"#, "declared as"),
        (#"["rrule",{},"recur","FREQ=DAILY"]"#, "jCal form"),
        (#"["summary",{},"text",5]"#, "not the jCal form"),
        (#"["summary",{},"text","a","b"]"#, "using the first"),
        (#"["summary",{"value":"date"},"text","a"]"#, "VALUE ignored"),
        (#"["summary",{"encoding":"QUOTED-PRINTABLE"},"text","=41"]"#, "QUOTED-PRINTABLE"),
    ])
    func `notation that jCal does not allow is a violation and is listed as repaired`(
        property: String,
        words: String
    ) throws {
        let file = try Self.file(property)
        #expect(
            file.validate().contains {
                $0.message.contains(words) && $0.severity == .error && $0.repair != nil
            }
        )
        let (repaired, repairs) = file.repaired()
        #expect(repairs.contains { $0.violation.message.contains(words) })
        let again = try CalendarFile(jCal: repaired.jCalBytes())
        #expect(!again.validate().contains { $0.message.contains(words) })
        #expect(!repaired.validate().contains { $0.message.contains(words) })
    }

    @Test func `quoted-printable text is decoded`() throws {
        let line =
            #"["summary",{"encoding":"quoted-printable","charset":"iso-8859-1","language":"de"},"text","Gr=FC=DFe=0A=41"]"#
        let file = try Self.file(line)
        let property = file.calendars[0].events[0].component.first("SUMMARY")
        #expect(property?.value == .text("Grüße\nA"))
        #expect(property?.parameters == [Parameter("LANGUAGE", "de")])
        #expect(file.diagnostics.contains { $0.code == .layout })
    }

    private static func file(_ property: String) throws -> CalendarFile {
        let head =
            #"["vcalendar",[["version",{},"text","2.0"],["prodid",{},"text","a"]],[["vevent",[["uid",{},"text","a"],"#
        return try CalendarFile(
            jCal: Array(
                (head + #"["dtstamp",{},"date-time","2026-01-01T00:00:00Z"],"# + property + "],[]]]]").utf8
            )
        )
    }

    @Test(arguments: [
        // Alternative spellings that the library never writes.
        (#"["DTSTART",{},"DATE-TIME","20260301T100000Z"]"#, ".dateTime", "bad-value"),
        (#"["dtstart",{},"date-time","2026-03-01T10:00:00.000Z"]"#, ".dateTime", "bad-value"),
        (#"["dtstart",{},"date-time","2026-03-01T23:59:60Z"]"#, ".dateTime", "bad-value"),
        (#"["dtstart",{},"date-time","2026-03-01"]"#, ".date", "bad-value"),
        (#"["freebusy",{},"period","20260301T100000Z/PT1H"]"#, ".period", "bad-value"),
        (#"["rrule",{},"recur","FREQ=DAILY"]"#, ".recurrenceRule", "bad-value"),
        (#"["priority",{},"integer","5"]"#, ".integer", "bad-value"),
        (#"["priority",{},"integer",5.0]"#, ".integer", ""),
        (#"["summary",{},"text",5]"#, ".text", "bad-value"),
        (#"["tzoffsetto",{},"utc-offset","+0100"]"#, ".utcOffset", "bad-value"),
        (#"["geo",{},"float","1.5;2.5"]"#, ".geo", "bad-value"),
        (#"["request-status",{},"text","2.0;Success"]"#, ".requestStatus", "bad-value"),
        (#"["x-a",{},"boolean","true"]"#, ".boolean", "bad-value"),
        (#"["dtstart",{},"unknown","20260301T100000Z"]"#, ".dateTime", ""),
        (#"["summary",{},"unknown","a\\,b"]"#, ".text", ""),
        (#"["x-a",{},"text",["a",["b","c"]]]"#, ".text", "bad-value"),
        (#"["x-a",{},"text",[[[[[[[[[[1]]]]]]]]]]]"#, ".text", "bad-value"),
        (#"["summary",{},"text",{"a":1}]"#, ".text", "bad-value"),
        (#"["url",{},"uri",null]"#, ".uri", "bad-value"),
        (#"["attendee",{},"cal-address",{}]"#, ".calendarAddress", "bad-value"),
        (#"["prodid",{},"text","a",{},"b"]"#, ".text", "bad-value"),
        // Values that do not match their declared type.
        (#"["dtstart",{},"date-time","2026-02-31T10:00:00"]"#, ".raw", "bad-value"),
        (#"["dtstart",{},"date-time",5]"#, ".raw", "bad-value"),
        (#"["dtstart",{},"date-time",null]"#, ".raw", "bad-value"),
        (#"["priority",{},"integer",5.5]"#, ".raw", "bad-value"),
        (#"["priority",{},"integer",123456789012345678901234567890]"#, ".raw", "bad-value"),
        (#"["x-a",{},"float",1e999]"#, ".raw", "bad-value"),
        (#"["geo",{},"float",[100,0]]"#, ".raw", "bad-value"),
        (#"["geo",{},"float",[1]]"#, ".raw", "bad-value"),
        (#"["rrule",{},"recur",{"freq":"SOMETIMES"}]"#, ".raw", "rule"),
        (#"["rrule",{},"recur",{"freq":"DAILY;COUNT=3"}]"#, ".raw", "rule"),
        (#"["rrule",{},"recur",{"freq":"DAILY","until":{}}]"#, ".raw", "rule"),
        (#"["freebusy",{},"period",["2026-03-01T10:00:00Z"]]"#, ".raw", "bad-value"),
        (#"["request-status",{},"text",["x","y"]]"#, ".raw", "bad-value"),
        (#"["summary",{},"text"]"#, ".list", "bad-value"),
        // Unusual parameters in jCal.
        (#"["summary",{"language":5,"x-a":[],"value":"date"},"text","a"]"#, ".text", "bad-parameter"),
        (#"["summary",{"a:b":"c"},"text","a"]"#, ".text", "bad-parameter"),
        (
            #"["dtstart",{"tzid":"Europe/Berlin"},"date-time","2026-03-01T10:00:00Z"]"#, ".dateTime",
            "bad-parameter"
        ),
        (#"["summary",{},"te xt","a"]"#, ".text", "bad-parameter"),
        (#"["dtstart",{},"text","2026-03-01T10:00:00"]"#, ".dateTime", "bad-parameter"),
        (#"["dtstart",{},"text","soon"]"#, ".raw", "bad-value"),
        // Invalid characters in jCal.
        (#"["summary",{},"text","a\u0000b"]"#, ".text", "encoding"),
        (#"["summary",{},"text","\ud83d"]"#, ".text", "encoding"),
        (#"["url",{},"uri","a\r\nBEGIN:VEVENT"]"#, ".uri", "encoding"),
    ])
    func `a value is read, or kept as text with a diagnostic`(_ jCal: String, _ kind: String, _ code: String)
        throws
    {
        let (value, codes) = try ExchangeSample.value(jCal)
        let found = String(describing: try #require(value)).prefix { $0 != "(" }
        #expect(".\(found)" == kind)
        #expect(codes.isEmpty ? code.isEmpty : codes.contains(code), "\(codes)")
    }

    @Test(arguments: [
        #"["summary",{},"text","a","b"]"#, #"["comment",{},"text","a","b","c"]"#,
        #"["dtstart",{},"date","2026-03-01","2026-03-02"]"#, #"["attendee",{},"cal-address","mailto:a","b"]"#,
        #"["priority",{},"integer",1,2]"#, #"["trigger",{},"duration","PT1H","PT2H"]"#,
    ])
    func `only the first value is used if a property does not allow lists, with a warning`(_ jCal: String)
        throws
    {
        let (property, diagnostics) = try ExchangeSample.property(jCal)
        #expect(property?.value.elements.count == 1)
        #expect(diagnostics.contains { $0.message.hasSuffix("only 1 is allowed; using the first") })
    }

    @Test(arguments: [
        #"["categories",{},"text","a","b"]"#, #"["exdate",{},"date","2026-03-01","2026-03-02"]"#,
        #"["x-a",{},"text","a","b"]"#, #"["geo",{},"float",[1.5,2.5]]"#,
        #"["rrule",{},"recur",{"freq":"DAILY"},{"freq":"WEEKLY"}]"#,
    ])
    func `list values are kept without a warning`(_ jCal: String) throws {
        let (property, diagnostics) = try ExchangeSample.property(jCal)
        #expect(property != nil && diagnostics.isEmpty)
    }

    @Test func `complete components are read from jCal truncated at any point`() throws {
        func event(_ uid: String) -> String {
            #"["vevent",[["uid",{},"text","\#(uid)"],["dtstart",{},"date","2026-03-01"],"#
                + #"["rdate",{},"date-time","2026-03-04T22:00:00Z"]],"#
                + #"[["valarm",[["trigger",{},"duration","-PT5M"]],[]]]]"#
        }
        let head = #"["vcalendar",[["version",{},"text","2.0"]],["#
        let whole = "\(head)\(event("a")),\(event("b"))]]"
        let full = try CalendarFile(jCal: Array(whole.utf8))
        #expect(full.diagnostics == [] && full.calendars[0].events.count == 2)
        let ends = ["\(head)\(event("a"))", "\(head)\(event("a")),\(event("b"))"].map(\.utf8.count)
        for length in 0..<whole.utf8.count {
            let part = Array(whole.utf8.prefix(length))
            guard let file = try? CalendarFile(jCal: part) else {
                #expect(length < 60, "\(length)")
                continue
            }
            #expect(file.calendars.flatMap(\.events).count == ends.count { $0 <= length }, "\(length)")
            #expect(file.diagnostics.contains { $0.code == .missingEnd })
            let isInside = file.diagnostics.contains { $0.severity == .error }
            #expect(
                !isInside || file.diagnostics.contains { $0.message.contains("VEVENT on line 1 skipped") }
            )
        }
        for text in [whole.replacing("[[", with: "[}["), "[", "x"] {
            #expect(throws: CalendarError.self) { try CalendarFile(jCal: Array(text.utf8)) }
        }
    }

    @Test func `all of several JSON documents are read, and other content after them is skipped`() throws {
        let one = #"["vcalendar",[],[["vevent",[["uid",{},"text","a"]],[]]]]"#
        func read(_ text: String) throws -> (events: Int, remarks: [Diagnostic]) {
            let file = try CalendarFile(jCal: Array(text.utf8))
            return (file.calendars.flatMap(\.events).count, file.diagnostics.filter { $0.line != nil })
        }
        let all = try read(one + "\n" + one + "[\(one)]")
        #expect(all.events == 3 && all.remarks.contains { $0.line == 2 && $0.code == .layout })
        for rest in ["]", "x", "{}", "1"] {
            let cut = try read(one + one + rest)
            #expect(cut.events == 2 && cut.remarks.contains { $0.severity == .error && $0.code == .framing })
        }
        let broken = try read(one + "[\"vcalendar\",[],[}]]")
        #expect(broken.events == 1 && broken.remarks.contains { $0.severity == .error })
        let open = try read(one + one.dropLast(3))
        #expect(open.events >= 1 && open.remarks.contains { $0.code == .missingEnd })
    }

    @Test func `control characters are reported`() throws {
        for (escape, count) in [
            (#"\u0007"#, 1), (#"\b"#, 1), (#"\u007f"#, 1), (#"\n"#, 0), (#"\t"#, 0), (#"\u00e9"#, 0),
        ] {
            let json =
                #"["vcalendar",[],[["vevent",[["uid",{},"text","a"],["summary",{},"text","a\#(escape)b"]],[]]]]"#
            let file = try CalendarFile(jCal: Array(json.utf8))
            #expect(file.diagnostics.count { $0.code == .encoding } == count, "\(escape)")
        }
    }

    @Test(arguments: [
        (#"["image",{},"uri","https://a"]"#, "URI"), (#"["conference",{},"uri","https://a"]"#, "URI"),
        (#"["link",{"linkrel":"x"},"uri","https://a"]"#, "URI"), (#"["source",{},"uri","https://a"]"#, "URI"),
        (#"["refresh-interval",{},"duration","P1W"]"#, "DURATION"),
        (#"["styled-description",{},"text","a"]"#, "TEXT"), (#"["structured-data",{},"text","a"]"#, "TEXT"),
        (#"["url",{},"uri","https://a"]"#, "-"), (#"["dtstart",{},"date","2026-03-01"]"#, "DATE"),
    ])
    func `VALUE is added for types other than the property's default type`(_ jCal: String, _ type: String)
        throws
    {
        #expect(try ExchangeSample.property(jCal).property?.parameters["VALUE"] ?? "-" == type)
    }

    @Test(arguments: ["begin", "END"])
    func `BEGIN and END are not accepted as property names`(_ name: String) throws {
        let (value, codes) = try ExchangeSample.value("[\"\(name)\",{\"x-a\":\"1\"},\"text\",\"VEVENT\"]")
        #expect(value == nil)
        #expect(codes == ["framing"])
    }

    @Test func `an unreadable value keeps its text`() throws {
        let texts = [
            (#"["x-a",{},"float",1e999]"#, "1e999"),
            (#"["rrule",{},"recur",{"freq":"SOMETIMES","byday":["MO","TU"]}]"#, "FREQ=SOMETIMES;BYDAY=MO,TU"),
            (#"["x-a",{},"float",["a",["b",3]]]"#, "a;b;3"),
        ]
        for (jCal, text) in texts { #expect(try ExchangeSample.value(jCal).value == .raw(text)) }
    }

    @Test(arguments: [
        #"["x:a",{},"text","a"]"#, #"["x\na",{},"text","a"]"#,
        #"["",{},"text","a"]"#, #"[5,{},"text","a"]"#, #"["summary","text","a"]"#, #"["summary",{},5,"a"]"#,
        #"["summary",{}]"#, #"["summary"]"#, "[]", "{}", "5",
    ])
    func `a broken property does not affect the others`(_ jCal: String) throws {
        let text = """
            ["vcalendar", [["version",{},"text","2.0"],
            \(jCal),
            ["x-b",{},"text","b"]], []]
            """
        let file = try CalendarFile(jCal: Array(text.utf8), name: "a.json")
        #expect(file.calendars[0].component.properties.map(\.name) == ["VERSION", "X-B"])
        #expect(file.diagnostics.map(\.line) == [2])
        #expect(file.diagnostics.first?.severity == .error)
        #expect(file.diagnostics.first?.file == "a.json")
    }

    @Test(arguments: [
        (#"["vevent",[],[]]"#, ["VEVENT", "VTODO"], 0),
        (#"["vevent",[]]"#, ["VEVENT", "VTODO"], 1),
        (#"["vevent"]"#, ["VEVENT", "VTODO"], 2),
        (#"["vevent",{},{}]"#, ["VEVENT", "VTODO"], 2),
        (#"["vevent",[],[],[],5]"#, ["VEVENT", "VTODO"], 1),
        (#"["vevent",[],[5,"a",{"b":[1]}]]"#, ["VEVENT", "VTODO"], 3),
        (#"[5,[],[["vevent",[],[]]]]"#, ["VTODO"], 1),
        ("[]", ["VTODO"], 1),
        (#"["ve\nvent",[],[]]"#, ["VTODO"], 1),
        (#"["vcard",[["version",{},"text","4.0"]]]"#, ["VTODO"], 1),
    ])
    func `a broken component does not affect the others`(_ jCal: String, _ names: [String], _ remarks: Int)
        throws
    {
        let text = "[\"vcalendar\",[[\"version\",{},\"text\",\"2.0\"]],[\(jCal),[\"vtodo\",[],[]]]]"
        let file = try CalendarFile(jCal: Array(text.utf8))
        #expect(file.calendars[0].component.components.map(\.name) == names)
        #expect(file.diagnostics.count == remarks, "\(file.diagnostics)")
    }

    @Test func `components outside a calendar are read and reported`() throws {
        let file = try CalendarFile(
            jCal: Array(#"[["vevent",[],[]],["vtodo",[],[]],["vcalendar",[],[]],5]"#.utf8)
        )
        #expect(file.calendars.map(\.component.components.count) == [2, 0])
        #expect(file.calendars.map(\.component.line) == [nil, 1])
        #expect(file.diagnostics.map(\.code) == [.outsideCalendar, .framing])
        #expect(
            try CalendarFile(jCal: Array(#"["vevent",[],[]]"#.utf8)).calendars[0].component.components.count
                == 1
        )
    }

    @Test(arguments: [#"["vevent"]"#, #"["vevent",{"uid":"a"},[]]"#])
    func `a top-level component without a property array is skipped with an error`(_ jCal: String) throws {
        let file = try CalendarFile(jCal: Array("[\(jCal),[\"vtodo\",[],[]]]".utf8))
        #expect(file.calendars.map { $0.component.components.map(\.name) } == [["VTODO"]])
        let skipped = file.diagnostics.filter { $0.severity == .error }
        #expect(skipped.map(\.message) == ["VEVENT skipped: no array of properties"])
        #expect(skipped.map(\.code) == [.framing])
    }

    @Test func `a calendar component with missing arrays is read, with a warning for each`()
        throws
    {
        let file = try CalendarFile(jCal: Array(#"["vcalendar",[],[["vevent"]]]"#.utf8))
        #expect(
            file.diagnostics.filter { $0.code == .framing }.map(\.message) == [
                "VEVENT: no array of properties; read without properties",
                "VEVENT: no array of components; read without components",
            ]
        )
        #expect(file.diagnostics.allSatisfy { $0.severity == .warning })
    }

    @Test func `line numbers refer to the JSON`() throws {
        let text = "\u{FEFF}[\"vcalendar\", [\n\n[\"summary\",\n{}, \"text\", \"a\"]],\n[[\"vevent\",[],[]]]]"
        let calendar = try CalendarFile(jCal: Array(text.utf8)).calendars[0].component
        #expect(calendar.line == 1)
        #expect(calendar.properties.first?.line == 3)
        #expect(calendar.components.first?.line == 5)
        #expect(calendar.properties.first?.sourceBytes == nil)
    }

    @Test(arguments: [
        ("", "line 1: the input is empty"),
        ("{}", "line 1: this JSON is not jCal: it is not an array"),
        ("[]", "this JSON is not jCal: it contains no component"),
        ("[5]", "this JSON is not jCal: it contains no component"),
        ("[\"a\",\"b\"]", "this JSON is not jCal: it contains no component"),
        ("[\"vcard\",[]]", "this JSON is not jCal: it contains no component"),
        (
            "[\"vcalendar\",\n[[],\n[]",
            "line 3: unexpected end of input; expected a comma or a closing bracket"
        ),
    ])
    func `input without a calendar is rejected, and the error states why`(_ text: String, _ reason: String) {
        let error = #expect(throws: CalendarError.self) { try CalendarFile(jCal: Array(text.utf8)) }
        #expect(error?.code == .notACalendar)
        #expect(error?.detail == reason)
    }
}
