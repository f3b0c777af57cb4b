import ICalendar
import SystemIO

/// Which store something is from, and what it shares with all that the store gives.
final class StoreIdentity: Sendable, Hashable {
    let zone: Zone
    /// What was decoded last for one of its items, to be found again by who decodes; nil while nothing was.
    let latest = Lock<(any Sendable)?>(nil)

    init(zone: Zone) {
        self.zone = zone
    }

    static func == (left: StoreIdentity, right: StoreIdentity) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
