import ICalendar
import ICalendarStore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where a file is, or would be if it were made, without links in its path.
enum RealPlace {
    /// As many links lead to one another at most, as the system has it.
    private static let mostLinks = 40

    /// The place of a file that may be missing, and may be a link to what is missing.
    static func of(_ path: CalendarPath) -> CalendarPath {
        var path = path
        for _ in 0..<mostLinks {
            if (try? path.identity()) != nil { return path.real }
            let folder = path.parent ?? CalendarPath(".")
            guard let text = path.text,
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: text)
            else { return folder.real.appending(path.lastName) }
            path = target.hasPrefix("/") ? CalendarPath(target) : folder.appending(Array(target.utf8))
        }
        return path
    }

    /// Whether a file lies in the folder of a store, or in that of one of its calendars.
    static func isInside(_ path: CalendarPath, _ store: EventStore) throws(StoreError) -> Bool {
        let place = of(path)
        if store.folder.real.isAround(place) { return true }
        return try store.calendars(for: .event).contains { $0.path.real.isAround(place) }
    }
}

extension CommandError {
    /// A file that was named lies where only calendars are kept.
    static func inside(_ name: String) -> CommandError {
        CommandError(
            "\(name): it lies in the folder of the calendars, where only calendars are kept; name a file elsewhere"
        )
    }
}
