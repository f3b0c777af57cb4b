/// Statistics about the input that an ``OccurrenceSearch`` has read.
package struct SearchStatistics: Sendable, Hashable {
    /// The number of files and streams that contained a calendar; input that causes `notACalendar` is not counted.
    package internal(set) var files = 0
    /// The number of bytes read, before unfolding: `Double(search.statistics.bytes) / seconds` is the speed.
    package internal(set) var bytes = 0
    /// The number of components directly inside calendars, such as `VEVENT` and `VTIMEZONE`.
    ///
    /// Each run of a calendar's own properties counts as one component.
    package internal(set) var components = 0
    /// The number of components that may overlap the window:
    /// `search.statistics.keptComponents <= search.statistics.components`.
    package internal(set) var keptComponents = 0
    /// The number of bytes of kept components, which remain in memory as long as the search and its `occurrences()`.
    package internal(set) var keptBytes = 0

    package internal(set) var kinds = ComponentKinds()

    /// The number of components skipped because they cannot overlap the window: `components - keptComponents`.
    package var screenedOut: Int { components - keptComponents }

    mutating func add(_ other: SearchStatistics) {
        files += other.files
        bytes += other.bytes
        components += other.components
        keptComponents += other.keptComponents
        keptBytes += other.keptBytes
        kinds.add(other.kinds)
    }
}

/// The number of components of each kind directly inside calendars.
package struct ComponentKinds: Sendable, Hashable {
    /// The number of events, including events that never occur.
    package var events = 0
    package var todos = 0
    package var journals = 0
    package var freeBusy = 0
    /// The number of availability blocks (RFC 7953).
    package var availability = 0

    package init() {}

    package mutating func add(_ name: ComponentName) {
        switch name {
        case .known(.event): events += 1
        case .known(.todo): todos += 1
        case .known(.journal): journals += 1
        case .known(.freeBusy): freeBusy += 1
        case .other("VAVAILABILITY"): availability += 1
        default: break
        }
    }

    /// Counts a component by its uppercase name.
    package mutating func add(_ name: String) {
        switch name {
        case "VEVENT": events += 1
        case "VTODO": todos += 1
        case "VJOURNAL": journals += 1
        case "VFREEBUSY": freeBusy += 1
        case "VAVAILABILITY": availability += 1
        default: break
        }
    }

    package mutating func add(_ other: ComponentKinds) {
        events += other.events
        todos += other.todos
        journals += other.journals
        freeBusy += other.freeBusy
        availability += other.availability
    }
}
