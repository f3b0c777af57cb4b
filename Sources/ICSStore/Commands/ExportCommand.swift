#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore
    import SystemIO

    struct ExportCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Write calendars to one .ics file, with all stored data of each item."
        )

        @OptionGroup var options: StoreOptions

        @Option(help: ArgumentHelp("Export only this calendar; may be repeated.", valueName: "name|id"))
        var calendar: [String] = []

        @Option(
            help: ArgumentHelp("Output file (default: standard output).", valueName: "file"),
            completion: .file()
        )
        var to: String?

        func run() async throws {
            let store = try await options.open(for: .readEvents)
            if let to, to != "-" {
                // Inside the store, the output file would become a calendar, and all items would exist twice.
                let path = RawArguments.path(to, of: "--to")
                guard try !RealPlace.isInside(path, store) else { throw CommandError.inside(to) }
                if (try? path.identity().kind) == .folder {
                    throw CommandError("\(to) is a folder; give a file name")
                }
            }
            let finder = ItemFinder(store: store)
            let all = try finder.allCalendars
            let named = calendar.isEmpty ? nil : try calendar.map(finder.calendarOfAnyType)
            let chosen = named ?? all
            var remarks = StoreRemarks(store: store)
            // If no calendars are named, also report missing ones, such as broken links.
            var isIncomplete = try remarks.print(for: .event, in: named)
            if try !store.calendarsWithFailures(among: chosen).isEmpty { isIncomplete = true }
            var collected = CollectedItems()
            // Without access to reminders, export only events.
            let withReminders = store.authorizationStatus(for: .reminder) == .fullAccess
            if withReminders, try remarks.print(for: .reminder, in: named) { isIncomplete = true }
            var (failed, left) = (0, 0)
            for calendar in chosen {
                // Calendars that cannot be listed have already been reported.
                guard calendar.allowsReading else {
                    failed += 1
                    continue
                }
                // Files that cannot be read have already been reported.
                let contents = try store.contents(of: calendar)
                failed += contents.unreadable
                for file in contents.files { left += collected.add(file, withReminders: withReminders) }
            }
            if left > 0 {
                let reminders = left == 1 ? "one reminder" : "\(left) reminders"
                Program.say(
                    "warning: \(reminders) skipped without access to reminders; run `\(Program.name) access "
                        + "--ask` to allow it"
                )
            }
            if options.dryRun {
                let place = to ?? "standard output"
                return try Descriptor.output.write(
                    Array("would write \(collected.count) components to \(place)\n".utf8)
                )
            }
            try write(collected.bytes)
            if failed > 0 {
                throw CommandError(
                    failed == 1 ? "one file could not be read" : "\(failed) files could not be read"
                )
            }
            // The missing parts have already been reported.
            if isIncomplete { throw ExitCode.failure }
        }

        private func write(_ bytes: [UInt8]) throws {
            guard let to, to != "-" else {
                return try Descriptor.output.writeShown(bytes)
            }
            let path = RawArguments.path(to, of: "--to")
            if (try? path.identity()) != nil { try options.ask("\(to) already exists. Replace it?") }
            try CalendarFile(bytes: bytes).write(to: path, options: .asRead)
        }
    }
#endif
