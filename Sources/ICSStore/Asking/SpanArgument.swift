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

        static let help = ArgumentHelp(
            "How far it reaches in a series: this, future or all (default: what the identifier names).",
            valueName: "span"
        )
    }
#endif
