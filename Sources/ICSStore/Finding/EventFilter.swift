#if CommandLine
    import ICSViews
    import ICalendar

    /// The filter defined by a view's options.
    struct EventFilter {
        private let attendees: [[UInt8]]
        private let statuses: Set<Event.Status?>
        private let categories: [[UInt8]]
        private let hidesDeclined: Bool
        private let hidesCanceled: Bool
        /// The user's addresses in lowercase.
        let addresses: Set<String>

        init(_ arguments: FilterArguments, _ options: StoreOptions) {
            attendees = arguments.attendee.map(FoldedText.bytes)
            statuses = Set(arguments.status.map(\.status))
            categories = arguments.category.map(FoldedText.bytes)
            hidesDeclined = arguments.hideDeclined
            hidesCanceled = arguments.hideCancelled
            addresses = Set(options.userAddresses.map { $0.lowercased() })
        }

        /// Whether the filter selects all events.
        var isOpen: Bool {
            attendees.isEmpty && statuses.isEmpty && categories.isEmpty && !hidesDeclined && !hidesCanceled
        }

        func includes(_ event: ViewedEvent) -> Bool {
            if hidesCanceled, event.status == .cancelled { return false }
            if hidesDeclined, event.participation == .declined { return false }
            if !statuses.isEmpty, !statuses.contains(event.status) { return false }
            if !categories.isEmpty {
                let own = event.categories.map(FoldedText.bytes)
                guard categories.contains(where: own.contains) else { return false }
            }
            guard !attendees.isEmpty else { return true }
            let people = event.people.map { FoldedText.bytes("\($0.name ?? "") \($0.email ?? "")") }
            return attendees.contains { wanted in people.contains { FoldedText.contains($0, wanted) } }
        }
    }
#endif
