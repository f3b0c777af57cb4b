import ICSConsole
import ICSItems
import ICalendar

extension ImportedItem {
    /// Prints a file's diagnostics, and the interpretation of its items, to standard error.
    ///
    /// - Parameter isStored: A closure that returns whether the calendar contains the series with a UID. If it does,
    ///   overrides are not reported as orphans.
    static func printRemarks(on file: CalendarFile, isStored: (String) -> Bool = { _ in false }) {
        var remarks = file.diagnostics
        if let zone = try? Zone.system() { remarks += self.remarks(on: file, in: zone, isStored: isStored) }
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
