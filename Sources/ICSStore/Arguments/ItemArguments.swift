#if CommandLine
    import ArgumentParser
    import ICalendarStore

    struct NamedItems: ParsableArguments {
        @Argument(help: ArgumentHelp("Identifiers of events, occurrences or reminders.", valueName: "id"))
        var identifiers: [String] = []

        @Option(help: ArgumentHelp("The one event whose title has this text in it.", valueName: "text"))
        var match: String?

        func validate() throws {
            guard !identifiers.isEmpty || match != nil else {
                throw ValidationError("which event? Name identifiers, or --match a title")
            }
        }
    }

    struct NamedReminders: ParsableArguments {
        @Argument(help: ArgumentHelp("Identifiers of reminders.", valueName: "id"))
        var identifiers: [String] = []

        @Option(help: ArgumentHelp("The one reminder whose title has this text in it.", valueName: "text"))
        var match: String?

        func validate() throws {
            guard !identifiers.isEmpty || match != nil else {
                throw ValidationError("which reminder? Name identifiers, or --match a title")
            }
        }
    }

    struct CalendarArguments: ParsableArguments {
        @Option(
            name: .customLong("calendar"),
            help: ArgumentHelp("Look at this calendar only; may be repeated.", valueName: "name|id")
        )
        var names: [String] = []
    }

    /// `--span`: how far a change reaches, seen from the occurrence that was named.
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

        /// What is meant where nobody said it: with an identifier of one instance that, and of a series all of it.
        static func usual(of identifier: String) -> EventSpan {
            ItemIdentifier(identifier)?.slot == nil ? .allEvents : .thisEvent
        }

        static let help = ArgumentHelp(
            "How far it reaches in a series: this, future or all (default: what the identifier names; with --match the next occurrence alone).",
            valueName: "span"
        )
    }

    /// A command to which any number of files or items can be named.
    protocol NamingCommand: ParsableCommand {
        var names: [String] { get set }
    }
#endif
