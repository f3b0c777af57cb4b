import ICSConsole
import ICalendar
import ICalendarStore

/// What there is to be said of a file whose items are to be saved.
extension ImportedItem {
    /// Says what is wrong with a file, and what its items are read as, on standard error.
    static func printRemarks(on file: CalendarFile) {
        var remarks = file.diagnostics
        if let zone = try? Zone.system() { remarks += self.remarks(on: file, in: zone) }
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
        remarks += file.occurrences(in: window).diagnostics.filter {
            $0.code != .missingProperty && !read.contains($0) && !zones.contains($0.message)
        }
        return remarks
    }
}
