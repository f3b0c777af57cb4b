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
                The search covers the events of the next two years, and open reminders. Answer with `accept`, \
                `tentative`, `decline`, `delegate` or `counter`.
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
            var found = try invitations(of: store, in: chosen)
            do {
                try await options.allow(.readReminders, of: store)
                found += try tasks(of: store, in: chosen)
            } catch let error as CommandError {
                Program.errors.print("\(Program.name): note: reminders are not searched: \(error.text)")
            }
            let handles = names.handles(for: found.map(\.identifier.description), of: store)
            var list = ListOutput(format, to: .output)
            for (place, invitation) in found.enumerated() {
                let handle = handles.indices.contains(place) ? handles[place] : nil
                let overlaps = try overlaps(of: invitation, in: store)
                try list.add {
                    lines(of: invitation, handle, overlaps)
                } json: {
                    let organizer = invitation.organizer
                    let fields: [(String, String?)] = [
                        ("id", invitation.identifier.description),
                        (invitation.event == nil ? "due" : "start", invitation.time),
                        ("title", invitation.title), ("location", invitation.location),
                        ("organizer", organizer.email ?? organizer.uri), ("overlaps", overlaps),
                    ]
                    JSONText.append(object: fields, to: &$0)
                }
            }
            try list.finish()
            if isIncomplete { throw ExitCode.failure }
        }

        private struct Invitation {
            /// The event, or nil for a reminder.
            var event: CalendarEvent?
            let identifier: ItemIdentifier
            /// The event's start or the reminder's due time.
            let time: String
            let title: String
            let location: String?
            let organizer: Organizer
            let repeats: Bool
        }

        /// Returns the events that await a reply, sorted by next occurrence.
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
                    guard seen.insert(identifier).inserted else { return }
                    found.append(
                        Invitation(
                            event: event,
                            identifier: identifier,
                            time: event.occurrence.map { MomentText.start($0, in: store.zone) } ?? "",
                            title: event.title,
                            location: event.location,
                            organizer: organizer,
                            repeats: identifier.slot == nil && event.hasRecurrenceRules
                        )
                    )
                }
            }
            return found
        }

        /// Returns the open reminders that await a reply, sorted by due time.
        private func tasks(of store: EventStore, in calendars: [EventCalendar]?) throws -> [Invitation] {
            let users = store.messageContext.users
            let open = try store.predicateForIncompleteReminders(
                withDueDateStarting: nil,
                ending: nil,
                calendars: calendars
            )
            return try store.reminders(matching: open).compactMap { reminder in
                let people = ItemPeople([reminder.todo.component], users: users)
                guard people.isInvitation, let organizer = people.organizer, people.own?.status == .pending,
                    reminder.todo.status != .cancelled,
                    var identifier = ItemIdentifier(reminder.id)
                else { return nil }
                if !reminder.isDetached { identifier.slot = nil }
                return Invitation(
                    identifier: identifier,
                    time: ReminderOutput.dueText(reminder, of: store),
                    title: reminder.title,
                    location: reminder.location,
                    organizer: organizer,
                    repeats: identifier.slot == nil && reminder.hasRecurrenceRules
                )
            }
        }

        private func overlaps(of invitation: Invitation, in store: EventStore) throws -> String? {
            guard let event = invitation.event else { return nil }
            let scheduling =
                invitation.identifier.slot == nil
                ? try store.scheduling(of: invitation.identifier, .event, at: .present) : nil
            return OverlapWarnings.text(about: event, scheduling?.calendar, in: store)
        }

        private func lines(of invitation: Invitation, _ handle: String?, _ overlaps: String?) -> [String] {
            let due = invitation.time.isEmpty ? "no due time" : "due \(invitation.time)"
            let time = invitation.event == nil ? due : invitation.time
            let title = Words.title(invitation.title)
            let organizer =
                invitation.organizer.name ?? invitation.organizer.email ?? invitation.organizer.uri
            let repeats = invitation.repeats ? ", repeats" : ""
            let name = EventFields.oneLine("\(time)  \(title), from \(organizer)\(repeats)")
            let line = handle.map { "\($0)  \(name)" } ?? "\(name)  (\(invitation.identifier))"
            return [line] + (overlaps.map { ["    \($0)"] } ?? [])
        }
    }
#endif
