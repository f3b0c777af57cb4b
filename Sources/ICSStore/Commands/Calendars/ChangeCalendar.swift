#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendarStore
    import ICalendarSync

    struct RenameCalendar: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename",
            abstract: "Rename a calendar; its identifier does not change."
        )

        @OptionGroup var options: StoreOptions

        @Argument(help: ArgumentHelp("Calendar to rename.", valueName: "name|id"))
        var calendar: String

        @Argument(help: ArgumentHelp("New name.", valueName: "new-name"))
        var newName: String

        func run() async throws {
            let name = try CalendarName(newName)
            let store = try await options.openForCalendars()
            var calendar = try ItemFinder(store: store).calendarOfAnyType(self.calendar)
            try calendar.checkMutable(to: "rename", options)
            try name.checkFree(in: store, besides: calendar)
            let old = calendar.title
            guard name.text != old else {
                return Program.say("\(old) already has this name; nothing was changed")
            }
            if options.dryRun { return try ListOutput.print(["would rename \(old) to \(name.text)"]) }
            calendar.title = name.text
            try store.saveCalendar(&calendar)
            try DoneOutput.print([
                "renamed \(old) to \(calendar.title); its identifier is still \(calendar.calendarIdentifier)"
            ])
        }
    }

    struct ColorCalendar: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "color",
            abstract: "Set or remove a calendar's color."
        )

        @OptionGroup var options: StoreOptions

        @Argument(help: ArgumentHelp("Calendar to color.", valueName: "name|id"))
        var calendar: String

        @Argument(
            help: ArgumentHelp("Color: '#3366cc', a name such as red, or none.", valueName: "color"),
            transform: ColorArgument.init(parsing:)
        )
        var color: ColorArgument

        func run() async throws {
            let store = try await options.openForCalendars()
            var calendar = try ItemFinder(store: store).calendarOfAnyType(self.calendar)
            try calendar.checkMutable(to: "color", options)
            let text = color.color.map { "the color \($0)" } ?? "no color"
            guard calendar.color != color.color else {
                return Program.say("\(calendar.title) already has \(text); nothing was changed")
            }
            if options.dryRun { return try ListOutput.print(["would give \(calendar.title) \(text)"]) }
            calendar.color = color.color
            try store.saveCalendar(&calendar)
            try DoneOutput.print(["\(calendar.title) has \(text)"])
        }
    }

    extension StoreOptions {
        /// Opens the store with access to events and, if --yes allows it, to reminders.
        func openForCalendars() async throws -> EventStore {
            let store = try await open(for: .readEvents)
            // Without access to reminders, only reminder calendars are unavailable.
            if yes { try? await allow(.readReminders, of: store) }
            return store
        }

        /// A dictionary that maps each account's name to whether the account is a subscribed calendar.
        var accountKinds: [String: Bool] {
            get throws {
                Dictionary(try accounts.all().map { ($0.name, $0.kind != .calDAV) }) { first, _ in first }
            }
        }
    }
#endif
