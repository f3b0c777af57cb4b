import ICSConsole
import ICalendar
import ICalendarStore

/// What there is to be said of a file whose items are to be saved.
extension ImportedItem {
    /// Says what is wrong with a file, and what its items are read as, on standard error.
    ///
    /// - Parameter isStored: whether the calendar has the series of a UID, whose overrides are not alone then.
    static func printRemarks(on file: CalendarFile, isStored: (String) -> Bool = { _ in false }) {
        var remarks = file.diagnostics
        var alone = file
        for place in alone.calendars.indices {
            alone.calendars[place].component.components.removeAll { component in
                component.first("RECURRENCE-ID") != nil && component.text("UID").map(isStored) == true
            }
        }
        if let zone = try? Zone.system() { remarks += self.remarks(on: alone, in: zone) }
        Program.errors.print(remarks)
    }

    /// What there is to be said of when the items of a file happen, which is what the store reads them as.
    ///
    /// What lacks a property that it needs is mended, or left out with a line of its own.
    static func remarks(on file: CalendarFile, in zone: Zone) -> [Diagnostic] {
        var remarks = UnknownZones.diagnostics(ofRemindersIn: file)
        guard let window = try? OccurrenceWindow(from: .now, to: Instant.now.adding(seconds: 1), in: zone)
        else { return remarks }
        let (read, zones) = (Set(file.diagnostics), Set(remarks.map(\.message)))
        remarks += (file.occurrences(in: window).diagnostics + reminders(of: file, in: window)).filter {
            $0.code != .missingProperty && !read.contains($0) && !zones.contains($0.message)
        }
        return remarks
    }

    /// The same of the rules of reminders, which are no occurrences: they are asked for as those of events at their times.
    private static func reminders(of file: CalendarFile, in window: OccurrenceWindow) -> [Diagnostic] {
        var file = file
        for place in file.calendars.indices {
            var components = file.calendars[place].component.components
            components.removeAll { component in
                component.name != "VTIMEZONE"
                    && (component.name != "VTODO" || component.first("RRULE") == nil)
            }
            for index in components.indices where components[index].name == "VTODO" {
                var event = Event(components[index])
                if event.start == nil { event.start = Todo(event.component).due }
                for name in ["DUE", "DURATION"] { event.component.set(name, to: nil) }
                event.component.name = Event.componentName
                components[index] = event.component
            }
            file.calendars[place].component.components = components
        }
        return file.occurrences(in: window).diagnostics
    }

    /// Warns of what is odd about items as they are to be saved, such as a start that its own rule does not give.
    static func warn(of files: [CalendarFile], in zone: Zone) {
        var said: Set<String> = []
        for file in files {
            for remark in remarks(on: file, in: zone) where said.insert(remark.message).inserted {
                Program.errors.print("\(Program.name): warning: \(remark.message)")
            }
        }
    }
}
