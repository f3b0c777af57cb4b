package import CalDAV
import ICalendar
package import ICalendarStore
import SystemIO

/// One synchronization of an account, which first pairs its calendars on both sides and then synchronizes their items.
///
/// A single request lists the calendars and their tokens. Calendars that are unchanged on both sides require no further
/// requests.
package struct AccountRound: Sendable {
    package let name: String
    package let home: ResourceURL
    package let transport: any DAVTransport
    package var options = CalendarRound.Options()
    package var quirks: Set<ServerQuirk> = []
    /// The keys of the user's addresses; see `Attendee.key`.
    package var users: Set<String> = []
    private let folder: AccountFolder
    private let stateFiles: StateFiles

    package init(
        _ name: String,
        home: ResourceURL,
        in root: StoreRoot,
        files: any StoreFiles = SystemFiles(),
        _ transport: any DAVTransport
    ) throws(SyncFailure) {
        guard FilePlace.isFolder(Array(name.utf8)), !name.contains("/") else {
            throw .local("'\(name.onOneLine)' is not a valid account name")
        }
        (self.name, self.home, self.transport) = (name, home, transport)
        folder = AccountFolder(root: root, files: files, name: Array(name.utf8))
        stateFiles = try SyncFailure.caught { try StateFiles.account(name, of: root, files: files) }
    }

    /// Performs the round; throws an error if the server is unusable.
    package func run() async throws(SyncFailure) -> AccountReport {
        do {
            let lock = try stateFiles.lock(patience: .seconds(10))
            defer { withExtendedLifetime(lock) {} }
            if !options.isDryRun { try folder.make() }
            var course = AccountCourse(round: self, state: try AccountState(stateFiles))
            let listed = try await list(&course.state)
            course.quirks = quirks.isEmpty ? recognized(listed.calendars) : quirks
            if !course.quirks.contains(.lacksTokens) { course.report.inboxTokens = listed.inboxTokens }
            try await course.match(listed, try local())
            if !options.isDryRun { try course.state.save() }
            try await synchronize(&course)
            // A change may have been refused because the user's rights have changed.
            if course.report.calendars.contains(where: { !$0.report.problems.isEmpty }) {
                course.state.lastComplete = 0
            }
            if !options.isDryRun { try course.state.save() }
            return course.report
        } catch {
            throw SyncFailure(error)
        }
    }

    /// Returns the server's quirks, if its addresses or tokens identify it.
    private func recognized(_ calendars: [ServerCalendar]) -> Set<ServerQuirk> {
        let token = calendars.lazy.compactMap(\.properties.syncToken).first
        let profile = ServerProfile.recognized(
            at: home.origin,
            HTTPFields(),
            href: home.href,
            syncToken: token
        )
        return profile?.quirks ?? []
    }

    private func local() throws(FileFailure) -> [AccountFolder.Calendar] {
        do throws(FileFailure) {
            return try folder.calendars()
        } catch {
            // A dry run does not create the folder.
            if options.isDryRun, error.error.isMissing { return [] }
            throw error
        }
    }

    /// An account's calendars on the server.
    struct Home: Sendable {
        var calendars: [ServerCalendar] = []
        /// The resources listed with an error or without a type.
        var unclear: Set<Href> = []
        /// The scheduling inboxes' tokens, by address.
        var inboxTokens: [Href: String] = [:]
        fileprivate var rows = 0
    }

    /// The maximum number of resources in the home.
    private static let mostRows = 1_000

    /// The number of seconds between requests for the calendars' access rights and accepted components.
    private static let completePeriod = 86_400

    /// Lists the calendars in the home.
    ///
    /// Properties that rarely change are requested once a day and for new calendars.
    private func list(_ state: inout AccountState) async throws(SyncFailure) -> Home {
        let age = options.now - state.lastComplete
        if !options.isFull, (0..<Self.completePeriod).contains(age), !state.calendars.isEmpty {
            let tags: [DAVProperty] = state.hasTokens ? [] : [.changeTag]
            var home = try await list(DAVProperty.ofKnownCalendars + tags)
            let known = Dictionary(state.calendars.map { ($0.href, $0) }) { first, _ in first }
            let isKnown = home.calendars.allSatisfy { known[$0.url.href] != nil }
            if isKnown {
                home.calendars = home.calendars.map { calendar in
                    let known = known[calendar.url.href]
                    return calendar.completed(
                        isReadOnly: known?.isReadOnly ?? false,
                        components: known?.components ?? []
                    )
                }
                return home
            }
        }
        let home = try await list(DAVProperty.ofCalendars)
        let lacksTokens = quirks.union(recognized(home.calendars)).contains(.lacksTokens)
        state.hasTokens = !lacksTokens && home.calendars.allSatisfy { $0.properties.syncToken != nil }
        state.lastComplete = options.now
        return home
    }

    /// Lists the calendars in the home with the given properties.
    func list(_ properties: [DAVProperty] = DAVProperty.ofCalendars) async throws(SyncFailure) -> Home {
        let found = Lock((reader: MultistatusReader(), home: Home()))
        let (home, quirks) = (home, quirks)
        let answer: DAVAnswer
        do throws(TransportFailure) {
            answer = try await transport.send(.properties(properties, of: home, .members)) { bytes in
                try found.withLock { found in
                    for response in try found.reader.read(Array(bytes)) {
                        found.home.rows += 1
                        guard found.home.rows <= Self.mostRows else {
                            throw SyncFailure.answer(
                                "limit reached: the server lists more than \(Self.mostRows) calendars"
                            )
                        }
                        if response.status?.isSuccess == false || response.properties.types.isEmpty,
                            let bytes = response.hrefs.first, let href = try? Href(bytes, from: home)
                        {
                            found.home.unclear.insert(href)
                        }
                        if response.properties.types.contains(.scheduleInbox),
                            let token = response.properties.syncToken, let bytes = response.hrefs.first,
                            let href = try? Href(bytes, from: home)
                        {
                            found.home.inboxTokens[href] = token
                        }
                        // SOGo's main calendar is also the outbox.
                        guard let calendar = ServerCalendar(response, in: home, quirks: quirks),
                            calendar.properties.types.isDisjoint(with: [.scheduleInbox, .subscribed])
                        else { continue }
                        found.home.calendars.append(calendar)
                    }
                }
            }
        } catch {
            if case .stopped(let reason) = error.kind {
                throw .answer("the response cannot be read: \(reason)")
            }
            throw .transport(error)
        }
        if let refusal = DAVRefusal(answer) { throw .refused(refusal, "listing the calendars") }
        do throws(XMLFailure) {
            _ = try found.withLock { found throws(XMLFailure) in try found.reader.finish() }
        } catch {
            throw .answer("the list of calendars cannot be read: \(error)")
        }
        // An empty response does not prove that all calendars are gone.
        let result = found.withLock { $0.home }
        guard result.rows > 0 else { throw .answer("the server lists nothing") }
        return result
    }

    // MARK: - Items

    private func synchronize(_ course: inout AccountCourse) async throws(SyncFailure) {
        var late: [(pair: AccountCourse.Pair, departed: Set<Href>)] = []
        for pair in course.pairs {
            let outcome = await synchronize(pair, course)
            // Calendars with duplicate or departed items are synchronized again at the end, once other calendars have
            // lost the duplicates or received the moved items.
            if outcome.report.hasDuplicates || !outcome.report.departed.isEmpty {
                late.append((pair, outcome.report.departed))
            }
            course.report.calendars.append(outcome)
            if try isOver(outcome, course.report) { return }
        }
        // Calendars that items have left come first, since the server may refuse those items in other calendars until
        // the originals are gone.
        late.sort { !$0.departed.isEmpty && $1.departed.isEmpty }
        for (pair, departed) in late {
            let outcome = await synchronize(pair, course, departed)
            course.report.replace(outcome)
            if try isOver(outcome, course.report) { return }
        }
    }

    /// Returns whether all further requests would fail in the same way.
    ///
    /// Throws the failure if there is nothing else to report.
    private func isOver(
        _ outcome: AccountReport.Calendar,
        _ report: AccountReport
    ) throws(SyncFailure) -> Bool {
        guard let failure = outcome.failure, failure.isOfServer else { return false }
        var rest = report
        rest.calendars.removeAll { $0.failure != nil }
        if rest.isUnchanged, outcome.report.isUnchanged { throw failure }
        return true
    }

    private func synchronize(
        _ pair: AccountCourse.Pair,
        _ course: AccountCourse,
        _ departed: Set<Href>? = nil
    ) async -> AccountReport.Calendar {
        var report = CalendarReport()
        do throws(SyncFailure) {
            let files = try SyncFailure.caught { try stateFiles.inner(Array(pair.calendar.state.utf8)) }
            let local = LocalFolder(folder.path(pair.calendar.folder), of: folder.root, files: folder.files)
            var round = CalendarRound(local, RemoteCalendar(pair.listed.url, transport), state: files)
            (round.listed, round.quirks, round.options) = (pair.listed, course.quirks, options)
            round.users = users
            (round.options.isRepeated, round.options.departed) = (departed != nil, departed ?? [])
            round.neighbors.all = course.pairs.compactMap { other in
                guard other.listed.url.href != pair.listed.url.href, other.listed.isWritable,
                    let state = remember(other.calendar)
                else { return nil }
                let local = LocalFolder(
                    folder.path(other.calendar.folder),
                    of: folder.root,
                    files: folder.files
                )
                return CalendarNeighbors.Neighbor(local, other.listed.url, state)
            }
            try await round.run(&report)
            return .init(state: pair.calendar.state, title: pair.title, report: report, failure: nil)
        } catch {
            return .init(state: pair.calendar.state, title: pair.title, report: report, failure: error)
        }
    }

    // MARK: - Calendars

    func remember(_ calendar: AccountCalendar) -> StateFiles? {
        try? stateFiles.inner(Array(calendar.state.utf8))
    }

    var accountFolder: AccountFolder { folder }
}
