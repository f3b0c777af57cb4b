import ICalendar
import Testing

@testable import ICalendarCore

/// Tests every accessor of the component views, from file to Swift and back.
@Suite struct AccessorTests {
    @Test(arguments: AccessorCase.all) func `an accessor reads a line and writes it back`(
        case: AccessorCase
    ) throws {
        let property = try `case`.property()
        let read = Component("X", properties: [property])
        #expect(`case`.reads(read))
        let empty = Component("X")
        #expect(`case`.readsNothing(empty))
        let written = `case`.write(empty)
        #expect(written.properties == [property])
        #expect(`case`.reads(written))
    }

    @Test(arguments: AccessorCase.all) func `setting the same value has no effect`(case: AccessorCase)
        throws
    {
        let read = Component("X", properties: [try `case`.property()])
        #expect(`case`.write(read) == read)
    }

    @Test(arguments: AccessorCase.all) func `an accessor changes only the line of its property`(
        case: AccessorCase
    )
        throws
    {
        let property = try `case`.property()
        let before = Property("X-BEFORE", .raw("1"))
        let after = Property("UNKNOWN", .text("2"), parameters: [Parameter("X-A", "b")])
        let component = Component(
            "X",
            properties: [before, Property(property.name, .raw("old")), after],
            components: [Component("X-INSIDE", properties: [before])]
        )
        let written = `case`.write(component)
        #expect(written.properties.map(\.name) == ["X-BEFORE", property.name, "UNKNOWN"])
        #expect(written.properties.first == before && written.properties.last == after)
        #expect(written.components == component.components)
        guard let removed = `case`.remove?(written) else { return }
        #expect(removed.properties == [before, after])
        #expect(removed.components == component.components)
    }

    /// Values that most properties never have in files.
    private static let hostile: [Value] = [
        .raw(""), .raw("-"), .raw("99999999999999999999999"), .raw("nan"), .raw("\u{0}"), .text(""),
        .uri("geo:"),
        .uri("geo:1,"), .uri("geo:nan,inf"), .list([]), .integer(.min), .integer(.max),
        .duration(NominalDuration(days: .min, seconds: .max)), .utcOffset(.max),
        .time(secondOfDay: -1, isUTC: true),
        .float(.nan), .geo(latitude: .nan, longitude: .infinity), .binary(base64: "?"),
        .list([.list([.raw("x")]), .integer(1)]),
    ]

    @Test(arguments: AccessorCase.all)
    func `a value of another type reads as absent and does not cause a trap`(
        case: AccessorCase
    ) throws {
        let property = try `case`.property()
        let odd = property.parameters.map { Parameter($0.name, values: []) } + [Parameter("VALUE", "")]
        for value in AccessorTests.hostile {
            for parameters in [[], property.parameters, odd] {
                let component = Component(
                    "X",
                    properties: [Property(property.name, value, parameters: parameters)]
                )
                #expect(!`case`.reads(component))
                _ = `case`.readsNothing(component)
                let written = `case`.write(component)
                #expect(`case`.reads(written) || `case`.isText)
            }
        }
        let unreadable = Component("X", properties: [Property(property.name, .raw("\u{1}"))])
        // RFC 5545 section 3.8.1.3 treats an unknown CLASS as private.
        #expect(`case`.readsNothing(unreadable) || `case`.isText || property.name == "CLASS")
    }
}
