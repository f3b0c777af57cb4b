#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore
    import SystemIO

    struct ExportCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Writes calendars as one .ics file, with all that is stored of each item."
        )

        @OptionGroup var options: StoreOptions

        @Option(help: ArgumentHelp("Only this calendar; may be repeated.", valueName: "name|id"))
        var calendar: [String] = []

        @Option(help: ArgumentHelp("Where it is written, instead of standard output.", valueName: "file"))
        var to: String?

        func run() async throws {
            let store = try await options.open(for: .readEvents)
            if let to, to != "-" {
                // It would be one more calendar, with everything twice.
                let path = RawArguments.path(to, of: "--to")
                guard try !RealPlace.isInside(path, store) else { throw CommandError.inside(to) }
                if (try? path.identity().kind) == .folder {
                    throw CommandError("\(to): it is a folder; name a file in it")
                }
            }
            let all = try store.calendars(for: .event)
            let named = try ItemFinder(store: store).calendars(calendar)
            let chosen = named ?? all
            var remarks = StoreRemarks(store: store)
            // Of all calendars it is also said which cannot be found, such as a link that leads to nothing.
            var isIncomplete = try remarks.print(for: .event, in: named)
            if try !store.calendarsWithFailures(among: chosen).isEmpty { isIncomplete = true }
            var collected = CollectedItems()
            // Who may read events alone gets events alone.
            let withReminders = store.authorizationStatus(for: .reminder) == .fullAccess
            if withReminders, try remarks.print(for: .reminder, in: named) { isIncomplete = true }
            var (failed, left) = (0, 0)
            for calendar in chosen {
                // What cannot be listed was said above.
                guard calendar.allowsReading else {
                    failed += 1
                    continue
                }
                // Files that cannot be read were named above.
                let contents = try store.contents(of: calendar)
                failed += contents.unreadable
                for file in contents.files { left += collected.add(file, withReminders: withReminders) }
            }
            if left > 0 {
                let reminders = left == 1 ? "one reminder was" : "\(left) reminders were"
                Program.errors.print(
                    "\(Program.name): warning: \(reminders) left out, as there is no access to reminders; "
                        + "`\(Program.name) access --ask` asks for it"
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
            // What was left out was said above.
            if isIncomplete { throw ExitCode.failure }
        }

        private func write(_ bytes: [UInt8]) throws {
            guard let to, to != "-" else {
                return try Descriptor.output.writeShown(bytes)
            }
            let path = RawArguments.path(to, of: "--to")
            if (try? path.identity()) != nil { try options.ask("\(to) is there already. Replace it?") }
            try CalendarFile(bytes: bytes).write(to: path, options: .asRead)
        }
    }
#endif
