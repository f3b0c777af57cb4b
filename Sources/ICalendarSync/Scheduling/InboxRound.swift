package import CalDAV
import ICalendar
package import ICalendarStore

/// A single run that processes an account's scheduling inbox (RFC 6638 section 4.1).
///
/// Most servers apply messages before a client reads them, in which case the messages are only removed. Any other
/// message is processed like an emailed invitation, and removed once the change is on disk. A message that cannot be
/// applied remains on the server and is reported only once.
package struct InboxRound: Sendable {
    package struct Outcome: Sendable {
        /// The messages' effects, as text.
        package var lines: [String] = []
        package var problems: [String] = []
        /// Whether local items changed and must be sent to the server.
        package var isChanged = false
        /// Whether every message was either removed or marked to be kept.
        package var isComplete = true
    }

    private struct Message: Sendable {
        let href: Href
        let tag: EntityTag
        let calendar: CalendarObject

        var stamp: String { calendar.component.components.lazy.compactMap { $0.text("DTSTAMP") }.first ?? "" }
        var title: String {
            let title = calendar.component.components.lazy.compactMap { $0.text("SUMMARY") }.first ?? ""
            return title.isEmpty ? "(no title)" : String(title.onOneLine.prefix(100))
        }
    }

    /// The maximum number of messages per refresh, their maximum total size and the maximum size of a message, in
    /// bytes.
    ///
    /// Messages beyond these limits are processed by the next refresh.
    private static let (mostMessages, mostBytes, largestMessage) = (500, 32 << 20, 4 << 20)

    private let url: ResourceURL
    private let remote: RemoteCalendar
    private let account: String
    private let root: StoreRoot
    private let files: any StoreFiles

    package init(
        _ url: ResourceURL,
        of account: String,
        in root: StoreRoot,
        files: any StoreFiles,
        _ transport: any DAVTransport
    ) {
        (self.url, self.account, self.root, self.files) = (url, account, root, files)
        remote = RemoteCalendar(url, transport, batchSize: 50)
    }

    package func run(_ scheduling: inout ServerScheduling) async throws(SyncFailure) -> Outcome {
        var outcome = Outcome()
        let look = try await remote.look(since: nil, isFirst: false, reportsChanges: false)
        outcome.isComplete = look.isComplete
        if look.isComplete { scheduling.kept = scheduling.kept.filter { look.rows.contains($0.key) } }
        let listed = look.rows.compactMap { $1 }
            .filter { scheduling.kept[$0.href] != $0.tag.description }
            .sorted { $0.href.bytes.lexicographicallyPrecedes($1.href.bytes) }
        guard !listed.isEmpty else { return outcome }
        var waiting = listed[...]
        var messages: [Message] = []
        var bytes = 0
        while !waiting.isEmpty, messages.count < Self.mostMessages, bytes < Self.mostBytes {
            let part = waiting.prefix(50)
            waiting = waiting.dropFirst(50)
            let found = try await remote.fetch(part.map(\.href))
            for row in part {
                guard case .some(let item?) = found[row.href], let data = item.data else {
                    outcome.isComplete = false
                    continue
                }
                bytes += data.count
                switch Self.message(data) {
                case .success(let calendar):
                    // The tag in a listing is strong even if the tag in the message's own response is weak.
                    messages.append(Message(href: row.href, tag: row.tag, calendar: calendar))
                case .failure(let reason):
                    scheduling.kept[row.href] = row.tag.description
                    outcome.lines.append("inbox: message kept on the server: \(reason.words)")
                }
            }
        }
        if !waiting.isEmpty {
            outcome.isComplete = false
            outcome.lines.append("inbox: \(waiting.count) more messages; refresh again to read them")
        }
        // Revisions can be applied in any order, but a reply can be applied only after its invitation.
        messages.sort { ($0.stamp, $0.href.description) < ($1.stamp, $1.href.description) }
        try await process(messages, &scheduling, &outcome)
        return outcome
    }

    private struct Unreadable: Error { let words: String }

    private static func message(_ data: [UInt8]) -> Result<CalendarObject, Unreadable> {
        guard data.count <= largestMessage else {
            return .failure(Unreadable(words: "it is larger than \(largestMessage >> 20) MiB"))
        }
        do throws(CalendarError) {
            let file = try CalendarFile(bytes: data, limits: .untrusted, threads: 1)
            guard let calendar = file.calendars.first, file.calendars.count == 1,
                calendar.schedulingMethod != nil
            else { return .failure(Unreadable(words: "it is not a single message with a METHOD")) }
            return .success(calendar)
        } catch {
            return .failure(Unreadable(words: error.detail))
        }
    }

    // MARK: - Processing

    private func process(
        _ messages: [Message],
        _ scheduling: inout ServerScheduling,
        _ outcome: inout Outcome
    ) async throws(SyncFailure) {
        guard !messages.isEmpty else { return }
        var options = EventStore.Options()
        // Configuring an account implies permission, as it does for all other writes during a refresh.
        options.access = .allow
        options.isWatched = false
        options.userAddresses = Set(scheduling.addresses)
        let store: EventStore
        do throws(StoreError) {
            store = try EventStore(root, files: files, options: options)
        } catch {
            throw .local("\(error)")
        }
        for message in messages {
            var done: [MessageOutcome] = []
            do throws(StoreError) {
                done = try self.outcomes(of: message, in: store)
            } catch {
                // The message remains in the inbox, and the next refresh tries again.
                outcome.isComplete = false
                outcome.problems.append("inbox: \"\(message.title)\": \(error.detail)")
                continue
            }
            let changes = done.filter { [.added, .updated, .cancelled, .answered].contains($0.action) }
            let open = done.filter { $0.action != .unchanged && !changes.contains($0) }
            outcome.isChanged = outcome.isChanged || !changes.isEmpty
            for change in changes { outcome.lines.append("inbox: \"\(message.title)\": \(change)") }
            guard open.isEmpty, !done.isEmpty else {
                scheduling.kept[message.href] = message.tag.description
                let words = open.map(\.description).joined(separator: ", ")
                let reason = words.isEmpty ? "it is about neither an event nor a reminder" : words
                outcome.lines.append("inbox: \"\(message.title)\": \(reason); message kept on the server")
                continue
            }
            switch try await remote.delete(message.href, at: message.tag) {
            case .stored: break
            case .changed, .duplicate: outcome.isComplete = false
            case .refused(let refusal):
                scheduling.kept[message.href] = message.tag.description
                outcome.problems.append("inbox: cannot remove a message: \(refusal)")
            }
        }
    }

    /// Applies a message to the account's calendars.
    private func outcomes(of message: Message, in store: EventStore) throws(StoreError) -> [MessageOutcome] {
        var message = SchedulingMessage(message.calendar)
        message.isOfServer = true
        let uids = message.calendar.component.components.compactMap { $0.text("UID") }
        let isTodo = message.calendar.component.components.contains { $0.name == Todo.componentName }
        let own = try store.calendars(for: isTodo ? .reminder : .event).filter {
            $0.account == account && $0.allowsContentModifications
        }
        guard
            let target = own.first(where: { calendar in uids.contains { store.holds($0, in: calendar) } })
                ?? own.first
        else { throw StoreError(.noCalendar, account, "the account has no calendar to save it in") }
        return try store.process(message, in: target)
    }
}
