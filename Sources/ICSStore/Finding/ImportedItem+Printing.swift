import ICSConsole
import ICSItems
import ICalendar

extension ImportedItem {
    /// Prints the diagnostics for a file and the interpretation of its items to standard error.
    ///
    /// - Parameter isStored: Returns whether the calendar contains the series of a UID, so that overrides are not
    ///   orphans.
    static func printRemarks(on file: CalendarFile, isStored: (String) -> Bool = { _ in false }) {
        var remarks = file.diagnostics
        var alone = file
        for place in alone.calendars.indices {
            alone.calendars[place].component.components.removeAll { component in
                component.isOverride && component.text("UID").map(isStored) == true
            }
        }
        if let zone = try? Zone.system() { remarks += self.remarks(on: alone, in: zone) }
        Program.errors.print(remarks)
    }

    static func warn(of files: [CalendarFile], in zone: Zone) {
        var said: Set<String> = []
        for file in files {
            for remark in remarks(on: file, in: zone) where said.insert(remark.message).inserted {
                Program.say("warning: \(remark.message)")
            }
        }
    }
}
