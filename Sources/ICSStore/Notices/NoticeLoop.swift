#if CommandLine
    import ICSConsole
    import ICalendar
    import ICalendarStore
    import SystemIO

    /// Delivers each alarm in a store once, when it goes off.
    ///
    /// The clock may stop while the computer sleeps, and it may jump in either direction. Therefore, waits are short,
    /// and all decisions compare the current time with the alarm times. Due but undelivered alarms are delivered unless
    /// they are too old.
    struct NoticeLoop {
        let source: AlarmSource
        let output: NoticeOutput
        /// The maximum age of missed alarms to deliver, in seconds.
        let missed: Int
        var given: GivenAlarms
        /// The sorted alarms that are not yet due.
        private var upcoming: [AlarmNotice] = []
        /// The time of the last search.
        private var searched = Instant.present
        /// The end of the period searched for alarms.
        private var horizon = Instant.present

        /// The length of the period after the current time to search for alarms, in seconds.
        private static let ahead = 6 * 3600
        /// The maximum wait, in seconds.
        ///
        /// A clock change is noticed within this time.
        private static let longestWait = 30
        /// The maximum delay, in seconds, before an alarm counts as missed.
        private static let tolerance = 90
        /// The maximum number of alarms to deliver individually at once.
        private static let mostAtOnce = 20

        init(_ source: AlarmSource, _ output: NoticeOutput, missed: Int, given: GivenAlarms) {
            self.source = source
            self.output = output
            self.missed = missed
            self.given = given
        }

        /// Delivers due and missed alarms, then searches for the next ones.
        mutating func look() throws {
            let now = Instant.present
            let oldest = now.adding(seconds: -max(missed, Self.tolerance))
            let start = now.adding(seconds: 1)
            horizon = now.adding(seconds: Self.ahead)
            let due = try source.notices(from: oldest, to: start)
            upcoming = try source.notices(from: start, to: horizon)
            searched = now
            try give(due, at: now)
        }

        /// Delivers all alarms up to a time without waiting, as if the clock ran on from a fixed current time.
        mutating func runThrough(to end: Instant) throws {
            try look()
            var start = searched.adding(seconds: 1)
            while start < end {
                let next = min(end, start.adding(seconds: 31 * 86_400))
                var notices = try source.notices(from: start, to: next)[...]
                while let first = notices.first {
                    let group = notices.prefix { $0.instant == first.instant }
                    notices = notices.dropFirst(group.count)
                    try give(Array(group), at: first.instant)
                }
                start = next
            }
        }

        /// Delivers alarms until the given time or until a signal arrives.
        mutating func run(until end: Instant?, _ signal: Int32, _ changes: ChangeSignal) async throws {
            try look()
            if Descriptor.error.isTerminal { sayNext() }
            while true {
                let before = Instant.present
                if let end, before >= end { return }
                let next = [upcoming.first?.instant, horizon, end].compactMap(\.self).min() ?? horizon
                let seconds = next.secondsSince1970 - before.secondsSince1970
                let wait = min(max(seconds, 0), Self.longestWait) * 1000 + 20
                let ready = await RefreshWatch.wait([signal, changes.descriptor], wait)
                if ready[0] { return }
                output.reap()
                let now = Instant.present
                sayJump(from: before, to: now)
                if ready[1] {
                    // Give a program that writes many files a moment to finish.
                    if await RefreshWatch.wait([signal], 200)[0] { return }
                    changes.take()
                    try look()
                } else if now < searched || now >= horizon {
                    try look()
                } else {
                    let due = Array(upcoming.prefix { $0.instant <= now })
                    upcoming.removeFirst(due.count)
                    let oldest = now.adding(seconds: -max(missed, Self.tolerance))
                    try give(due.filter { $0.instant >= oldest }, at: now)
                }
            }
        }

        /// Prints the next alarm for a user at the terminal.
        private func sayNext() {
            let zone = source.store.zone
            let next = upcoming.first.map { "the next one: \($0.line(isMissed: false, in: zone))" }
            let none = "none in the next \(Self.ahead / 3600) hours"
            Program.say("waiting for alarms, \(next ?? none); press Ctrl-C to stop")
        }

        /// Reports the period whose alarms are skipped after a long sleep or a clock change.
        private func sayJump(from before: Instant, to now: Instant) {
            let seconds = now.secondsSince1970 - before.secondsSince1970
            guard seconds > Self.longestWait + max(missed, Self.tolerance) else { return }
            let zone = source.store.zone
            let oldest = now.adding(seconds: -max(missed, Self.tolerance))
            let window = [before, oldest].map {
                "\(zone.civil(at: $0).date) \(MomentText.time($0, in: zone))"
            }
            Program.say(
                "the computer was asleep, or the clock changed; alarms from \(window[0]) to \(window[1]) skipped"
                    + " (--missed)"
            )
        }

        private mutating func give(_ notices: [AlarmNotice], at now: Instant) throws {
            let new = notices.filter { !given.contains($0, at: now) }
            let shown = Self.chosen(new)
            let keys = Set(shown.map(\.key))
            for notice in shown {
                let age = now.secondsSince1970 - notice.instant.secondsSince1970
                // Record each alarm only once it is delivered. If the program is killed, a duplicate alarm is better
                // than a lost one.
                try given.add([notice]) { try output.give(notice, isMissed: age > Self.tolerance) }
            }
            let rest = new.filter { !keys.contains($0.key) }
            if !rest.isEmpty { try given.add(rest) { try output.give(more: rest.count) } }
        }

        /// Returns, in order, the alarms to deliver individually.
        ///
        /// A calendar with thousands of alarms does not crowd out alarms from other calendars.
        private static func chosen(_ notices: [AlarmNotice]) -> [AlarmNotice] {
            guard notices.count > mostAtOnce else { return notices }
            var counts: [String: Int] = [:]
            let ranked = notices.indices.map { place in
                let calendar = notices[place].calendar.calendarIdentifier
                counts[calendar, default: 0] += 1
                return (rank: counts[calendar, default: 0], place: place)
            }
            return ranked.sorted { $0 < $1 }.prefix(mostAtOnce).map(\.place).sorted().map { notices[$0] }
        }
    }

    /// A descriptor that becomes readable when a store changes.
    final class ChangeSignal: Sendable {
        private let pipe: (reading: OpenDescriptor, writing: OpenDescriptor)
        private let isSet = Lock(false)

        var descriptor: Int32 { pipe.reading.number }

        init() throws(CommandError) {
            do throws(PlatformError) { pipe = try OpenDescriptor.pipe() } catch {
                throw CommandError("cannot watch for changes: \(error)")
            }
        }

        /// Makes the descriptor readable.
        func set() {
            let isNew = isSet.withLock { isSet in
                defer { isSet = true }
                return !isSet
            }
            if isNew { try? pipe.writing.write([1]) }
        }

        /// Makes the descriptor unreadable until the next change.
        func take() {
            isSet.withLock { isSet in
                if isSet { _ = try? OpenDescriptor.read(descriptor, upTo: 1) }
                isSet = false
            }
        }
    }
#endif
