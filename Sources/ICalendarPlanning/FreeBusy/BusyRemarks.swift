import ICalendarCore

/// What there is to be said of free and busy times, each once.
struct BusyRemarks {
    private(set) var all: [Diagnostic]
    private var said: Set<Diagnostic>

    init(_ diagnostics: [Diagnostic]) {
        all = diagnostics
        said = Set(diagnostics.map(Self.withoutLine))
    }

    /// Adds what was not said before.
    mutating func add(_ more: [Diagnostic]) {
        all += more.filter { said.insert(Self.withoutLine($0)).inserted }
    }

    /// A zone is remarked on once, wherever it was needed first.
    private static func withoutLine(_ diagnostic: Diagnostic) -> Diagnostic {
        var diagnostic = diagnostic
        if diagnostic.code == .timeZone { diagnostic.line = nil }
        return diagnostic
    }
}

extension DiagnosticList {
    /// Notes a component that holds somebody else's time, not the owner's.
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
    /// Adds the periods of a VFREEBUSY component, and says which of them cannot be used.
    mutating func add(_ component: FreeBusy, _ remarks: inout DiagnosticList) {
        for busy in component.busyTimes {
            let line = busy.property.line
            for period in busy.periods {
                guard let range = period.seconds else {
                    remarks.addRun(
                        .warning,
                        .duration,
                        line: line,
                        of: "empty",
                        "a period of FREEBUSY ends no later than it starts; it is left out"
                    )
                    continue
                }
                if !period.isInUTC {
                    remarks.addRun(
                        .warning,
                        .badValue,
                        line: line,
                        of: "local",
                        "a period of FREEBUSY is not in UTC; read as if it were"
                    )
                }
                add(range, busy.kind)
            }
        }
    }
}
