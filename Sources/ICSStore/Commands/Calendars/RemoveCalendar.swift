#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore

    struct RemoveCalendar: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a calendar and everything in it, after confirmation.",
            discussion: """
                The prompt states how many events and reminders will be removed with the calendar. Without a \
                terminal, use --yes. To keep the items, move them to another calendar first.
                """
        )

        @OptionGroup var options: StoreOptions

        @Argument(help: ArgumentHelp("Calendar to remove.", valueName: "name|id"))
        var calendar: String

        func run() async throws {
            let store = try await options.open(for: .readEvents)
            // Without access to reminders, the calendar's reminders could not be removed.
            try await options.allow(.readReminders, of: store)
            let calendar = try ItemFinder(store: store).calendarOfAnyType(self.calendar)
            try calendar.checkMutable(to: "remove", options)
            let contents = try CalendarCensus(of: calendar, in: store)
            let name = "\(calendar.title) (\(calendar.calendarIdentifier))"
            if options.dryRun {
                return try ListOutput.print(["would remove the calendar \(name) with \(contents.text)"])
            }
            try options.ask("Remove the calendar \(name) with \(contents.text)?")
            let isDefault = try store.chosenCalendar(for: .event)?.id == calendar.id
            try store.removeCalendar(calendar)
            try DoneOutput.print(["removed the calendar \(name) with \(contents.text)"])
            if isDefault {
                Program.say(
                    "it was the default calendar; choose another with `\(Program.name) calendars --default NAME`"
                )
            }
        }
    }

    /// The numbers of events and reminders in a calendar.
    struct CalendarCensus {
        private var events: Set<String> = []
        private var reminders: Set<String> = []
        private var others = 0
        private let unreadable: Int

        /// Counts the items in a calendar.
        ///
        /// A series counts only once.
        init(of calendar: EventCalendar, in store: EventStore) throws {
            let (files, unreadable) = try store.contents(of: calendar)
            self.unreadable = unreadable
            for component in files.lazy.flatMap(\.calendars).flatMap(\.component.components) {
                let uid = component.text("UID") ?? "\(events.count + reminders.count)"
                switch component.name {
                case Event.componentName: events.insert(uid)
                case Todo.componentName: reminders.insert(uid)
                case "VTIMEZONE": break
                default: others += 1
                }
            }
        }

        /// A description such as `2 events and 1 reminder`.
        var text: String {
            let parts = [
                (events.count, "event"), (reminders.count, "reminder"), (others, "other item"),
                (unreadable, "unreadable file"),
            ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
            guard let last = parts.last else { return "no items" }
            return parts.count == 1
                ? last : parts.dropLast().joined(separator: ", ") + " and \(last)"
        }
    }
#endif
