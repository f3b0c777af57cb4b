import ICalendarCore

/// A list of diagnostics about free/busy times, without duplicates.
struct BusyRemarks {
    private(set) var all: [Diagnostic]
    private var said: Set<Diagnostic>

    init(_ diagnostics: [Diagnostic]) {
        all = diagnostics
        said = Set(diagnostics.map(Self.withoutLine))
    }

    /// Adds diagnostics that are not yet in the list.
    mutating func add(_ more: [Diagnostic]) {
        all += more.filter { said.insert(Self.withoutLine($0)).inserted }
    }

    /// Removes the line number from a diagnostic about a zone, so that each zone is reported only once.
    private static func withoutLine(_ diagnostic: Diagnostic) -> Diagnostic {
        var diagnostic = diagnostic
        if diagnostic.code == .timeZone { diagnostic.line = nil }
        return diagnostic
    }
}

extension DiagnosticList {
    /// Reports a component that describes someone else's time.
    mutating func add(othersTime component: Component) {
        let named = component.first("ATTENDEE") ?? component.first("ORGANIZER")
        let whom = Words.short(named?.value.string ?? "")
        addRun(
            .warning,
            .address,
            line: component.line,
            of: "others",
            "\(component.name) belongs to '\(whom)', not to the owner; ignored"
        )
    }
}

extension BusyTimeline {
    /// Adds a VFREEBUSY component's periods and reports unusable ones.
    mutating func add(_ component: FreeBusy, _ zones: inout PropertyZones, _ remarks: inout DiagnosticList) {
        for busy in component.busyTimes {
            let line = busy.property.line
            for var period in busy.periods {
                if !period.isInUTC {
                    let zone = zones.zone(of: busy.property)
                    period = period.inUTC(readIn: zone)
                    let name = zone.map { "a time in \(Words.short($0.identifier))" } ?? "UTC"
                    remarks.addRun(
                        .warning,
                        .badValue,
                        line: line,
                        of: "read as \(name)",
                        "FREEBUSY: a period is not in UTC; read as \(name)"
                    )
                }
                guard let range = period.seconds else {
                    remarks.addRun(
                        .error,
                        .duration,
                        line: line,
                        of: "empty",
                        "FREEBUSY: a period does not end after it starts; skipped"
                    )
                    continue
                }
                add(range, busy.kind)
            }
        }
    }
}
