#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore

    struct ProcessCommand: AsyncParsableCommand, NamingCommand {
        static let configuration = CommandConfiguration(
            commandName: "process",
            abstract: "Process invitations, replies and cancellations from emails or .ics files.",
            discussion: """
                Each message is applied to the item that it refers to, in whichever calendar contains that \
                item, as with `import`. Only PUBLISH and REQUEST add items. New items go to the default \
                calendar, or to the calendar given by --to.

                    ics-store process < message.eml

                The sender of an email is printed. Without --any-sender, a message changes existing items \
                only if its sender is the organizer or the attendee on whose behalf it was sent. A reply \
                from someone who is not invited changes nothing without --admit-uninvited.

                A proposal for another time (COUNTER) and a request for the latest revision (REFRESH) are \
                printed. The exit status is the same as for `import`.
                """
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var senders: SenderOptions

        @Argument(
            help: ArgumentHelp(
                "Emails, .ics files, or - for standard input (the default).",
                valueName: "file"
            ),
            completion: .file()
        )
        var names: [String] = ["-"]

        @Option(
            help: ArgumentHelp(
                "Calendar for new items (default: the default calendar).",
                valueName: "name|id"
            )
        )
        var to: String?

        func run() async throws {
            var receiver = ItemReceiver(options: options, context: senders, to: to)
            try await receiver.receive(names)
        }
    }
#endif
