extension OccurrenceIndex {
    /// A builder that reads files one by one and collects their calendars for an index.
    ///
    /// The builder keeps the bytes of each event and decodes them on demand.
    ///
    /// ```swift
    /// var builder = OccurrenceIndex.Builder(in: try Zone(identifier: "Europe/Berlin"))
    /// try builder.read(contentsOf: "team.ics")
    /// let index = builder.build()
    /// ```
    public struct Builder: Sendable {
        package let zone: Zone
        package let options: ExpansionOptions
        private var singles: [SingleOccurrence] = []
        private var segments: [Segment] = []
        private var diagnostics: [Diagnostic] = []
        private var time = Duration.zero
        private var repeatedUIDs = RepeatedUIDs()

        /// Creates an empty builder that applies ``ExpansionOptions/limits`` to reading as well.
        ///
        /// ```swift
        /// var options = ExpansionOptions()
        /// options.hidesCancelled = true
        /// var builder = OccurrenceIndex.Builder(in: zone, options: options)
        /// try builder.read(contentsOf: "team.ics")
        /// ```
        public init(in zone: Zone, options: ExpansionOptions = .init()) {
            self.zone = zone
            self.options = options
        }

        /// Reads a file or a named pipe and returns its diagnostics.
        ///
        /// Throws `.unreadable` if the file cannot be opened or read, and `.notACalendar` if it contains no calendar.
        /// Calendars from earlier reads are kept.
        ///
        /// ```swift
        /// var builder = OccurrenceIndex.Builder(in: zone)
        /// for diagnostic in try builder.read(contentsOf: "team.ics") { print(diagnostic) }
        /// ```
        @discardableResult
        public mutating func read(contentsOf path: CalendarPath) throws(CalendarError) -> [Diagnostic] {
            try read(ByteSource(path: path))
        }

        /// Reads bytes in memory and returns their diagnostics.
        ///
        /// Throws `.notACalendar` if the bytes contain no calendar.
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

        /// Adds a file that has already been read.
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

        /// Builds an index of the collected calendars and consumes the builder.
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
            // Keeps everything, because any event may be requested later.
            let screen = ComponentScreen(searched: Int.min / 2..<Int.max / 2)
            let file = try ScreenedFile(
                source,
                screen: screen,
                limits: options.limits,
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
            // Without a window, diagnostics about windows are omitted.
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
