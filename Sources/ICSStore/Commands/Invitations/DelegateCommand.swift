#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
    import ICalendar
    import ICalendarStore

    struct DelegateCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delegate",
            abstract:
                "Ask someone to attend in your place, and print the messages to them and to the organizer.",
            discussion: """
                The two emails are printed as a mailbox (mbox). If --output is an empty folder, each is written to its own \
                file.
                """
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var item: MeetingArguments

        @Argument(
            help: ArgumentHelp("Email address, or \"Jane <jane@studio.example>\".", valueName: "email")
        )
        var delegate: String

        @OptionGroup var message: MessageArguments

        func run() async throws {
            let attendee = try AttendeeArgument.attendee(delegate)
            let store = try await options.open(for: .readEvents)
            let meeting = try await item.meeting(in: store, options)
            let messages = try meeting.scheduling.delegation(
                to: attendee,
                at: meeting.slot,
                comment: message.comment
            )
            let delivery = try meeting.delivery(options)
            if let reply = messages.first { try meeting.apply(reply, commit: false) }
            try message.finish(messages, of: store, options, delivery)
        }
    }

    /// A typed attendee.
    enum AttendeeArgument {
        static func attendee(_ text: String) throws -> Attendee {
            try checkTypedText(text, of: "the address")
            do throws(FieldError) {
                let attendee = try EventFields.attendee(text)
                guard attendee.email.map(OutgoingMessage.Person.isSafe) == true else {
                    throw FieldError(field: .attendee, reason: "'\(text)' is not an email address")
                }
                return attendee
            } catch {
                throw ValidationError(error.text)
            }
        }
    }
#endif
