extension OccurrenceIndex {
    /// Gathers calendars for an index: files are read one after the other, and of each event its bytes are kept, which
    /// are decoded when somebody asks for the event.
    ///
    /// ```swift
    /// var builder = OccurrenceIndex.Builder(in: try Zone(identifier: "Europe/Berlin"))
    /// try builder.read(contentsOf: "team.ics")
    /// let index = builder.build()
    /// ```
    public struct Builder: Sendable {
        /// The zone in which dates and floating times take their place, as given:
        /// `OccurrenceIndex.Builder(in: zone)`.
        public let zone: Zone
        /// How the calendars are expanded, as given: `OccurrenceIndex.Builder(in: zone, options: options)`.
        public let options: ExpansionOptions
        /// What reading puts up with, as given: `OccurrenceIndex.Builder(in: zone, limits: limits)`.
        public let limits: ReadingLimits
        private var singles: [SingleOccurrence] = []
        private var segments: [Segment] = []
        private var diagnostics: [Diagnostic] = []
        private var time = Duration.zero
        private var repeatedUIDs = RepeatedUIDs()

        /// A builder that has read nothing yet.
        ///
        /// ```swift
        /// var options = ExpansionOptions()
        /// options.hidesCancelled = true
        /// var builder = OccurrenceIndex.Builder(in: zone, options: options)
        /// try builder.read(contentsOf: "team.ics")
        /// ```
        public init(in zone: Zone, options: ExpansionOptions = .init(), limits: ReadingLimits = .init()) {
            self.zone = zone
            self.options = options
            self.limits = limits
        }

        /// Reads a file or a named pipe, and gives what was found wrong with it.
        ///
        /// Throws `.unreadable` when it cannot be opened or read, and `.notACalendar` when it holds no calendar; what
        /// was read before stands.
        ///
        /// ```swift
        /// var builder = OccurrenceIndex.Builder(in: zone)
        /// for diagnostic in try builder.read(contentsOf: "team.ics") { print(diagnostic) }
        /// ```
        @discardableResult
        public mutating func read(contentsOf path: String) throws(CalendarError) -> [Diagnostic] {
            try read(ByteSource(path: path))
        }

        /// Reads a file or a named pipe whose name need not be UTF-8, such as ``CalendarFolder`` gives:
        /// `for path in paths { try builder.read(contentsOf: path) }`.
        ///
        /// Throws as ``read(contentsOf:)-(String)`` does.
        @discardableResult
        public mutating func read(contentsOf path: CalendarPath) throws(CalendarError) -> [Diagnostic] {
            try read(ByteSource(path: path))
        }

        /// Reads bytes in memory, and gives what was found wrong with them.
        ///
        /// Throws `.notACalendar` when they hold no calendar.
        ///
        /// ```swift
        /// var builder = OccurrenceIndex.Builder(in: zone)
        /// let bytes = Array("BEGIN:VCALENDAR\nEND:VCALENDAR\n".utf8)
        /// try builder.read(bytes: bytes, name: "upload.ics")
        /// ```
        @discardableResult
        public mutating func read(bytes: [UInt8], name: String? = nil) throws(CalendarError) -> [Diagnostic] {
            try read(ByteSource(bytes: bytes, name: name))
        }

        /// Adds a file that was read before.
        ///
        /// ```swift
        /// var builder = OccurrenceIndex.Builder(in: zone)
        /// builder.add(file)
        /// ```
        public mutating func add(_ file: CalendarFile) {
            for calendar in file.calendars {
                add(calendar.events.lazy.map(ScheduledEvent.init), of: calendar, file: file.name)
            }
        }

        /// The index of all that was gathered; the builder is used up.
        ///
        /// ```swift
        /// var builder = OccurrenceIndex.Builder(in: zone)
        /// builder.add(file)
        /// let index = builder.build()
        /// ```
        public consuming func build() -> OccurrenceIndex {
            let clock = ContinuousClock()
            let start = clock.now
            let parts = OccurrenceIndexParts(singles: singles, segments: segments)
            return OccurrenceIndex(
                parts,
                in: zone,
                diagnostics: diagnostics,
                buildTime: time + (clock.now - start)
            )
        }

        private mutating func read(_ source: ByteSource) throws(CalendarError) -> [Diagnostic] {
            // Nothing can be left out: any event may be asked for.
            let screen = ComponentScreen(searched: Int.min / 2..<Int.max / 2)
            let file = try ScreenedFile(
                source,
                screen: screen,
                limits: limits,
                threads: Workers.usualCount
            )
            for calendar in file.calendars {
                add(calendar.events, of: calendar.object, file: file.name)
            }
            return file.diagnostics
        }

        private mutating func add(
            _ sources: some Sequence<ScheduledEvent>,
            of calendar: CalendarObject,
            file: String?
        ) {
            let clock = ContinuousClock()
            let start = clock.now
            // No window: what is said of the window alone stays unsaid.
            let context = SeriesContext(
                displayZone: zone,
                searched: RulePlan.firstSecond..<RulePlan.firstSecond,
                zonePreference: options.zonePreference,
                usesCalendarTimeZone: options.usesCalendarTimeZone
            )
            let builder = SeriesBuilder(calendar: calendar, file: file, context: context)
            builder.build(sources, threads: Workers.usualCount)
            diagnostics += repeatedUIDs.diagnostics(of: builder, limit: options.diagnosticLimit)
            singles += builder.series.singles.filter { isShown($0.member) }
            segments += builder.series.segments.filter { isShown($0.member) }
            time += clock.now - start
        }

        private func isShown(_ member: SeriesMember) -> Bool {
            !options.hidesCancelled || !member.isCancelled
        }
    }
}
