import Foundation

/// The calendars in memory.
actor CalendarStorage {
    /// A calendar as clients receive it.
    struct Feed: Sendable {
        let ics: [UInt8]
        /// A strong validator, unique for each content.
        let eTag = "\"\(UUID().uuidString)\""
    }

    private let capacity: Int
    private var feeds: [String: Feed] = [:]

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Returns a calendar, or throws 404.
    func feed(named name: String) throws -> Feed {
        guard let feed = feeds[name] else { throw Problem(.notFound, "there is no calendar '\(name)'") }
        return feed
    }

    /// Stores a calendar, and returns whether the name is new.
    ///
    /// The tag changes only if the contents do.
    func store(_ ics: [UInt8], as name: String) throws -> Bool {
        let old = feeds[name]
        guard old != nil || feeds.count < capacity else {
            throw Problem(.insufficientStorage, "the server has no room for another calendar")
        }
        if old?.ics != ics { feeds[name] = Feed(ics: ics) }
        return old == nil
    }

    func delete(_ name: String) throws {
        guard feeds.removeValue(forKey: name) != nil else {
            throw Problem(.notFound, "there is no calendar '\(name)'")
        }
    }
}
