#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore

    struct AcceptCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "accept",
            abstract: "Accept an invitation, and print the reply to its organizer.",
            discussion: AnswerArguments.discussion("accept")
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var answer: AnswerArguments

        func run() async throws { try await answer.send(.accepted, options) }
    }

    struct TentativeCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "tentative",
            abstract: "Accept an invitation tentatively, and print the reply to its organizer.",
            discussion: AnswerArguments.discussion("tentative")
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var answer: AnswerArguments

        func run() async throws { try await answer.send(.tentative, options) }
    }

    struct DeclineCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "decline",
            abstract: "Decline an invitation, and print the reply to its organizer.",
            discussion: AnswerArguments.discussion("decline")
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var answer: AnswerArguments

        func run() async throws { try await answer.send(.declined, options) }
    }

    /// The arguments of a reply.
    struct AnswerArguments: ParsableArguments {
        @OptionGroup var item: MeetingArguments
        @OptionGroup var message: MessageArguments

        static func discussion(_ name: String) -> String {
            """
            Your reply is stored, and the message is printed for a mail program, unless the calendar's server sends it:

                ics-store \(name) a3 | sendmail -t

            With the identifier of a series, you answer for all its occurrences; with that of an occurrence, only \
            for it.
            """
        }

        func send(_ status: Attendee.Status, _ options: StoreOptions) async throws {
            let store = try await options.open(for: .readEvents)
            let meeting = try await item.meeting(in: store, options)
            let reply = try meeting.scheduling.reply(status, at: meeting.slot, comment: message.comment)
            if status != .declined, let overlaps = try meeting.overlaps {
                Program.errors.print("\(Program.name): warning: \(overlaps)")
                if Prompt.isPossible { try options.ask("Accept it anyway?") }
            }
            let delivery = try meeting.delivery(options)
            try meeting.apply(reply, commit: false)
            try message.finish([reply], of: store, options, delivery)
        }
    }
#endif
