import ICalendar

/// Numbers for zones, the same for all threads.
final class ZoneNumbers: Sendable {
    private let zones: Lock<(list: [Zone], numbers: [Zone: Int32])>

    /// Numbers of which 0 is the display zone.
    init(display: Zone) {
        zones = Lock(([display], [display: 0]))
    }

    /// The number of a zone, given to it at the first call.
    func number(of zone: Zone) -> Int32 {
        zones.withLock { zones in
            if let number = zones.numbers[zone] { return number }
            let number = Int32(truncatingIfNeeded: zones.list.count)
            zones.list.append(zone)
            zones.numbers[zone] = number
            return number
        }
    }

    /// The zones that have numbers so far.
    var list: [Zone] { zones.withLock { $0.list } }
}
