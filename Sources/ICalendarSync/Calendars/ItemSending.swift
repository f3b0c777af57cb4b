import CalDAV
import ICalendar
import ICalendarStore

/// A round's writes to the server, each recorded on disk before it is sent.
///
/// A write is complete once the server confirms it with a strong tag or by returning the new contents. Until then, the
/// base remains unchanged and the intent stays on disk.
enum ItemSending {
    private static let checkpoint = 256

    private struct Push {
        let item: PlannedItem
        let intent: SyncIntent
        let bytes: [UInt8]
    }

    static func send(_ items: [PlannedItem], _ worker: inout RoundWorker) async throws {
        var pushes: [Push] = []
        for item in items where item.plan != .deleteThere {
            guard let href = item.href, let name = item.name, let bytes = item.sentBytes else { continue }
            let place = try worker.state.bases.add(bytes, besides: [item.known?.ours, item.known?.theirs])
            let intent = SyncIntent(href: href, name: name, uid: item.uid, contents: place)
            pushes.append(Push(item: item, intent: intent, bytes: bytes))
        }
        let removals = items.filter { $0.plan == .deleteThere }
        guard !pushes.isEmpty || !removals.isEmpty else { return }
        try worker.state.begin(pushes.map(\.intent), after: worker.unanswered)
        (worker.hasSent, worker.changesAfterSending) = (true, nil)
        worker.failed.formUnion(items.compactMap(\.href))
        var unproven: [Push] = []
        do {
            for (count, push) in pushes.enumerated() {
                if try await put(push, &worker) { unproven.append(push) }
                if count % Self.checkpoint == Self.checkpoint - 1 { try worker.save(endsIntents: false) }
            }
            for item in removals { try await remove(item, &worker) }
            try await readBack(unproven, &worker)
        } catch {
            // The results of earlier writes are recorded, and the intents show which other writes may have reached the
            // server.
            try? worker.save(endsIntents: false)
            throw error
        }
        try worker.save()
    }

    /// Sends an item; returns whether the stored version must be read back from the server.
    private static func put(_ push: Push, _ worker: inout RoundWorker) async throws -> Bool {
        let href = push.intent.href
        // After a move, the stored version is read back. If the server refuses the move, the item is sent and then the
        // original is removed.
        if worker.known[href] == nil,
            let source = worker.source(of: push.intent.name, push.intent.uid, push.intent.contents.digest),
            try await worker.round.remote.move(source.item, at: source.tag, to: href)
        {
            return true
        }
        let condition = condition(for: push, worker)
        switch try await worker.round.remote.put(push.bytes, at: href, if: condition) {
        case .stored(let tag, let scheduleTag):
            worker.contested[href] = nil
            guard let tag, worker.round.quirks.isDisjoint(with: [.rewritesItems, .rewritesOverrides]) else {
                return true
            }
            let place = push.intent.contents
            record(push, tag, scheduleTag, ours: place, theirs: place, &worker)
            return false
        case .changed:
            worker.contested[href, default: 0] += 1
            worker.again.insert(href)
        case .duplicate(let other):
            if let other {
                worker.again.insert(other)
            } else {
                worker.report.problems.append(
                    "\(push.item.title): another item on the server has the same UID"
                )
                worker.state.head.lastFull = 0
                worker.report.hasDuplicates = true
            }
        case .refused(let refusal):
            worker.report.problems.append("\(push.item.title): \(refusal)")
        }
        worker.local.isAgreed = false
        return false
    }

    /// Returns the condition for replacing the server's version.
    ///
    /// If the condition is a schedule tag, the server merges other people's replies into the attendee's new version
    /// (RFC 6638 section 3.2.10), so replies do not cause a conflict.
    private static func condition(for push: Push, _ worker: RoundWorker) -> DAVRequest.Condition {
        guard let known = worker.known[push.intent.href], let tag = known.tag else { return .isNew }
        guard let scheduleTag = known.scheduleTag, !scheduleTag.isWeak,
            !worker.round.quirks.contains(.repeatsScheduleTags),
            let version = try? ItemVersion(push.bytes),
            ItemPeople(
                version.file.calendars.flatMap(\.component.components),
                users: worker.round.users
            ).isInvitation
        else { return .unchanged(tag) }
        return .scheduleUnchanged(scheduleTag)
    }

