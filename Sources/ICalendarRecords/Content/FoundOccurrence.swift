#if Records
    import EssentialFoundation
    import ICalendar
    import ICalendarStore

    /// An occurrence found in a store, and the contents of its row.
    ///
    /// The component is decoded lazily, since it is not needed if the occurrence's file is unchanged.
    final class FoundOccurrence {
        let identifier: String
        let calendarIdentifier: String
        let uid: String
        /// The original start in seconds since 1970, as for all instants in this type.
        let occurrenceDate: Int
        let startDate: Int
        let endDate: Int
        let isAllDay: Bool
        let isDetached: Bool
        /// The versions of the file and the hash algorithm, or nil if they are unknown.
        let fileVersion: String?
        private let occurrence: Occurrence
        private let contents: SeriesContents

        /// - Parameter zone: The zone for all-day and floating times.
        init(
            _ occurrence: Occurrence,
            calendar: String,
            zone: Zone,
            fileVersion: String?,
            _ contents: SeriesContents
        ) {
            self.occurrence = occurrence
            self.contents = contents
            // A new hash version changes the hashes of unchanged files, so rows with an older version must be updated.
            self.fileVersion = fileVersion.map { "\(ContentHash.version):\($0)" }
            identifier = occurrence.identifier(inCalendar: calendar)
            calendarIdentifier = calendar
            uid = occurrence.uid
            startDate = occurrence.start.instant(in: zone).secondsSince1970
            endDate = occurrence.end.instant(in: zone).secondsSince1970
            occurrenceDate = occurrence.recurrenceID?.instant(in: zone).secondsSince1970 ?? startDate
            isAllDay = occurrence.isAllDay
            isDetached = occurrence.isDetached
        }

        var startText: String { occurrence.start.description }
        var endText: String { occurrence.end.description }
        var timeZone: String? { occurrence.start.timeZone }

        private(set) lazy var content = contents.content(of: occurrence)

        /// The hash of the content, which includes the times as written.
        private(set) lazy var contentHash: String = {
            var hash = ContentHash()
            hash.add(content.digest)
            hash.add(startText)
            hash.add(endText)
            hash.add(timeZone)
            return hash.text
        }()
    }

    struct EventContent {
        let title: String?
        let status: String?
        let location: String?
        let notes: String?
        let url: String?
        /// The organizer as JSON, or nil.
        let organizer: String?
        /// The attendees as a JSON array.
        let attendees: String
        /// A digest of all these values.
        let digest: FileDigest

        init(_ event: Event) {
            title = event.summary
            status = event.status?.rawValue
            location = event.location
            notes = event.descriptionText
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

    /// A cache for decoded series components.
    final class SeriesContents {
        /// The contents, each with an occurrence that is kept so that its object identity cannot be reused.
        private var known: [ObjectIdentifier: (Occurrence, EventContent)] = [:]

        func content(of occurrence: Occurrence) -> EventContent {
            // A nonrecurring event occurs only once, so there is no need to cache it.
            guard occurrence.recurrenceID != nil else { return EventContent(occurrence.decodedEvent().event) }
            if let (_, content) = known[occurrence.eventIdentity] { return content }
            let content = EventContent(occurrence.decodedEvent().event)
            known[occurrence.eventIdentity] = (occurrence, content)
            return content
        }
    }

    /// A hash of an event's contents.
    ///
    /// The hash of an event is the same on every machine.
    ///
    /// Each field is preceded by its length, so different lists of fields never produce the same bytes.
    struct ContentHash {
        private var bytes: [UInt8]

        /// The version of the hashed contents, which affects all hashes.
        static let version: UInt8 = 1

        init() {
            bytes = [Self.version]
            bytes.reserveCapacity(256)
        }

        mutating func add(_ text: String?) {
            guard let text else { return bytes.append(0) }
            bytes.append(1)
            add(text.utf8.count)
            bytes.append(contentsOf: text.utf8)
        }

        mutating func add(_ number: Int) {
            for shift in stride(from: 0, to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }

        mutating func add(_ digest: FileDigest) {
            bytes.append(contentsOf: digest.bytes)
        }

        var digest: FileDigest { FileDigest(of: bytes) }

        /// The first half of the digest as hexadecimal digits.
        ///
        /// Its 128 bits are enough to rule out collisions.
        var text: String {
            let digits = Array("0123456789abcdef".utf8)
            let half = digest.bytes.prefix(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
            return String(decoding: half, as: UTF8.self)
        }
    }
#endif
