import ICalendar

/// A calendar in a window, and short ways to say what was planned with it.
struct PlanningCase {
    let file: CalendarFile
    let window: OccurrenceWindow

    /// Reads a text; the bounds are read by a clock in the zone.
    init(_ text: String, from: String, to: String, in zone: String = "UTC") throws {
        file = try CalendarFile(text: text, name: "test.ics")
        let zone = try Zone(identifier: zone)
        window = try OccurrenceWindow(from: instant(from, in: zone), to: instant(to, in: zone), in: zone)
    }

    /// `START END KIND` of the busy periods, in UTC.
    func busy(_ options: BusyOptions = .init()) -> [String] {
        file.freeBusy(in: window, options: options).periods.map { "\($0.start) \($0.end) \($0.kind)" }
    }

    /// `UID UID START END` of the conflicts.
    func conflicts(limit: Int = Conflicts.usualLimit) -> [String] {
        file.conflicts(in: window, limit: limit).map {
            "\($0.first.uid) \($0.second.uid) \($0.overlap.lowerBound) \($0.overlap.upperBound)"
        }
    }

    /// `INSTANT UID` of the alarms, with `+N` for repetitions and `done` for those that are acknowledged.
    func alarms(limit: Int = Alarms.usualLimit) -> [String] {
        file.alarms(in: window, limit: limit).map { time in
            "\(time.instant) \(time.occurrence.uid)" + (time.repetition > 0 ? " +\(time.repetition)" : "")
                + (time.isAcknowledged ? " done" : "")
        }
    }
}

/// A calendar of components as they are written.
func calendar(components: String...) -> String {
    crlf("BEGIN:VCALENDAR\nVERSION:2.0\n" + components.map { $0 + "\n" }.joined() + "END:VCALENDAR\n")
}
