#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
    import ICalendar
    import ICalendarStore

    struct CounterCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "counter",
            abstract: "Propose another time or place to the organizer, or decline such a proposal.",
            discussion: """
                    ics-store counter a3 --set start="fri 14:00" --comment "I teach on Thursdays" | sendmail -t

                The stored event does not change until the organizer changes it. The organizer accepts a proposal with \
                `invite --set`, and declines it with `counter --decline ADDRESS`.
                """
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var item: MeetingArguments

        @Option(
            name: .customLong("set"),
            parsing: .unconditionalSingleValue,
            help: ArgumentHelp("Propose a new value for a field; may be repeated.", valueName: "name=value")
        )
        var settings: [String] = []

        @Option(
            help: ArgumentHelp(
                "As the organizer, decline this attendee's proposal.",
                valueName: "email"
            )
        )
        var decline: String?

        @OptionGroup var message: MessageArguments

        func validate() throws {
            guard settings.isEmpty != (decline == nil) else {
                throw ValidationError("use either --set NAME=VALUE or --decline ADDRESS")
            }
            for setting in settings {
                try checkTypedText(setting, of: "--set \(setting.prefix { $0 != "=" })")
            }
        }

        func run() async throws {
            let store = try await options.open(for: .readEvents)
            let meeting = try await item.meeting(in: store, options)
            let scheduling = try meeting.scheduling
            if let decline {
                let refusal = try scheduling.declinedCounter(
                    of: decline,
                    at: meeting.slot,
                    comment: message.comment
                )
                return try message.finish([refusal], of: store, options, meeting.delivery(options))
            }
            let named = try meeting.named.setting(settings)
            let files = try named.files(bySaving: meeting.slot == nil ? .allEvents : .thisEvent, in: store)
            let kind = meeting.type == .event ? Event.componentName : Todo.componentName
            let proposed = files.flatMap(\.calendars).flatMap(\.component.components).filter {
                $0.name == kind && $0.text("UID") == meeting.identifier.uid
            }
            let counter = try scheduling.counter(proposed, comment: message.comment)
            try message.finish([counter], of: store, options, meeting.delivery(options))
        }
    }

    extension NamedItem {
        /// Returns the item with the values of `--set` applied.
        func setting(_ settings: [String]) throws -> NamedItem {
            var changed = self
            let old = fields
            do throws(FieldError) {
                try changed.apply(FieldSettings(settings).fields(with: old), over: old, in: Self.zone())
            } catch {
                throw ValidationError(error.text)
            }
            return changed
        }

        private static func zone() throws(FieldError) -> Zone {
            do throws(CalendarError) { return try Zone.system() } catch {
                throw FieldError(reason: "\(error)")
            }
        }
    }
#endif
