import ICalendar
import CalDAV
import ICalendarStore

/// A plan for synchronizing an account, which pairs local calendars with server calendars and handles unpaired ones.
struct AccountCourse: Sendable {
    /// A calendar that exists on both sides.
    struct Pair: Sendable {
        let calendar: AccountCalendar
        let listed: ServerCalendar
        var title: String { calendar.title.onOneLine }
    }

    let round: AccountRound
    var state: AccountState
    var report = AccountReport()
    var quirks: Set<ServerQuirk> = []
    private(set) var pairs: [Pair] = []

    init(round: AccountRound, state: AccountState) {
        (self.round, self.state) = (round, state)
    }

    private static let largestAnswer = 1 << 20

    private var folder: AccountFolder { round.accountFolder }
    private var isDryRun: Bool { round.options.isDryRun }

    /// Pairs the account's local calendars with the calendars on the server.
    mutating func match(_ home: AccountRound.Home, _ local: [AccountFolder.Calendar]) async throws {
        var listed = Dictionary(home.calendars.map { ($0.url.href, $0) }) { first, _ in first }
        var local = local
        var kept: [AccountCalendar] = []
        for var known in state.calendars {
            let mine = takeFolder(of: &known, from: &local)
            let theirs = takeCalendar(of: &known, from: &listed)
            switch (mine, theirs) {
            case (let mine?, let theirs?):
                try await settleLooks(&known, mine, theirs)
                kept.append(known)
                pairs.append(Pair(calendar: known, listed: theirs))
            case (let mine?, nil):
                if home.unclear.contains(known.href) {
                    report.problems.append(
                        "\"\(known.title.onOneLine)\": the server lists it with an error; calendar skipped"
                    )
                    kept.append(known)
                } else if try removedThere(known, mine) {
                    kept.append(known)
                }
            case (nil, let theirs?):
                if folder.isTaken(known.folder) {
                    report.problems.append(
                        "\"\(known.title.onOneLine)\": a link or file has the name of its folder; calendar skipped"
                    )
                    kept.append(known)
                } else if try await removedHere(known, theirs) {
                    kept.append(known)
                }
            case (nil, nil): try? round.remember(known)?.removeAll()
            }
        }
        state.calendars = kept
        let new = listed.values.sorted { $0.url.href.bytes.lexicographicallyPrecedes($1.url.href.bytes) }
        for calendar in new { try adopt(calendar, &local) }
        for calendar in local { try await make(calendar) }
    }

    /// Finds a known calendar's folder, which the user may have renamed.
    private func takeFolder(
        of known: inout AccountCalendar,
        from local: inout [AccountFolder.Calendar]
    ) -> AccountFolder.Calendar? {
        let place =
            local.firstIndex { $0.name == known.folder }
            ?? local.firstIndex { [known] in $0.inode == known.inode && !isKnown($0.name) }
        guard let place else { return nil }
        let found = local.remove(at: place)
        (known.folder, known.inode) = (found.name, found.inode)
        return found
    }

    private func isKnown(_ folder: [UInt8]) -> Bool { state.calendars.contains { $0.folder == folder } }

    /// Finds a known calendar on the server, where its address may have changed.
    private func takeCalendar(
        of known: inout AccountCalendar,
        from listed: inout [Href: ServerCalendar]
    ) -> ServerCalendar? {
        if let found = listed.removeValue(forKey: known.href) { return found }
        let hrefs = Set(state.calendars.map(\.href))
        let moved = listed.values.filter { [known] in !hrefs.contains($0.url.href) && $0.title == known.title
        }
        guard moved.count == 1, let found = moved.first else { return nil }
        listed[found.url.href] = nil
        known.href = found.url.href
        return found
    }

    // MARK: - Titles and colors

    private mutating func settleLooks(
        _ known: inout AccountCalendar,
        _ mine: AccountFolder.Calendar,
        _ theirs: ServerCalendar
    ) async throws {
        let title = theirs.title
        let color = theirs.properties.color.flatMap { CalendarColor($0) }.map(\.description)
        known.isReadOnly = !theirs.isWritable
        known.components = theirs.properties.components ?? []
        var settings = CalendarSettings()
        var sent: [String] = []
        if title != known.title {
            // If the name changed on both sides, the server's name wins.
            report.changes.append("here: \"\(known.title.onOneLine)\" renamed to \"\(title)\"")
            if !isDryRun, title != mine.title {
                try folder.set(ItemName.displayName, to: title, of: mine.name)
            }
            known.title = title
        } else if mine.title != known.title, !known.isReadOnly {
            sent.append("server: \"\(known.title.onOneLine)\" renamed to \"\(mine.title)\"")
            settings.name = mine.title
        }
        // A server that reports no color may not support colors.
        if let color, color != known.color {
            report.changes.append("here: color of \"\(known.title.onOneLine)\" changed")
            if !isDryRun, color != mine.color { try folder.set(ItemName.color, to: color, of: mine.name) }
            known.color = color
        } else if mine.color != known.color, let color = mine.color, !known.isReadOnly {
            sent.append("server: color of \"\(known.title.onOneLine)\" changed")
            settings.color = color
        }
        guard !sent.isEmpty else { return }
        if !isDryRun {
            let purpose = "changing \"\(known.title.onOneLine)\""
            guard try await send(.change(theirs.url, settings), purpose) else { return }
            known.title = settings.name ?? known.title
            known.color = settings.color ?? known.color
        }
        report.changes += sent
    }

    // MARK: - Removed calendars

