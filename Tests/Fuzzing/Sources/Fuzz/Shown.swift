import ICalendar

@testable import ICalendarCore

/// All of something that a caller can see, as text, to be compared.
enum Shown {
    /// As many occurrences are compared at most; a flood has millions.
    static let mostOccurrences = 300

    /// A component with its lines and the bytes that it was read from.
    static func component(_ component: Component) -> [String] {
        ["\(component.name) \(component.line ?? 0)"]
            + component.properties.map { "\($0) \($0.line ?? 0) \($0.sourceBytes ?? [])" }
            + component.components.flatMap { self.component($0) }
    }

    /// A file that was read, or why it could not be.
    static func file(_ bytes: [UInt8], threads: Int, batchSize: Int) -> [String] {
        do {
            let source = ByteSource(bytes: bytes, name: "f.ics")
            let file = try CalendarFile(source, ReadingLimits(), threads: threads, batchSize: batchSize)
            return file.calendars.flatMap { component($0.component) } + file.diagnostics.map(\.description)
        } catch {
            return ["\(error)"]
        }
    }

    /// A file that was screened for a window, or why it could not be.
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

    /// An occurrence: when, of what, and where that stood.
    static func occurrence(_ occurrence: Occurrence) -> String {
        let original = occurrence.recurrenceID.map(\.description) ?? "-"
        return "\(occurrence.uid) \(occurrence.start) \(occurrence.end) \(original) \(occurrence.isDetached)"
            + " \(occurrence.summary ?? "-") \(occurrence.event.line ?? 0)"
    }

    /// The first occurrences.
    static func occurrences(_ occurrences: Occurrences) -> [String] {
        occurrences.prefix(mostOccurrences).map(occurrence)
    }
}
