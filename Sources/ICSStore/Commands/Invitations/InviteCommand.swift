#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
    import ICalendar
    import ICalendarStore

    struct InviteCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "invite",
            abstract: "Invite people to your event, change or cancel it, and print the messages to send.",
            discussion: """
                    ics-store invite a3 ann@studio.example | sendmail -t

                If you specify addresses, only the added people get a message, unless you use --all. With \
                --remove, the removed people get a cancellation, and the others get an update that does not \
                require a new reply. With --set, the attendees affected by the change get a message. If \
                nothing changes, the invitation is printed again, for the given addresses or for all \
                attendees. Several emails are printed as a mailbox (mbox); if --output is an empty folder, \
                each is written to its own file.

                If the event has no organizer, you become its organizer, with your first --address. --cancel marks \
                the event as canceled but keeps it, so that later replies still match it.

                If the calendar's server sends invitations itself, the next `refresh` lets it do so, and \
                only emails to attendees with SCHEDULE-AGENT=CLIENT are printed. In such a calendar, \
                --cancel removes an occurrence instead of marking it as canceled.
                """
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var item: MeetingArguments

        @Argument(
            help: ArgumentHelp(
                "Attendees: jane@studio.example, or \"Jane <jane@studio.example>\".",
                valueName: "email"
            )
        )
        var people: [String] = []

        @Option(help: ArgumentHelp("Remove an attendee; may be repeated.", valueName: "email"))
        var remove: [String] = []

        @Option(
            name: .customLong("set"),
            parsing: .unconditionalSingleValue,
            help: ArgumentHelp("Set a field, as with `edit`; may be repeated.", valueName: "name=value")
        )
        var settings: [String] = []

        @Flag(help: "Print messages to all attendees, not only to those affected.")
        var all = false

        @Flag(help: "Cancel the event or the occurrence.")
        var cancel = false

        @Flag(help: "As an attendee, ask the organizer for the latest version.")
        var requestUpdate = false

        @OptionGroup var message: MessageArguments

        func validate() throws {
            let isChange = !people.isEmpty || !remove.isEmpty || !settings.isEmpty || all
            guard [isChange, cancel, requestUpdate].count(where: { $0 }) <= 1 else {
                throw ValidationError("--cancel and --request-update cannot be combined with changes")
            }
            for setting in settings {
                try checkTypedText(setting, of: "--set \(setting.prefix { $0 != "=" })")
            }
        }

        func run() async throws {
            let added = try people.map(AttendeeArgument.attendee)
            let removed = try remove.map { try AttendeeArgument.attendee($0) }
            let store = try await options.open(for: .readEvents)
            var meeting = try await item.meeting(in: store, options)
            let old = try meeting.scheduling
            let delivery = try meeting.delivery(options)
            if requestUpdate {
                let request = try old.refresh(comment: message.comment)
                return try message.finish([request], of: store, options, delivery)
            }
            if cancel {
                let cancellation = try old.cancellation(at: meeting.slot, comment: message.comment)
                // Not all servers support canceling an occurrence with STATUS, but all support removing it.
                if meeting.slot != nil, delivery?.divided([cancellation]).server.isEmpty == false {
                    try meeting.named.remove(from: store, span: .thisEvent)
                } else {
                    try meeting.apply(cancellation, commit: false)
                }
                return try message.finish([cancellation], of: store, options, delivery)
            }
            try checkOrganizer(old)
            if !settings.isEmpty {
                meeting.named = try meeting.named.setting(settings)
                let span: EventSpan = meeting.slot == nil ? .allEvents : .thisEvent
                _ = try meeting.named.save(in: store, span: span, commit: false)
                if !options.dryRun { meeting.named.warn(bySaving: span, in: store) }
            }
            try change(meeting, adding: added, removing: Set(removed.map(\.key)), old.people, delivery)
            let new = try meeting.scheduling
            var messages = try new.changes(since: old.components, tellsAll: all, comment: message.comment)
            if messages.isEmpty, settings.isEmpty, removed.isEmpty {
                let named = added.compactMap(\.email)
                messages = try new.invitation(to: named.isEmpty ? nil : named, comment: message.comment)
                try force(messages, for: meeting, delivery?.about(new.components))
            }
            guard !messages.isEmpty else {
                guard settings.isEmpty, removed.isEmpty else {
                    try message.finish([], of: store, options, nil)
                    return Program.errors.print("\(Program.name): nobody needs a message about this change")
                }
                throw CommandError("\(old.title) has no attendees; give their addresses")
            }
            try message.finish(messages, of: store, options, delivery?.about(new.components))
        }

        /// Makes the server resend an unchanged invitation (SCHEDULE-FORCE-SEND, RFC 6638 section 7.2).
        private func force(
            _ messages: [OutgoingMessage],
            for meeting: Meeting,
            _ delivery: AccountDelivery?
        ) throws {
            let emails = (delivery?.divided(messages).server ?? []).flatMap(\.recipients).map(\.email)
            guard !emails.isEmpty else { return }
            let keys = Attendee.keys(ofEmails: emails)
            try meeting.store.changePeople(
                of: meeting.identifier,
                meeting.type,
                at: meeting.slot,
                commit: false
            ) {
                event in
                let attendees = event.attendees.map { attendee in
                    var attendee = attendee
                    if keys.contains(attendee.key) { attendee.forcedMessage = .request }
                    return attendee
                }
                guard attendees != event.attendees else { return false }
                event.attendees = attendees
                return true
            }
        }

        private func checkOrganizer(_ scheduling: ItemScheduling) throws {
            if scheduling.people.isOrganizer { return }
            guard scheduling.people.organizer == nil else {
                let name = scheduling.people.organizer.map { Words.short($0.key) } ?? ""
                throw CommandError(
                    "\(scheduling.title): only its organizer \(name) can invite people; use --address if this is you"
                )
            }
            guard !options.userAddresses.isEmpty else {
                throw CommandError(
                    "your address is unknown; use --address, set ICS_STORE_ADDRESS, or add an account"
                )
            }
        }

        /// Makes the user the organizer, and adds or removes attendees.
        private func change(
            _ meeting: Meeting,
            adding added: [Attendee],
            removing removed: Set<String>,
            _ people: ItemPeople,
            _ delivery: AccountDelivery?
        ) throws {
            guard !(added.isEmpty && removed.isEmpty && people.isOrganizer) else { return }
            let own = delivery?.organizer(options) ?? options.userAddresses.first
            if people.organizer == nil, let address = own {
                try meeting.store.changePeople(of: meeting.identifier, meeting.type, commit: false) { event in
                    event.organizer = Organizer(email: address)
                    var own = Attendee(email: address, status: .accepted)
                    own.role = .chair
                    if !event.attendees.contains(where: { $0.key == own.key }) {
                        event.attendees = [own] + event.attendees
                    }
                    return true
                }
            }
            let store = meeting.store
            try store.changePeople(of: meeting.identifier, meeting.type, at: meeting.slot, commit: false) {
                event in
                if event.status == .cancelled { return false }
                var attendees = event.attendees.filter { !removed.contains($0.key) }
                var known = Set(attendees.map(\.key))
                for var attendee in added where known.insert(attendee.key).inserted {
                    attendee.expectsReply = true
                    attendees.append(attendee)
                }
                guard attendees != event.attendees else { return false }
                event.attendees = attendees
                return true
            }
        }
    }
#endif
