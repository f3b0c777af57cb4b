#if CommandLine
    import ArgumentParser

    struct ImportCommand: AsyncParsableCommand, NamingCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract:
                "Import events, reminders and invitations from .ics files and emails into a calendar.",
            discussion: """
                To apply an invitation, a reply or a cancellation that you received, use `process`, which finds the \
                item in any calendar.

                New items are added. Items that the calendar already has are compared by UID, RECURRENCE-ID, SEQUENCE \
                and DTSTAMP, as RFC 5546 requires. A later revision replaces the item or occurrence, but keeps your \
                alarms, categories, color and free/busy setting. An earlier or identical revision is skipped.

                METHOD:CANCEL cancels the item or some of its occurrences, METHOD:ADD adds occurrences, and \
                METHOD:REPLY records an attendee's reply. None of these methods adds an item. COUNTER, \
                DECLINECOUNTER, REFRESH and messages whose organizer differs from the item's are reported \
                but change nothing. Each change to an existing item is printed.

                A file can also be an email, as saved by a mail program. Without \
                --any-sender, a message changes existing items only if its sender is the organizer or the \
                attendee on whose behalf it was sent. Anyone can forge the sender of an email.

                Mistakes with only one possible correction are repaired. Other mistakes are kept as long as the item \
                can be read. Standard error lists the skipped items and everything that was guessed or \
                skipped while the files were read.

                The exit status is 0 if every file could be read, even if items were skipped because they \
                are not new or do not apply. It is 1 if a file or a component in it could not be read, or if \
                writing failed. With --dry-run, the exit status is the same, but nothing is written.
                """
        )

        @OptionGroup var options: StoreOptions

        @Argument(
            help: ArgumentHelp(
                ".ics files, emails, folders of .ics files, or - for standard input.",
                valueName: "file"
            ),
            completion: .file()
        )
        var names: [String]

        @Option(
            name: [.long, .customLong("calendar")],
            help: ArgumentHelp("Calendar to import into.", valueName: "name|id")
        )
        var to: String

        @OptionGroup var senders: SenderOptions

        func run() async throws {
            var receiver = ItemReceiver(options: options, context: senders, to: to)
            try await receiver.receive(names)
        }
    }
#endif
