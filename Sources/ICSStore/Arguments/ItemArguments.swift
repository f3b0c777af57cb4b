#if CommandLine
    import ArgumentParser
    import ICalendarStore

    struct NamedItems: ParsableArguments {
        @Argument(help: ArgumentHelp("Identifiers of events, occurrences or reminders.", valueName: "id"))
        var identifiers: [String] = []

        @Option(help: ArgumentHelp("Select the event whose title contains this text.", valueName: "text"))
        var match: String?

        func validate() throws {
            guard !identifiers.isEmpty || match != nil else {
                throw ValidationError("no event given; use its identifier or --match TEXT")
            }
        }
    }

    struct NamedReminders: ParsableArguments {
        @Argument(help: ArgumentHelp("Identifiers of reminders.", valueName: "id"))
        var identifiers: [String] = []

        @Option(help: ArgumentHelp("Select the reminder whose title contains this text.", valueName: "text"))
        var match: String?

        func validate() throws {
            guard !identifiers.isEmpty || match != nil else {
                throw ValidationError("no reminder given; use its identifier or --match TEXT")
            }
        }
    }

    struct CalendarArguments: ParsableArguments {
        @Option(
            name: .customLong("calendar"),
            help: ArgumentHelp("Use only this calendar; may be repeated.", valueName: "name|id")
        )
        var names: [String] = []
    }

    /// The value of `--span`: the part of a series to change.
    enum SpanArgument: String, ExpressibleByArgument, CaseIterable {
        case this
        case future
        case all

        var span: EventSpan {
            switch self {
            case .this: .thisEvent
            case .future: .futureEvents
            case .all: .allEvents
            }
        }

        /// Returns the default span: one instance if the identifier names an instance, otherwise the whole series.
        static func usual(of identifier: String) -> EventSpan {
            ItemIdentifier(identifier)?.slot == nil ? .allEvents : .thisEvent
        }

        static let help = ArgumentHelp(
            """
            Part of a series: this, future or all (default: the part that the identifier refers to; with \
            --match, only the next occurrence).
            """,
            valueName: "span"
        )
    }

    /// A command that accepts multiple file or item names.
    protocol NamingCommand: ParsableCommand {
        var names: [String] { get set }
    }
#endif
