#if CommandLine
    import ArgumentParser
    import ICalendarStore

    /// `--span`: how far a change reaches, seen from the occurrence that was named.
    enum SpanArgument: String, ExpressibleByArgument, CaseIterable {
        /// That occurrence.
        case this
        /// That one and those that follow.
        case future
        /// The whole series.
        case all

        /// The span of the store.
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

        /// A reminder as it is called where so much of it is meant: `this occurrence of Water the plants`.
        static func words(_ span: EventSpan, _ reminder: Reminder) -> String {
            guard ItemIdentifier(reminder.id)?.slot != nil else { return reminder.title }
            switch span {
            case .thisEvent: return "this occurrence of \(reminder.title)"
            case .futureEvents: return "this occurrence of \(reminder.title) and all that follow"
            case .allEvents: return "all occurrences of \(reminder.title)"
            }
        }

        static let help = ArgumentHelp(
            "How far it reaches in a series: this, future or all (default: what the identifier names; with --match the next occurrence alone).",
            valueName: "span"
        )
    }
#endif
