#if Libical
    public import ICalendarCore

    /// The differences between this package and libical in parsing a file.
    ///
    /// libical receives as much of the file as possible, one component at a time. Lines that cannot be passed to
    /// libical also count as differences. Since libical's parser is written in C, untrusted files should be read in a
    /// separate process (`IsolatedReader`).
    ///
    /// ```swift
    /// let differences = try EngineDifferences(contentsOf: "team.ics", in: window)
    /// print(differences.all.count)
    /// ```
    public struct EngineDifferences: Sendable {
        /// All differences in file order, properties first and occurrences last: `differences.all.count`.
        public let all: [EngineDifference]

        /// Reads a file with both engines and compares the results; see
        /// ``init(bytes:name:in:expanding:options:limits:)``.
        ///
        /// ```swift
        /// let differences = try EngineDifferences(contentsOf: "team.ics", in: window)
        /// ```
        ///
        /// Throws `.unreadable` if the file cannot be opened or read, and `.notACalendar` if it contains no calendar.
        public init(
            contentsOf path: String,
            in window: OccurrenceWindow,
            expanding: CalendarEngine = .libical,
            options: ExpansionOptions = .init(),
            limits: ReadingLimits = .standard
        ) throws(CalendarError) {
            try self.init(ByteSource(path: path), window, expanding, options, limits)
        }

        /// Reads bytes with both engines and compares the properties as well as the occurrences in a window.
        ///
        /// `expanding` selects the engine that expands the events read by libical. If it is libical, the expansion uses
        /// libical's iterator and zones, within a budget. If it is this package, the result shows only differences in
        /// parsing.
        ///
        /// ```swift
        /// let bytes = [UInt8](calendar.icsData())
        /// let differences = try EngineDifferences(bytes: bytes, in: window, expanding: .native)
        /// ```
        ///
        /// Throws `.notACalendar` if the bytes contain no calendar.
        public init(
            bytes: [UInt8],
            name: String? = nil,
            in window: OccurrenceWindow,
            expanding: CalendarEngine = .libical,
            options: ExpansionOptions = .init(),
            limits: ReadingLimits = .standard
        ) throws(CalendarError) {
            try self.init(ByteSource(bytes: bytes, name: name), window, expanding, options, limits)
        }

        package init(
            _ source: ByteSource,
            _ window: OccurrenceWindow,
            _ expanding: CalendarEngine,
            _ options: ExpansionOptions,
            _ limits: ReadingLimits,
            threads: Int? = nil
        ) throws(CalendarError) {
            source.limit = max(0, limits.inputSize)
            let files = try Self.read(try source.rest(), name: source.name, limits, threads: threads)
            let properties = Self.compare(files.native, files.libical)
            var theirs = options
            theirs.rulesAreLibical = expanding == .libical
            let comparison = OccurrenceComparison(
                Occurrences(of: [files.native], in: window, options: options, threads: threads),
                Occurrences(of: [files.libical], in: window, options: theirs, threads: threads),
                beside: properties,
                in: files.native
            )
            all = properties + comparison.differences
        }

        /// Returns the differences in properties for generated input, without line numbers.
        static func ofProperties(in bytes: [UInt8]) throws(CalendarError) -> [EngineDifference] {
            let files = try read(bytes, name: nil, ReadingLimits.standard, threads: 1)
            return compare(files.native, files.libical).map(\.withoutLine)
        }

        private static func read(
            _ bytes: [UInt8],
            name: String?,
            _ limits: ReadingLimits,
            threads: Int?
        ) throws(CalendarError) -> (native: CalendarFile, libical: CalendarFile) {
            try LibicalLibrary.requireUsable()
            func source() -> ByteSource { ByteSource(bytes: bytes, name: name) }
            let native = try CalendarFile(source(), limits, threads: threads)
            let libical = try CalendarFile(source(), limits, threads: threads) {
                LibicalEngine.decode($0, $1, &$2, readsRefused: false)
            }
            return (native, libical)
        }

        private static func compare(_ native: CalendarFile, _ libical: CalendarFile) -> [EngineDifference] {
            var comparison = ComponentComparison(file: native.name)
            for (ours, theirs) in zip(native.calendars, libical.calendars) {
                comparison.compare(ours.component, theirs.component)
            }
            return comparison.differences.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
        }
    }

    /// A comparison of the occurrences that the two engines find in a file.
    private struct OccurrenceComparison {
        private(set) var differences: [EngineDifference] = []
        /// The identity of an occurrence.
        ///
        /// Several occurrences may have the same identity.
        private struct Key: Hashable {
            let uid: String
            let line: Int?
            let start: OccurrenceTime
            let end: OccurrenceTime

            init(_ occurrence: Occurrence) {
                uid = occurrence.uid
                line = occurrence.line
                start = occurrence.start
                end = occurrence.end
            }

            var text: String { "\(start)/\(end)" }
        }

        init(
            _ native: Occurrences,
            _ libical: Occurrences,
            beside properties: [EngineDifference],
            in file: CalendarFile
        ) {
            let rules = RulesOfSeries(file)
            var causes: [String: LibicalDefect] = [:]
            for difference in properties where Self.decides(difference) {
                guard let uid = difference.line.flatMap({ rules.owners[$0] }), causes[uid] == nil else {
                    continue
                }
                causes[uid] = difference.cause
            }
            let zoneCause =
                properties.first { ["STANDARD", "DAYLIGHT", "VTIMEZONE"].contains($0.component) }?.cause
            // A rule that libical cannot expand is reported as one difference rather than as one for each instance.
            var refused: Set<String> = []
            for diagnostic in libical.diagnostics {
                guard let line = diagnostic.line, let defect = LibicalDefect.named(in: diagnostic.message),
                    let (uid, component, text) = rules.rule(onLine: line), refused.insert(uid).inserted
                else { continue }
                differences.append(
                    EngineDifference(
                        file: file.name,
                        line: line,
                        component: component,
                        subject: .property("RRULE"),
                        native: text,
                        libical: nil,
                        cause: defect
                    )
                )
            }
            func isCompared(_ key: Key) -> Bool { !refused.contains(rules.series(of: key.line, key.uid)) }
            var (ours, theirs) = (
                Self.first(of: native, where: isCompared), Self.first(of: libical, where: isCompared)
            )
            // If one list is truncated, occurrences from its end onward are ignored, since its missing part may contain
            // them.
            let last =
                [ours, theirs].filter { $0.count == Self.most }.compactMap { $0.last?.instant }.min() ?? .max
            ours.removeAll { $0.instant >= last }
            theirs.removeAll { $0.instant >= last }
            let onlyOurs = Self.without(theirs.map(\.key), ours).map { ($0, isNative: true) }
            let onlyTheirs = Self.without(ours.map(\.key), theirs).map { ($0, isNative: false) }
            for ((key, _), isNative) in (onlyOurs + onlyTheirs).sorted(by: { $0.0.instant < $1.0.instant }) {
                let uid = rules.series(of: key.line, key.uid)
                differences.append(
                    EngineDifference(
                        file: file.name,
                        line: key.line,
                        component: "VEVENT",
                        subject: .occurrence,
                        native: isNative ? key.text : nil,
                        libical: isNative ? nil : key.text,
                        cause: causes[uid] ?? rules.cause(of: uid, at: key.start) ?? zoneCause
                    )
                )
            }
        }

        /// The maximum number of occurrences to compare in a file.
        private static let most = 20_000

        private static func first(
            of occurrences: Occurrences,
            where isCompared: (Key) -> Bool
        ) -> [(key: Key, instant: Int)] {
            var found: [(key: Key, instant: Int)] = []
            for occurrence in occurrences {
                if found.count == most { break }
                let key = Key(occurrence)
                if isCompared(key) {
                    found.append((key, occurrence.start.instant(in: .utc).secondsSince1970))
                }
            }
            return found
        }

        /// Returns the multiset difference between two lists of occurrences.
        private static func without(
            _ others: [Key],
            _ occurrences: [(key: Key, instant: Int)]
        ) -> [(key: Key, instant: Int)] {
            var counts = Dictionary(others.map { ($0, 1) }, uniquingKeysWith: +)
            return occurrences.filter { occurrence in
                guard let left = counts[occurrence.key], left > 0 else { return true }
                counts[occurrence.key] = left - 1
                return false
            }
        }

        /// Returns whether a difference can affect an occurrence's time.
        private static func decides(_ difference: EngineDifference) -> Bool {
            guard case .property(let name) = difference.subject else { return true }
            return [
                "UID", "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID",
                "SEQUENCE",
                "DTSTAMP", "STATUS", "TZID", "TZOFFSETTO", "TZOFFSETFROM",
            ].contains(name)
        }
    }
#endif
