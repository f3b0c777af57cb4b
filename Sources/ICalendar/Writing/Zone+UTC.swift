extension Zone {
    /// The definition of UTC, for a calendar without anything in it: RFC 5545 section 3.6 wants at least one component.
    package static let definitionOfUTC = Component(
        "VTIMEZONE",
        properties: [Property("TZID", .text("Etc/UTC"))],
        components: [
            Component(
                "STANDARD",
                properties: [
                    Property("DTSTART", at: .floating(CivilDateTime(secondNumber: 0))),
                    Property("TZOFFSETFROM", .utcOffset(0)), Property("TZOFFSETTO", .utcOffset(0)),
                    Property("TZNAME", .text("UTC")),
                ]
            )
        ]
    )
}
