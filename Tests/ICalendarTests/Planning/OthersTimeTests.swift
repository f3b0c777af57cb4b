import ICalendar
import Testing

/// Tests VFREEBUSY and VAVAILABILITY components that belong to someone other than the calendar's owner.
struct OthersTimeTests {
    private func busyTime(_ lines: String) -> String {
        "BEGIN:VFREEBUSY\nUID:f\n\(lines)\nFREEBUSY:20260601T100000Z/PT1H\nEND:VFREEBUSY"
    }

    private func availability(_ lines: String) -> String {
        """
        BEGIN:VAVAILABILITY
        UID:v
        \(lines)
        DTSTART:20260601T100000Z
        DTEND:20260601T110000Z
        END:VAVAILABILITY
        """
    }

    /// Returns the number of periods, and the diagnostics as lines.
    private func found(_ component: String, owner: String?) throws -> (count: Int, lines: [Int?]) {
        let text = calendar(components: component)
        let example = try PlanningCase(text, from: "2026-06-01", to: "2026-06-02")
        let busy = example.file.freeBusy(in: example.window, options: BusyOptions(owner: owner))
        let said = busy.diagnostics
        #expect(said.allSatisfy { $0.message.hasSuffix("not to the owner; ignored") }, "\(said)")
        return (busy.periods.count, said.map(\.line))
    }

    @Test(arguments: [
        ("ORGANIZER:mailto:Nora@Studio.example", true), ("organizer:MAILTO:nora@studio.example", true),
        ("ORGANIZER:mailto:sam@client.example", false), ("X-A:1", true), ("ORGANIZER:urn:uuid:1", false),
        ("ORGANIZER;EMAIL=nora@studio.example:urn:uuid:1", true),
    ])
    func `components that belong to other people are ignored and reported`(line: String, isOwn: Bool) throws {
        for component in [busyTime(line), availability(line)] {
            let own = try found(component, owner: "nora@studio.example")
            #expect(own.count == (isOwn ? 1 : 0))
            #expect(own.lines == (isOwn ? [] : [3]))
            // Without an owner, every component in the input counts.
            let all = try found(component, owner: nil)
            #expect(all.count == 1 && all.lines.isEmpty)
        }
    }

    @Test func `a reply applies to its attendee, not to the organizer`() throws {
        let reply = "ORGANIZER:mailto:nora@studio.example\nATTENDEE:mailto:sam@client.example"
        #expect(try found(busyTime(reply), owner: "nora@studio.example").count == 0)
        #expect(try found(busyTime(reply), owner: "sam@client.example").count == 1)
        let both = reply + "\nATTENDEE:mailto:nora@studio.example"
        #expect(try found(busyTime(both), owner: "nora@studio.example").count == 1)
    }

    @Test func `several components that belong to other people are reported once`() throws {
        let one = busyTime("ORGANIZER:mailto:sam@client.example")
        let text = calendar(components: one, one, one, busyTime("X-A:1"))
        let example = try PlanningCase(text, from: "2026-06-01", to: "2026-06-02")
        let busy = example.file.freeBusy(
            in: example.window,
            options: BusyOptions(owner: "nora@studio.example")
        )
        #expect(busy.periods.count == 1)
        #expect(
            busy.diagnostics.map(\.description) == [
                "test.ics:3: warning: VFREEBUSY belongs to 'mailto:sam@client.example', not to the owner; ignored"
                    + " … and 2 more lines like this"
            ]
        )
    }
}
