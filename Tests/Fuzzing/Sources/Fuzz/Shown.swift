import ICalendar

@testable import ICalendarCore

/// Text representations of everything that a caller can see, for comparison.
enum Shown {
    /// The maximum number of occurrences to compare.
    ///
    /// Hostile inputs can have millions.
    static let mostOccurrences = 300

    /// Returns a component with its line numbers and source bytes.
    static func component(_ component: Component) -> [String] {
        ["\(component.name) \(component.line ?? 0)"]
            + component.properties.map {
                // The position of the source bytes in memory is not part of the result.
                "\($0.name) \($0.parameters) \($0.value) \($0.line ?? 0) \($0.sourceBytes ?? [])"
            }
            + component.components.flatMap { self.component($0) }
    }

    /// Returns a file's contents, or the error thrown when reading it.
    static func file(_ bytes: [UInt8], threads: Int, batchSize: Int) -> [String] {
        do {
            let source = ByteSource(bytes: bytes, name: "f.ics")
            let file = try CalendarFile(source, ReadingLimits(), threads: threads, batchSize: batchSize)
            return file.calendars.flatMap { component($0.component) } + file.diagnostics.map(\.description)
        } catch {
            return ["\(error)"]
        }
    }

    /// Returns the result of a search in one window, or the error that it throws.
    static func screened(_ bytes: [UInt8], threads: Int, partSize: Int) -> [String] {
        do {
            let file = try ScreenedFile(
                ByteSource(bytes: bytes, name: "f.ics"),
                screen: ComponentScreen(searched: 1_767_225_600..<1_769_904_000),
                limits: ReadingLimits(),
                threads: threads,
                partSize: partSize
            )
            return file.calendars.flatMap { calendar in
                component(calendar.object.component) + [
                    "\(calendar.coverage) \(calendar.absentOverrides.map(\.schedule))"
                ] + calendar.events.map { "\($0.schedule) \($0.decoded())" }
            } + file.diagnostics.map(\.description)
        } catch {
            return ["\(error)"]
        }
    }

    /// Returns an occurrence with its times, its component and its source location.
    static func occurrence(_ occurrence: Occurrence) -> String {
        let original = occurrence.recurrenceID.map(\.description) ?? "-"
        return "\(occurrence.uid) \(occurrence.start) \(occurrence.end) \(original) \(occurrence.isDetached)"
            + " \(occurrence.summary ?? "-") \(occurrence.event.line ?? 0)"
    }

    /// Returns the first occurrences.
    static func occurrences(_ occurrences: Occurrences) -> [String] {
        occurrences.prefix(mostOccurrences).map(occurrence)
    }
}
