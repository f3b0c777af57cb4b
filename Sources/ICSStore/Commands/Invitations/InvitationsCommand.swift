#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
    import ICalendar
    import ICalendarStore
    import SystemIO

    struct InvitationsCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "invitations",
            abstract: "List the invitations that await your answer, with the events that they overlap.",
            discussion: """
                The search covers the next two years. Answer with `accept`, `tentative`, `decline`, `delegate` or \
                `counter`.
                """
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var calendars: CalendarArguments
        @OptionGroup var names: HandleArguments

        @Option(help: ArgumentHelp("Output format: text, json or ndjson.", valueName: "format"))
        var format: OutputFormat = .text

        /// The number of days to search.
        private static let days = 732
        /// The maximum number of occurrences to examine.
        private static let mostVisits = 200_000

        func validate() throws { try format.checkForList() }

        func run() async throws {
            let store = try await options.open(for: .readEvents)
            guard !options.userAddresses.isEmpty else {
                throw CommandError(
                    "your address is unknown; use --address, set ICS_STORE_ADDRESS, or add an account"
                )
            }
            let chosen = try ItemFinder(store: store).calendars(calendars.names)
            let isIncomplete = try StoreRemarks.print(of: store, in: chosen)
            let found = try invitations(of: store, in: chosen)
            let handles = names.handles(for: found.map(\.identifier.description), of: store)
            var list = ListOutput(format, to: .output)
            for (place, invitation) in found.enumerated() {
                let handle = handles.indices.contains(place) ? handles[place] : nil
                let overlaps = try overlaps(of: invitation, in: store)
                try list.add {
                    lines(of: invitation, handle, overlaps, in: store.zone)
                } json: {
                    let (event, zone) = (invitation.event, store.zone)
                    let fields: [(String, String?)] = [
                        ("id", invitation.identifier.description),
                        ("start", event.occurrence.map { MomentText.start($0, in: zone) }),
                        ("title", event.title), ("location", event.location),
                        ("organizer", event.organizer?.email ?? event.organizer?.uri), ("overlaps", overlaps),
                    ]
                    JSONText.append(object: fields, to: &$0)
                }
            }
            try list.finish()
            if isIncomplete { throw ExitCode.failure }
        }

        private struct Invitation {
            let event: CalendarEvent
            let identifier: ItemIdentifier
        }

        /// Returns the events that await a reply, sorted by their next occurrences.
        private func invitations(of store: EventStore, in calendars: [EventCalendar]?) throws -> [Invitation]
        {
            var found: [Invitation] = []
            var seen: Set<ItemIdentifier> = []
            var visits = 0
            let (start, end) = (Instant.present, Instant.present.adding(seconds: Self.days * 86_400))
            for predicate in try store.predicates(withStart: start.date, end: end.date, calendars: calendars)
            {
                try store.enumerateEvents(matching: predicate) { event, stop in
                    visits += 1
                    stop = visits > Self.mostVisits
                    guard event.hasAttendees, event.event.status != .cancelled,
                        event.participantStatus == .pending,
                        let organizer = event.organizer, !event.isCurrentUser(organizer),
                        var identifier = ItemIdentifier(event.id)
                    else { return }
                    if !event.isDetached { identifier.slot = nil }
                    if seen.insert(identifier).inserted {
                        found.append(Invitation(event: event, identifier: identifier))
                    }
                }
            }
            return found
        }

        private func overlaps(of invitation: Invitation, in store: EventStore) throws -> String? {
            let scheduling =
                invitation.identifier.slot == nil
                ? try store.scheduling(of: invitation.identifier, .event, at: .present) : nil
            return OverlapWarnings.text(about: invitation.event, scheduling?.calendar, in: store)
        }

        private func lines(
            of invitation: Invitation,
            _ handle: String?,
            _ overlaps: String?,
            in zone: Zone
        ) -> [String] {
            let event = invitation.event
            let start = event.occurrence.map { MomentText.start($0, in: zone) } ?? ""
            let title = event.title.isEmpty ? "(no title)" : event.title
            let organizer = event.organizer?.name ?? event.organizer?.email ?? event.organizer?.uri ?? ""
            let repeats = invitation.identifier.slot == nil && event.hasRecurrenceRules ? ", repeats" : ""
            let name = EventFields.oneLine("\(start)  \(title), from \(organizer)\(repeats)")
            let line = handle.map { "\($0)  \(name)" } ?? "\(name)  (\(invitation.identifier))"
            return [line] + (overlaps.map { ["    \($0)"] } ?? [])
        }
    }
#endif
