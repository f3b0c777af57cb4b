#if Libical
    import CLibical
    import ICalendar
    import TestTraits
    import Testing

    @testable import ICalendarCore
    @testable import ICalendarLibical

    @Suite struct LibicalComponentTests {
        private func text(of tree: inout LibicalComponent) -> String {
            unsafe tree.withUnsafePointer { root in
                unsafe icalcomponent_strip_errors(root)
                guard let text = unsafe icalcomponent_as_ical_string_r(root) else { return "" }
                defer { unsafe icalmemory_free_buffer(text) }
                return unsafe String(cString: text)
            }
        }

        @Test func `a libical tree can be adopted, borrowed, copied and released`() throws {
            var tree = unsafe LibicalComponent(adopting: icalcomponent_new(ICAL_VEVENT_COMPONENT))
            unsafe tree.withUnsafePointer {
                unsafe icalcomponent_add_property($0, icalproperty_new_summary("a"))
            }
            var copy = unsafe tree.withUnsafePointer { unsafe LibicalComponent(copying: $0) }
            let pointer = unsafe tree.release()
            defer { unsafe icalcomponent_free(pointer) }
            unsafe icalcomponent_add_property(pointer, icalproperty_new_location("b"))
            #expect(copy.component() == Component("VEVENT", properties: [Property("SUMMARY", .text("a"))]))
            #expect(unsafe icalcomponent_count_properties(pointer, ICAL_ANY_PROPERTY) == 2)
        }

        @Test func `one calendar is parsed as a single tree, and several share a root`() throws {
            let one = calendar("DTSTART:20260101T090000Z\nSUMMARY:a", "DTSTART:20260102T090000Z")
            var tree = try LibicalComponent(parsing: Array(one.utf8))
            #expect(tree.diagnostics == [])
            let native = try CalendarFile(text: one).calendars[0].component
            #expect(tree.component() == native)
            var two = try LibicalComponent(parsing: Array((one + one).utf8))
            let root = two.component()
            #expect(root.name == "XROOT" && root.components == [native, native])
            #expect(throws: CalendarError.self) { _ = try LibicalComponent(parsing: Array("hello".utf8)) }
        }

        @Test func `every component type keeps its name`() {
            for number in ICAL_XROOT_COMPONENT.rawValue...ICAL_XPATCH_COMPONENT.rawValue {
                let kind = icalcomponent_kind(number)
                if kind == ICAL_X_COMPONENT { continue }
                guard let made = unsafe icalcomponent_new(kind),
                    let name = unsafe icalcomponent_kind_to_string(kind)
                else {
                    continue
                }
                var tree = unsafe LibicalComponent(adopting: made)
                #expect(unsafe tree.component().name == String(cString: name))
            }
            guard let made = unsafe icalcomponent_new_x("X-OWN") else { return }
            var own = unsafe LibicalComponent(adopting: made)
            #expect(own.component().name == "X-OWN")
        }

        @Test func `every property type keeps its name and value`() throws {
            var tried = 0
            for number in ICAL_ANY_PROPERTY.rawValue + 1..<ICAL_NO_PROPERTY.rawValue {
                let kind = icalproperty_kind(number)
                guard let word = unsafe icalproperty_kind_to_string(kind) else { continue }
                let name = unsafe String(cString: word)
                if name.hasPrefix("X-LIC-") || name == "X" || name == "REQUEST-STATUS" { continue }
                let samples = [
                    "20260101T090000Z", "PT1H", "1", "mailto:a@example.com", "FREQ=DAILY", "+0100",
                    "48.85;2.35",
                    "20260101T090000Z/PT1H", "TRUE", "a",
                ]
                let read = samples.contains { sample in
                    let text =
                        "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n\(name):\(sample)\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
                    guard var tree = try? LibicalComponent(parsing: Array(text.utf8)) else { return false }
                    let properties = tree.component().components.first?.properties ?? []
                    return properties.contains { $0.name == name && $0.value.string != "" }
                }
                #expect(read, "\(name)")
                tried += 1
            }
            #expect(tried > 80)
        }

        @Test func `every parameter type keeps its name and value`() throws {
            var tried = 0
            var lost: [String] = []
            for number in ICAL_ANY_PARAMETER.rawValue + 1..<ICAL_NO_PARAMETER.rawValue {
                guard let word = unsafe icalparameter_kind_to_string(icalparameter_kind(number)) else {
                    continue
                }
                let name = unsafe String(cString: word)
                // VALUE and ENCODING determine how a value is read, and are then removed.
                if ["X", "IANA", "VALUE", "ENCODING"].contains(name) || name.hasPrefix("X-LIC-") { continue }
                let isKept = ["TRUE", "mailto:b@example.com", "1", "a"].contains { sample in
                    let line = "ATTENDEE;\(name)=\"\(sample)\":mailto:a@example.com"
                    guard var tree = try? LibicalComponent(parsing: Array(Sample.event(line).utf8)) else {
                        return false
                    }
                    let properties = tree.component().components.first?.properties ?? []
                    return properties.contains { $0.parameters[name] == sample }
                }
                if !isKept { lost.append(name) }
                tried += 1
            }
            #expect(tried > 25 && lost == [])
        }

        @Test(arguments: [
            "DTSTART;VALUE=DATE:20260101", "DTSTART:20260101T090000", "DTSTART:20260101T090000Z",
            "DURATION:P1DT2H",
            "TRIGGER;VALUE=DATE-TIME:20260101T090000Z", "RDATE;VALUE=PERIOD:20260101T090000Z/PT1H",
            "FREEBUSY:20260101T090000Z/20260101T100000Z",
            "RRULE:FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20270101T000000Z",
            "PRIORITY:5", "TZOFFSETTO:-0530", "GEO:48.85;2.35", "URL:https://example.com/a?b=c,d",
            "ORGANIZER:mailto:a@example.com", "SUMMARY:a\\, b\\nc",
            "ATTACH;ENCODING=BASE64;VALUE=BINARY:QUJD",
            "STATUS:CONFIRMED", "CATEGORIES:A,B", "X-A;VALUE=INTEGER:3", "X-A:a",
        ])
        func `both engines read every value type alike`(_ line: String) throws {
            let bytes = Array(Sample.event(line).utf8)
            let native = try CalendarFile(bytes: bytes).calendars[0].component.components[0].properties
            var tree = try LibicalComponent(parsing: bytes)
            let found = tree.component().components[0].properties
            #expect(found.flatMap(\.value.elements) == native.flatMap(\.value.elements), "\(found)")
        }

        @Test func `anything that libical cannot represent is reported, and everything else is in the tree`()
            throws
        {
            let component = Component(
                "VEVENT",
                properties: [
                    Property("UID", .text("1")), Property("COLOR", .text("turquoise")),
                    Property("SUMMARY", .text(" blank ")), Property("LOCATION", .text("")),
                    Property(
                        "ATTENDEE",
                        .calendarAddress("mailto:a@example.com"),
                        parameters: [
                            Parameter("MEMBER", values: ["mailto:b@example.com", "mailto:c@example.com"])
                        ]
                    ),
                    Property("REQUEST-STATUS", .requestStatus(.init(code: "2.0", description: "Success"))),
                ],
                components: [Component("PARTICIPANT", properties: [Property("UID", .text("2"))])]
            )
            var losses: [EngineDifference] = []
            var tree = try LibicalComponent(component, losses: &losses)
            let kept = tree.component()
            #expect(kept.text("UID") == "1" && kept.text("SUMMARY") == "blank")
            let told = losses.map { "\($0.subject.name) \($0.cause?.name ?? "unknown")" }.sorted()
            #expect(
                told == [
                    "ATTENDEE parameter-lists", "COLOR unknown-name", "LOCATION empty-value",
                    "REQUEST-STATUS request-status", "SUMMARY blanks", "component unknown-component",
                ]
            )
        }

        /// Returns whether a property survives a round trip.
        ///
        /// libical drops some values and names.
        private func isKept(_ property: Property) -> Bool {
            property.name != "X-LIC-ERROR" && property.value.elements.allSatisfy { $0.string != "" }
                && !property.parameters.contains {
                    $0.values.contains { $0.contains("\"") || $0.contains("\n") }
                }
        }

        private func kept(_ component: Component) -> Component {
            Component(
                component.name,
                properties: component.properties.filter(isKept),
                components: component.components.filter { $0.name != "X-LIC-INVALID-COMPONENT" }.map(kept)
            )
        }

        @Test(.long, arguments: CalendarFiles.paths)
        func `a libical tree survives a round trip through Swift values`(_ path: String) throws {
            let bytes = try CalendarFiles.bytes(path)
            guard var tree = try? LibicalComponent(parsing: bytes) else { return }
            for calendar in tree.component().name == "XROOT"
                ? tree.component().components : [tree.component()]
            {
                let values = kept(calendar)
                guard !values.properties.isEmpty || !values.components.isEmpty else { continue }
                var losses: [EngineDifference] = []
                var first = try LibicalComponent(values, losses: &losses)
                let once = kept(first.component())
                var again = try LibicalComponent(once, losses: &losses)
                #expect(text(of: &again) == text(of: &first))
                #expect(kept(again.component()) == once)
            }
        }
    }
#endif
