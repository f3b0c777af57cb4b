#if Records
    import ICalendar

    /// What a sync is to look at.
    enum SyncWork: Sendable {
        /// A window, in some calendars or in all.
        case window(Range<Instant>, calendars: Set<String>? = nil)
        /// What a window has of some items.
        case items(Set<ItemName>, Range<Instant>)
    }

    extension SyncPass {
        /// Does what is to be done.
        mutating func run(_ work: SyncWork) throws -> SyncReport {
            switch work {
            case .window(let range, let calendars): try sync(range, calendars: calendars)
            case .items(let items, let range): try sync(items, in: range)
            }
        }
    }
#endif
