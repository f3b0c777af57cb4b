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

        @Option(
            help: ArgumentHelp(
                "For a reminder, the percentage that you have done; 100 completes it.",
                valueName: "percent"
            )
        )
        var progress: Int?

        func validate() throws {
            guard progress.map((0...100).contains) ?? true else {
                throw ValidationError("--progress is a percentage from 0 to 100")
            }
        }

        func run() async throws {
            let status: Attendee.Status =
                switch progress {
                case nil: .accepted
                case 100: .completed
                default: .inProcess
                }
            try await answer.send(status, progress: progress, options)
        }
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

    /// The arguments of the commands that reply to an invitation.
    struct AnswerArguments: ParsableArguments {
        @OptionGroup var item: MeetingArguments
        @OptionGroup var message: MessageArguments

        static func discussion(_ name: String) -> String {
            """
            Your reply is stored, and the message is printed for a mail program, unless the calendar's server sends it:

                ics-store \(name) a3 | sendmail -t

            With the identifier of a series, your answer applies to all its occurrences. With the identifier \
            of an occurrence, it applies only to that one.
            """
        }

        func send(_ status: Attendee.Status, progress: Int? = nil, _ options: StoreOptions) async throws {
            let store = try await options.open(for: .readEvents)
            let meeting = try await item.meeting(in: store, options)
            guard progress == nil || meeting.type == .reminder else {
                throw ValidationError("--progress is only for reminders")
            }
            let reply = try meeting.scheduling.reply(
                status,
                at: meeting.slot,
                progress: progress,
                comment: message.comment
            )
            if status != .declined, let overlaps = try meeting.overlaps {
                Program.errors.print("\(Program.name): warning: \(overlaps)")
                if Prompt.isPossible { try options.ask("Accept it anyway?") }
            }
            let delivery = try meeting.delivery(options)
            try meeting.apply(reply, commit: false)
            if let progress { try meeting.setProgress(progress) }
            try message.finish([reply], of: store, options, delivery)
        }
    }
#endif