    /// Handles a calendar that no longer exists on the server; returns whether the calendar is still known.
    private mutating func removedThere(_ known: AccountCalendar, _ mine: AccountFolder.Calendar) throws
        -> Bool
    {
        let (items, others) = try folder.count(mine.name)
        var what = "\"\(known.title.onOneLine)\" with \(items) item\(items == 1 ? "" : "s")"
        if others > 0 { what += " and \(others) other file\(others == 1 ? "" : "s")" }
        guard isConfirmed(known) || items + others == 0 else {
            report.hold("here: \(what) is no longer on the server; not removed", known.href)
            return true
        }
        report.changes.append("here: \(what) removed")
        if isDryRun { return true }
        try folder.remove(mine.name)
        try? round.remember(known)?.removeAll()
        return false
    }

    private func isConfirmed(_ calendar: AccountCalendar) -> Bool {
        round.options.allowsRemovals || round.options.confirmedRemovals.contains(calendar.href)
    }

    /// Handles a calendar whose local folder no longer exists; returns whether the calendar is still known.
    private mutating func removedHere(_ known: AccountCalendar, _ theirs: ServerCalendar) async throws -> Bool
    {
        let what = "\"\(known.title.onOneLine)\""
        guard isConfirmed(known) else {
            report.hold("server: \(what) no longer has a folder here; not removed", known.href)
            return true
        }
        if !isDryRun {
            guard try await send(.delete(theirs.url), "removing \(what)") else { return true }
        }
        report.changes.append("server: \(what) removed")
        if isDryRun { return true }
        try? round.remember(known)?.removeAll()
        return false
    }

    // MARK: - New calendars

    /// Creates a local folder for a new calendar on the server, or finds the folder that an interrupted round left
    /// behind.
    private mutating func adopt(_ calendar: ServerCalendar, _ local: inout [AccountFolder.Calendar]) throws {
        let title = calendar.title
        let last = Array(calendar.url.href.lastComponent.utf8)
        let color = calendar.properties.color.flatMap { CalendarColor($0) }.map(\.description)
        let place = local.firstIndex { $0.name == last || $0.title == title }
        var name: [UInt8]
        var inode: UInt64 = 0
        if let place {
            let found = local.remove(at: place)
            (name, inode) = (found.name, found.inode)
        } else {
            report.changes.append("here: \"\(title)\" created")
            if isDryRun { return }
            name = try folder.add(title, color)
            inode = try folder.calendars().first { $0.name == name }?.inode ?? 0
        }
        bind(calendar, name, inode, title, color)
    }

    private mutating func bind(
        _ calendar: ServerCalendar,
        _ name: [UInt8],
        _ inode: UInt64,
        _ title: String,
        _ color: String?
    ) {
        let known = AccountCalendar(
            href: calendar.url.href,
            folder: name,
            inode: inode,
            title: title,
            color: color,
            isReadOnly: !calendar.isWritable,
            components: calendar.properties.components ?? []
        )
        state.calendars.append(known)
        pairs.append(Pair(calendar: known, listed: calendar))
    }

    /// Creates a calendar on the server for a new folder.
    private mutating func make(_ calendar: AccountFolder.Calendar) async throws {
        let made = "server: \"\(calendar.title)\" created"
        if isDryRun { return report.changes.append(made) }
        var settings = CalendarSettings()
        (settings.name, settings.color) = (calendar.title, calendar.color)
        let before = Set(state.calendars.map(\.href))
        let url = try address(for: calendar.title, besides: before)
        if try await !send(.makeCalendar(url, settings), nil) {
            let purpose = "creating \"\(calendar.title)\""
            guard try await send(.makeCollection(url, settings), purpose) else { return }
        }
        report.changes.append(made)
        // The server may have chosen a different address.
        let listed = try await round.list().calendars.filter { !before.contains($0.url.href) }
        guard
            let found = listed.first(where: { $0.url.href == url.href })
                ?? listed.first(where: { $0.title == calendar.title })
        else {
            report.problems.append("\"\(calendar.title)\": the server does not list the new calendar")
            return
        }
        // The next round resends a name or a color that the server did not store.
        let color = found.properties.color.flatMap { CalendarColor($0) }.map(\.description)
        let known = calendar.color == nil ? nil : color
        bind(found, calendar.name, calendar.inode, found.title, known)
    }

    /// Returns an unused address for a new calendar.
    ///
    /// The address derived from the title may belong to a calendar that has since been renamed.
    private func address(for title: String, besides taken: Set<Href>) throws -> ResourceURL {
        var attempt = 0
        while true {
            let name = String(decoding: CalendarFolderName.forTitle(title, attempt: attempt), as: UTF8.self)
            let href = try round.home.href.appending(name, isCollection: true)
            if !taken.contains(href) { return ResourceURL(round.home.origin, href) }
            attempt += 1
        }
    }

    /// Sends a request and returns whether it succeeded.
    ///
    /// If a purpose is given, a refusal is reported.
    private mutating func send(_ request: DAVRequest, _ purpose: String?) async throws(SyncFailure) -> Bool {
        let answer: DAVAnswer
        do throws(TransportFailure) {
            let failure = SyncFailure.answer("the response is too large")
            answer = try await round.transport.answer(to: request, limit: Self.largestAnswer, orFail: failure)
        } catch {
            throw .transport(error)
        }
        guard let refusal = DAVRefusal(answer, to: request.method) else { return true }
        if refusal.remedy == .authenticate { throw .refused(refusal, purpose ?? "changing calendars") }
        if request.method == .delete, refusal.status.isGone { return true }
        if let purpose { report.problems.append("\(purpose): \(refusal)") }
        return false
    }
}

extension ServerCalendar {
    /// The name as stored: on one line and within a `displayname` file's size limit.
    fileprivate var title: String {
        String(String.UnicodeScalarView(name.onOneLine.unicodeScalars.prefix(200)))
    }
}
