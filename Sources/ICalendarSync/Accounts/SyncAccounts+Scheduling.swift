package import CalDAV
package import ICalendar
import ICalendarStore

// Scheduling by the servers of accounts (RFC 6638).
extension SyncAccounts {
    /// Returns what is known about the scheduling of an account's server, or nil if it was not refreshed yet.
    package func scheduling(of name: String) -> ServerScheduling? {
        guard let files = try? state(of: name) else { return nil }
        return (try? ServerScheduling(files)) ?? nil
    }

    /// Asks the server what it can do, if that is due, and returns the latest answer.
    func scheduling(
        of settings: AccountSettings,
        at home: ResourceURL,
        _ transport: any DAVTransport,
        _ options: RefreshOptions
    ) async -> ServerScheduling? {
        let known = scheduling(of: settings.name)
        guard !options.isDryRun, options.isFull || known?.isDue(at: options.time) ?? true,
            var found = await SchedulingSearch(at: home, over: transport).find()
        else { return known }
        found.checked = options.time
        // After a complete comparison, what stays in the inbox is reported again.
        if !options.isFull, found.inbox == known?.inbox {
            (found.kept, found.inboxToken) = (known?.kept ?? [:], known?.inboxToken)
        }
        if let files = try? state(of: settings.name) { try? found.save(files) }
        // The addresses of the server also tell the other programs who the user is.
        let addresses = found.addresses.map { CalendarAddress.mailto($0) }
        if !addresses.isEmpty, settings.userAddresses.isEmpty,
            var saved = try? self.settings(of: settings.name)
        {
            saved.userAddresses = addresses
            try? save(saved)
        }
        return found
    }

    /// Reads the inbox of an account, unless its token shows that it is unchanged, and sends what its messages changed.
    func readInbox(
        _ scheduling: ServerScheduling,
        _ round: AccountRound,
        _ report: inout AccountReport
    ) async throws(SyncFailure) {
        guard let inbox = scheduling.inbox else { return }
        let token = report.inboxTokens[inbox.href]
        guard token == nil || token != scheduling.inboxToken else { return }
        var scheduling = scheduling
        do throws(SyncFailure) {
            let before = scheduling
            let reading = InboxRound(inbox, of: round.name, in: root, files: files, round.transport)
            let outcome = try await reading.run(&scheduling)
            // Messages that arrived since the listing have changed the token, so the next refresh reads them.
            scheduling.inboxToken = outcome.isComplete ? token : nil
            report.changes += outcome.lines
            report.problems += outcome.problems
            if scheduling != before {
                try SyncFailure.caught { try scheduling.save(try state(of: round.name)) }
            }
            if outcome.isChanged { report.add(try await round.run()) }
        } catch {
            report.problems.append("inbox: \(error)")
            // The next search finds out whether the server has such a collection.
            guard error.isOfMissingInbox, let files = try? state(of: round.name) else { return }
            scheduling.inbox = nil
            try? scheduling.save(files)
        }
    }

    /// Asks an account's server for the busy times of other people (RFC 6638 section 5).
    package func busyTimes(
        of addresses: [String],
        in range: Range<Instant>,
        _ settings: AccountSettings,
        over transport: any DAVTransport,
        now: Instant
    ) async throws(SyncFailure) -> [BusyTimesRequest.Answer] {
        guard let scheduling = scheduling(of: settings.name), let outbox = scheduling.outbox,
            let own = scheduling.addresses.first
        else {
            throw .local("the server of account '\(settings.name)' does not answer for other people")
        }
        let request = BusyTimesRequest(addresses, in: range, from: own)
        return try await request.send(to: outbox, over: transport, at: now)
    }

    private func state(of name: String) throws(FileFailure) -> StateFiles {
        try StateFiles.account(name, of: root, files: files)
    }
}

extension SyncFailure {
    /// Whether the server refuses its own inbox for good.
    fileprivate var isOfMissingInbox: Bool {
        switch self {
        case .calendarGone: true
        case .refused(let refusal, _): [403, 405, 501].contains(refusal.status.code)
        default: false
        }
    }
}