    /// Records both sides' versions after a write.
    private static func record(
        _ push: Push,
        _ tag: EntityTag?,
        _ scheduleTag: EntityTag? = nil,
        ours: BasePlace,
        theirs: BasePlace,
        _ worker: inout RoundWorker
    ) {
        let (href, entry) = (push.intent.href, worker.local.scan.entries[push.intent.name])
        let isFile = push.item.plan == .push && ours == push.intent.contents
        worker.known[href] = KnownItem(
            href: href,
            tag: tag,
            scheduleTag: scheduleTag,
            name: push.intent.name,
            uid: push.intent.uid,
            stamp: isFile && entry?.isSettled == true ? entry?.stamp : nil,
            ours: ours,
            theirs: theirs
        )
        worker.failed.remove(href)
    }

    private static func remove(_ item: PlannedItem, _ worker: inout RoundWorker) async throws(SyncFailure) {
        guard let href = item.href else { return }
        guard let tag = item.tag else {
            worker.state.pending.insert(href)
            return
        }
        switch try await worker.round.remote.delete(href, at: tag) {
        case .stored:
            worker.known[href] = nil
            worker.failed.remove(href)
        case .changed, .duplicate: worker.again.insert(href)
        case .refused(let refusal): worker.report.problems.append("\(item.title): \(refusal)")
        }
    }

    /// Reads back the stored versions of the items that were sent.
    private static func readBack(_ pushes: [Push], _ worker: inout RoundWorker) async throws {
        guard !pushes.isEmpty else { return }
        let found = try await worker.readBack(pushes.map(\.intent.href))
        var changes: [LocalFolder.Change] = []
        var stored: [(push: Push, row: RemoteItem, here: [UInt8], there: [UInt8])] = []
        for push in pushes {
            let href = push.intent.href
            guard case .some(let row) = found[href] else {
                leaveOpen(push, &worker)
                continue
            }
            let old = worker.known[href]
            let isOld = row?.tag == old?.tag && row?.data.map { ItemDigest($0) } == old?.theirs.digest
            guard let row, let data = row.data, !isOld else {
                if worker.round.quirks.contains(.isDelayed) {
                    leaveOpen(push, &worker)
                } else {
                    worker.report.problems.append("\(push.item.title): the server did not store the change")
                    worker.local.isAgreed = false
                }
                continue
            }
            guard let new = try? ItemVersion(data), let old = try? ItemVersion(push.bytes) else {
                leaveOpen(push, &worker)
                continue
            }
            // Properties that the server dropped are preserved locally, but its other changes are accepted.
            let here = VersionEditing.applied(from: old, to: new, keepsDropped: true) ?? push.bytes
            stored.append((push, row, here, data))
            if here != push.bytes {
                let sent = push.intent.contents.digest
                changes.append(.init(name: push.intent.name, contents: here, expected: sent))
            }
        }
        let outcome = changes.isEmpty ? .init() : try worker.round.local.commit(changes)
        worker.local.note(outcome.written)
        for (push, row, here, there) in stored {
            // If a file was edited in the meantime, the edit counts as a change to the version that was sent.
            let ours = outcome.refused[push.intent.name] == nil ? here : push.bytes
            let sent = [push.intent.contents]
            let place = try worker.state.bases.add(ours, besides: sent)
            let other = try worker.state.bases.add(there, besides: sent)
            record(push, row.tag, row.scheduleTag, ours: place, theirs: other, &worker)
        }
    }

    /// Leaves an intent open, so the next round can determine whether the write reached the server.
    private static func leaveOpen(_ push: Push, _ worker: inout RoundWorker) {
        worker.unanswered.append(push.intent)
        worker.state.pending.insert(push.intent.href)
        worker.local.isAgreed = false
    }
}

extension RoundWorker {
    /// Reads back the stored versions of the items that were sent.
    ///
    /// If the server reports changes, the same request also returns the next sync token.
    fileprivate mutating func readBack(_ hrefs: [Href]) async throws(SyncFailure) -> RemoteRows {
        guard round.reportsChanges, let token = state.head.syncToken,
            case .success(let look) = try await round.remote.changes(since: token, withData: true)
        else { return try await round.remote.fetch(hrefs) }
        changesAfterSending = look
        let rest = hrefs.filter { href in
            guard case .some(let row) = look.rows[href] else { return true }
            return row.map { $0.data == nil } ?? false
        }
        var found = look.rows
        if !rest.isEmpty { found.merge(try await round.remote.fetch(rest)) }
        return found
    }
}
