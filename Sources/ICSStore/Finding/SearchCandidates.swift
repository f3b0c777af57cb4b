#if CommandLine
    import ICSViews
    import ICalendar
    import ICalendarStore

    /// An event found by a search.
    struct SearchMatch {
        let event: FoundEvent
        /// The number of other occurrences that match.
        let others: Int
    }

    /// The occurrences to search, grouped by defining component.
    struct SearchCandidates {
        private struct Group: Sendable {
            /// The occurrences to list: either all of them, or only the first one that has not ended.
            ///
            /// If all have ended, the last one is listed instead.
            var events: [CalendarEvent]
            var count = 1
            /// Whether the listed occurrence has not ended.
            var isComing: Bool
        }

        private let now: Instant
        private let zone: Zone
        private let isExhaustive: Bool
        private var groups: [Group] = []
        /// The index of each group, keyed by its component's identity.
        ///
        /// Identities remain valid as long as the events exist.
        private var places: [ObjectIdentifier: Int] = [:]

        /// The number of components in one batch of work.
        private static let batchSize = 64

        init(now: Instant, zone: Zone, isExhaustive: Bool) {
            self.now = now
            self.zone = zone
            self.isExhaustive = isExhaustive
        }

        /// Adds an occurrence.
        ///
        /// Occurrences must be added in order.
        mutating func add(_ event: CalendarEvent) {
            guard let occurrence = event.occurrence else { return }
            let isComing = occurrence.end.instant(in: zone) >= now
            guard let place = places[occurrence.eventIdentity] else {
                places[occurrence.eventIdentity] = groups.count
                groups.append(Group(events: [event], isComing: isComing))
                return
            }
            groups[place].count += 1
            if isExhaustive {
                groups[place].events.append(event)
            } else if !groups[place].isComing {
                groups[place].events = [event]
                groups[place].isComing = isComing
            }
        }

        /// Returns the selected events that contain all search terms: upcoming events in order, then past events,
        /// latest first.
        func matches(of texts: [String], _ search: EventSearch) -> [SearchMatch] {
            let wanted = texts.map(FoldedText.bytes)
            var matches: [SearchMatch] = []
            var starts = stride(from: 0, to: groups.count, by: Self.batchSize).makeIterator()
            let groups = groups
            Workers.mapInOrder(
                threads: Workers.usualCount,
                next: { starts.next() },
                transform: { (start: Int) in
                    groups[start..<min(start + Self.batchSize, groups.count)].filter {
                        Self.isMatch($0.events.first, wanted)
                    }
                },
                consume: { (found: [Group]) in
                    for group in found {
                        matches += group.events.compactMap { event in
                            search.found(event).map {
                                SearchMatch(event: $0, others: isExhaustive ? 0 : group.count - 1)
                            }
                        }
                    }
                }
            )
            return sorted(matches)
        }

        private func sorted(_ matches: [SearchMatch]) -> [SearchMatch] {
            matches.enumerated().sorted { left, right in
                let (one, other) = (left.element.event.viewed.span, right.element.event.viewed.span)
                let (isPast, isOtherPast) = (one.upperBound < now, other.upperBound < now)
                if isPast != isOtherPast { return !isPast }
                if one.lowerBound != other.lowerBound {
                    return isPast == (one.lowerBound > other.lowerBound)
                }
                return left.offset < right.offset
            }.map(\.element)
        }

        /// Returns whether an occurrence's component contains all search terms.
        private static func isMatch(_ event: CalendarEvent?, _ wanted: [[UInt8]]) -> Bool {
            guard let event = event?.occurrence?.event else { return false }
            var fields = [event.summary, event.location, event.appleLocation?.title, event.descriptionText]
            fields += event.categories
            fields += event.attendees.flatMap { [$0.name, $0.email] }
            fields += [event.organizer?.name, event.organizer?.email]
            let folded = fields.compactMap { $0 }.map(FoldedText.bytes)
            return wanted.allSatisfy { text in folded.contains { FoldedText.contains($0, text) } }
        }
    }
#endif
