#if Records
    import ICalendar
    import ICalendarStore

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// What all occurrences of one component have in common, worked out once.
    struct EventContent {
        let title: String?
        let status: String?
        let location: String?
        let notes: String?
        let url: String?
        /// JSON, or nil.
        let organizer: String?
        /// JSON, an array.
        let attendees: String
        /// Of all of these.
        let digest: FileDigest

        init(_ event: Event) {
            title = event.summary
            status = event.status?.rawValue
            location = event.location
            notes = event.eventDescription
            url = event.url
            organizer = event.organizer.map {
                Self.json(RecordedPerson(name: $0.name, email: $0.email)) ?? "{}"
            }
            let people = event.attendees.map {
                RecordedPerson(name: $0.name, email: $0.email, status: $0.status.rawValue)
            }
            attendees = people.isEmpty ? "[]" : Self.json(people) ?? "[]"
            var hash = ContentHash()
            for text in [title, status, location, notes, url, organizer, attendees] { hash.add(text) }
            digest = hash.digest
        }

        private static func json(_ value: some Encodable) -> String? {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
        }
    }
#endif
