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
                Use this command for a message that you received. The message is applied by the same rules as with \
                `import`, to the item that it refers to, in whichever calendar contains that item. Only PUBLISH \
                and REQUEST add items, and new items go to the default calendar. With --to, only the given \
                calendar is used.

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
                "Only calendar to use (default: the item's calendar or, for a new item, the default one).",
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
