import ICalendar

/// A calendar and a window, with shorthands for planning results.
struct PlanningCase {
    let file: CalendarFile
    let window: OccurrenceWindow

    /// Reads a calendar.
    ///
    /// The window's bounds are local times in the zone.
    init(_ text: String, from: String, to: String, in zone: String = "UTC") throws {
        file = try CalendarFile(text: text, name: "test.ics")
        let zone = try Zone(identifier: zone)
        window = try OccurrenceWindow(from: instant(from, in: zone), to: instant(to, in: zone), in: zone)
    }

    /// Returns the busy periods as `START END KIND`, in UTC.
    func busy(_ options: BusyOptions = .init()) -> [String] {
        file.freeBusy(in: window, options: options).periods.map { "\($0.start) \($0.end) \($0.kind)" }
    }

    /// Returns conflicts as `UID UID START END`.
    func conflicts(limit: Int? = nil) -> [String] {
        file.conflicts(in: window, limit: limit).map {
            "\($0.first.uid) \($0.second.uid) \($0.overlap.lowerBound) \($0.overlap.upperBound)"
        }
    }

    /// Returns alarms as `INSTANT UID`, with `+N` for repetitions and `done` for acknowledged alarms.
    func alarms(limit: Int? = nil) -> [String] {
        file.alarms(in: window, limit: limit).map { time in
            "\(time.instant) \(time.occurrence.uid)" + (time.repetition > 0 ? " +\(time.repetition)" : "")
                + (time.isAcknowledged ? " done" : "")
        }
    }
}

/// Returns a calendar with the given components.
func calendar(components: String...) -> String {
    crlf("BEGIN:VCALENDAR\nVERSION:2.0\n" + components.map { $0 + "\n" }.joined() + "END:VCALENDAR\n")
}
