#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSViews
    import ICalendar
    import ICalendarStore
    import SystemIO

    struct CalendarsCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "calendars",
            abstract: "List, create, rename, color and remove calendars.",
            subcommands: [
                ListCalendars.self, CreateCalendar.self, RenameCalendar.self, ColorCalendar.self,
                RemoveCalendar.self,
            ],
            defaultSubcommand: ListCalendars.self
        )
    }

    struct ListCalendars: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the calendars with their identifiers, titles and attributes.",
            discussion: """
                Items added without --calendar go to the default calendar. If only one calendar is writable, it is the \
                default. Otherwise there is no default until you choose one, here or when `add` asks.
                """
        )

        @OptionGroup var options: StoreOptions

        @OptionGroup var output: ListFormat

        @Option(
            name: .customLong("default"),
            help: ArgumentHelp("Make this calendar the default before listing.", valueName: "name|id")
        )
        var usual: String?

        func run() async throws {
            let store = try await options.open(for: .readEvents)
            let finder = ItemFinder(store: store)
            if let name = self.usual {
                let chosen = try finder.calendarOfAnyType(name)
                if options.dryRun {
                    return try ListOutput.print(["would make \(chosen.title) the default calendar"])
                }
                try choose(chosen, in: store)
            }
            try StoreRemarks.print(of: store)
            let usual = try Self.usual(in: store)
            let usualForReminders = try? store.chosenCalendar(for: .reminder)?.calendarIdentifier
            let calendars = try finder.allCalendars
            if calendars.isEmpty {
                Program.say("no calendars in \(store.folder); create one with `calendars create NAME`")
            }
            if self.usual == nil { return try Self.print(calendars, output.format, usual, usualForReminders) }
            try DoneOutput.saying { () throws(WriteError) in
                try Self.print(calendars, output.format, usual, usualForReminders)
            }
        }

        private static func print(
            _ calendars: [EventCalendar],
            _ format: OutputFormat,
            _ usual: String?,
            _ usualForReminders: String?
        ) throws(WriteError) {
            let width = calendars.map { TextWidth.columns($0.calendarIdentifier) }.max() ?? 0
            try ListOutput.print(calendars, format) { calendar in
                var marks = marks(calendar, usual: usual)
                if calendar.calendarIdentifier == usualForReminders, usualForReminders != usual {
                    marks.insert("default for reminders", at: 0)
                }
                let words = marks.joined(separator: ", ")
                let start = TextWidth.padded(calendar.calendarIdentifier, to: width)
                return ["\(start)  \(calendar.title)" + (words.isEmpty ? "" : "  (\(words))")]
            } json: {
                append($0, usual: usual, to: &$1)
            }
        }

        /// Makes a calendar the default for the types that it accepts.
        ///
        /// If the calendar also accepts events, it becomes the default for reminders only if access to reminders is
        /// granted.
        private func choose(_ calendar: EventCalendar, in store: EventStore) throws {
            let types = calendar.allowedEntityTypes
            if types.contains(.event) { try store.setDefaultCalendar(calendar, for: .event) }
            guard types.contains(.reminder),
                store.authorizationStatus(for: .reminder) == .fullAccess || !types.contains(.event)
            else { return }
            try store.setDefaultCalendar(calendar, for: .reminder)
        }

        private static func usual(in store: EventStore) throws -> String? {
            if let chosen = try store.chosenCalendar(for: .event) { return chosen.calendarIdentifier }
            let possible = try store.calendars(for: .event).filter(\.allowsContentModifications)
            return possible.count == 1 ? possible.first?.calendarIdentifier : nil
        }

        private static func marks(_ calendar: EventCalendar, usual: String?) -> [String] {
            var marks: [String] = []
            if calendar.calendarIdentifier == usual { marks.append("default") }
            guard calendar.allowsReading || calendar.allowsContentModifications else {
                return marks + ["cannot be read"]
            }
            if calendar.isSubscribed { marks.append("subscribed") }
            if !calendar.allowsContentModifications, !calendar.isSubscribed { marks.append("read-only") }
            if !calendar.allowsReading { marks.append("write-only") }
            if !calendar.allowedEntityTypes.contains(.event) { marks.append("reminders only") }
            if !calendar.allowedEntityTypes.contains(.reminder) { marks.append("events only") }
            if let color = calendar.color { marks.append(color.description) }
            return marks
        }

        private static func append(_ calendar: EventCalendar, usual: String?, to bytes: inout [UInt8]) {
            let fields: [(key: String, value: String?)] = [
                ("id", calendar.calendarIdentifier), ("title", calendar.title),
                ("color", calendar.color?.description), ("path", calendar.path.description),
                ("source", calendar.source.title),
            ]
            let flags: [(String, Bool)] = [
                ("default", calendar.calendarIdentifier == usual), ("subscribed", calendar.isSubscribed),
                ("readable", calendar.allowsReading), ("writable", calendar.allowsContentModifications),
                ("events", calendar.allowedEntityTypes.contains(.event)),
                ("reminders", calendar.allowedEntityTypes.contains(.reminder)),
            ]
            JSONText.append(object: fields, to: &bytes) {
                for (key, flag) in flags { JSONText.append(key: key, literal: flag, to: &$0) }
            }
        }
    }

    extension OutputFormat {
        func checkForList() throws {
            guard [.text, .json, .ndjson].contains(self) else {
                throw ValidationError("--format \(rawValue) is not supported here; use text, json or ndjson")
            }
        }
    }

    /// The output format of a listing.
    struct ListFormat: ParsableArguments {
        @Option(help: ArgumentHelp("Output format: text, json or ndjson.", valueName: "format"))
        var format: OutputFormat = .text

        func validate() throws { try format.checkForList() }
    }

    extension OutputFormat: ExpressibleByArgument {
        /// An empty list, since each command names its supported formats in its help text.
        package static var allValueStrings: [String] { [] }
    }
#endif
