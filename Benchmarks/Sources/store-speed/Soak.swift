import Foundation
import ICalendar
import ICalendarStore

/// A soak test that shows whether a store's memory use stays constant over a million windows and ten thousand edits.
struct Soak {
    private let measures: Measures
    private let windows = 1_000_000
    private let edits = 10_000

    init(_ measures: Measures) { self.measures = measures }

    /// Prints ten lines of the form `soak windows edits occurrences seconds megabytes`.
    func run() throws {
        try measures.corpus.write(to: measures.folder)
        let store = try measures.open()
        let clock = ContinuousClock()
        let start = clock.now
        var (found, saved) = (0, 0)
        say("soak 0 0 0 0 \(rounded(Double(Memory.resident()) / 1e6))")
        for window in 1...windows {
            // A few hours at a random position within the years that have events.
            let from = Instant(secondsSince1970: 1_300_000_000 + window * 7_919_713 % 900_000_000)
            let predicate = try store.predicateForEvents(
                withStart: from.date,
                end: from.adding(seconds: 6 * 3600).date
            )
            try store.enumerateEvents(matching: predicate) { event, _ in
                checksum.add(event.title.utf8.count)
                found += 1
            }
            if window % (windows / edits) == 0 {
                saved += 1
                try edit(store, saved)
            }
            if window % (windows / 10) == 0 {
                let spent = (clock.now - start).components.seconds
                let memory = rounded(Double(Memory.resident()) / 1e6)
                say("soak \(window) \(saved) \(found) \(spent) \(memory)")
            }
        }
    }

    /// Changes the title and location of an item.
    private func edit(_ store: EventStore, _ round: Int) throws {
        let number = round * 7919 % measures.corpus.count
        let identifier = "calendar\(number % measures.corpus.calendars):\(number)%40studio.example"
        guard var event = try store.event(withIdentifier: identifier) else { throw Missing(identifier) }
        event.title = "Item \(number), edition \(round % 10)"
        event.location = "Room \(round % 17)"
        try store.save(&event, span: .allEvents)
    }
}
