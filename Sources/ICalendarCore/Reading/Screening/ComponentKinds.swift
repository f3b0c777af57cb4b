/// How many components of each kind stand directly inside calendars.
package struct ComponentKinds: Sendable, Hashable {
    /// Events, whether they ever happen or not.
    package var events = 0
    package var todos = 0
    package var journals = 0
    package var freeBusy = 0
    /// Blocks of availability (RFC 7953).
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

    /// Counts a component by its name in capitals.
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
