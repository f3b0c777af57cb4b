import Foundation
import ICalendar
import ICalendarStore

/// Measurements of a store, in milliseconds.
struct Measures {
    let folder: String
    let corpus: StoreCorpus

    /// Opens the store with full access.
    func open() throws -> EventStore {
        var options = EventStore.Options()
        options.timeZone = try Zone(identifier: "Europe/Berlin")
        options.access = .allow
        options.stateDirectory = folder + ".state"
        return try EventStore(directory: folder, options: options)
    }

    /// Queries months and creates all events, first without and then with access to their title, start, and end.
    func month(
        _ store: EventStore
    ) throws -> (found: Double, made: Double, all: Double, enumerated: Double) {
        let months = 120
        let predicates = try (0..<months).map { month in
            let from = Instant(secondsSince1970: 1_500_000_000 + month * 30 * 86_400)
            return try store.predicateForEvents(
                withStart: from.date,
                end: from.adding(seconds: 30 * 86_400).date
            )
        }
        var found = 0
        var (made, all, enumerated) = (Double.infinity, Double.infinity, Double.infinity)
        // Use the best of three rounds, since other programs run at the same time.
        for _ in 0..<3 {
            found = 0
            made = min(
                made,
                try milliseconds {
                    for predicate in predicates { found += try store.events(matching: predicate).count }
                }
            )
            found = 0
            all = min(
                all,
                try milliseconds {
                    for predicate in predicates {
                        for event in try store.events(matching: predicate) { found += touch(event) }
                    }
                }
            )
            enumerated = min(
                enumerated,
                try milliseconds {
                    for predicate in predicates {
                        try store.enumerateEvents(matching: predicate) { event, _ in _ = touch(event) }
                    }
                }
            )
        }
        let rounds = Double(months)
        return (Double(found) / rounds, made / rounds, all / rounds, enumerated / rounds)
    }

    /// Saves changed events one by one.
    ///
    /// - Returns: The mean and slowest times, and the mean time of a bare durable write of one item.
    func saving(_ store: EventStore, rounds: Int) throws -> (mean: Double, slowest: Double, system: Double) {
        var (sum, slowest) = (0.0, 0.0)
        for round in 0..<rounds {
            let number = round * 7919 % corpus.count
            let identifier = "calendar\(number % corpus.calendars):\(number)%40studio.example"
            guard var event = try store.event(withIdentifier: identifier) else { throw Missing(identifier) }
            event.title = "Item \(number), saved \(round)"
            let spent = try milliseconds { try store.save(&event, span: .allEvents) }
            sum += spent
            slowest = max(slowest, spent)
        }
        var system = 0.0
        for round in 0..<50 {
            system += try milliseconds { try DurableFile.replace(folder + ".bare", corpus.text(round)) }
        }
        return (sum / Double(rounds), slowest, system / 50)
    }

    /// Writes files as another program would, and returns the time until the store reports the changes.
    func telling(_ store: EventStore, rounds: Int) async throws -> (median: Double, slowest: Double) {
        var changes = store.changes.makeAsyncIterator()
        var spent: [Double] = []
        for round in 0..<rounds {
            // Write one file at a time, while the store is idle.
            try await Task.sleep(for: .milliseconds(150))
            let number = round * 6007 % corpus.count
            let path = "\(folder)/\(corpus.path(number))"
            let start = ContinuousClock.now
            try Data(corpus.text(number, edition: round + 1).utf8).write(
                to: URL(fileURLWithPath: path),
                options: .atomic
            )
            let identifier = ItemIdentifier(
                calendarIdentifier: "calendar\(number % corpus.calendars)",
                uid: "\(number)@studio.example"
            )
            while let change = await changes.next() {
                if change.updated.contains(identifier) || change.isEverything { break }
            }
            spent.append(Self.milliseconds(ContinuousClock.now - start))
        }
        spent.sort()
        return (spent[spent.count / 2], spent.last ?? 0)
    }

    /// Reads the properties of an event that a list shows.
    private func touch(_ event: CalendarEvent) -> Int {
        checksum.add(event.title.utf8.count)
        checksum.add(event.startDate.map { Int($0.timeIntervalSince1970) } ?? 0)
        checksum.add(event.endDate.map { Int($0.timeIntervalSince1970) } ?? 0)
        return 1
    }

    /// Returns the duration of some work.
    func milliseconds(_ work: () throws -> Void) rethrows -> Double {
        Self.milliseconds(try ContinuousClock().measure(work))
    }

    private static func milliseconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
    }
}

/// An error for a missing item.
struct Missing: Error {
    let identifier: String

    init(_ identifier: String) { self.identifier = identifier }
}
