import CalDAV
import ICalendarStore

extension RoundWorker {
    mutating func carryOut(
        _ plan: CalendarPlan,
        _ look: RemoteLook,
        isFirstPass: Bool
    ) async throws(SyncFailure) {
        do {
            let outcome = try commit(plan)
            var sending: [PlannedItem] = []
            var recorded: Set<[UInt8]> = []
            for item in plan.items where try settle(item, outcome, &recorded) { sending.append(item) }
            local.note(outcome.written, recorded: recorded)
            state.pending = plan.unresolved.union(state.pending.filter { !look.rows.contains($0) })
            state.pending.formUnion(unsettled)
            failed = unsettled
            unsettled = []
            defer { report.add(plan.steps(except: failed)) }
            if isFirstPass {
                state.head.syncToken = look.isWhole ? look.syncToken : before.syncToken
                if !look.isWhole, look.isComplete == false, look.syncToken == nil {
                    state.head.syncToken = nil
                }
                // If the listing is incomplete, omitting the tag makes the next round request the listing again.
                let tag = round.listed?.properties.changeTag ?? look.changeTag
                state.head.changeTag = look.isWhole ? tag : nil
                if look.isComplete { state.head.lastFull = round.options.now }
            }
            state.head.fingerprint = nil
            if look.isPortion {
                let added = plan.items.compactMap { item in item.href.flatMap { known[$0] } }
                try state.append(added, except: unanswered)
            } else if !sending.isEmpty || hasNewFiles {
                try save()
            } else {
                // The same state is saved at the end of the round. Until then, the intents show which files were
                // written.
                return
            }
            earlier = []
            try await ItemSending.send(sending, &self)
        } catch {
            throw SyncFailure(error)
        }
    }

    /// Records the files that are about to be written, along with the base that will apply afterward.
    private mutating func announce(_ items: [PlannedItem]) throws(FileFailure) {
        let batch = (earlier.map(\.batch).max() ?? 0) + 1
        var intents: [SyncIntent] = []
        for item in items {
            guard let href = item.href, let name = item.name, let theirs = item.theirBytes,
                let bytes = item.writtenBytes
            else { continue }
            let ours = if case .merge = item.plan { theirs } else { bytes }
            let place = try state.bases.add(bytes, digest: item.digest.map { ItemDigest($0) })
            let agreed = KnownItem(
                href: href,
                tag: item.tag,
                scheduleTag: item.scheduleTag,
                name: name,
                uid: item.uid,
                stamp: nil,
                ours: ours == bytes ? place : try state.bases.add(ours),
                theirs: theirs == bytes ? place : try state.bases.add(theirs)
            )
            announced[href] = agreed
            intents.append(
                SyncIntent(
                    href: href,
                    name: name,
                    uid: item.uid,
                    contents: place,
                    agreed: agreed,
                    replaced: item.ourDigest,
                    batch: batch
                )
            )
        }
        try state.begin(intents, after: earlier + unanswered)
    }

    /// Writes a plan's files, except those that have changed in the meantime.
    ///
    /// Either all or none of the announced files are written, so a changed file must be neither announced nor written.
    private mutating func commit(_ plan: CalendarPlan) throws -> LocalFolder.Outcome {
        var refused: [[UInt8]: String] = [:]
        while true {
            var items = plan.items.filter { $0.name.map { refused[$0] == nil } ?? false }
            for index in items.indices {
                items[index].digest = items[index].writtenBytes.map { FileDigest(of: $0) }
            }
            let changes = items.flatMap(\.fileChanges).filter { refused[$0.name] == nil }
            var outcome = LocalFolder.Outcome()
            announced = KnownItems(in: round.remote.url.href)
            if !changes.isEmpty {
                try announce(items)
                outcome = try round.local.commit(changes, isWhole: true)
            }
            guard !outcome.refused.isEmpty else {
                outcome.refused = refused
                return outcome
            }
            refused.merge(outcome.refused) { $1 }
        }
    }

    /// Records an item once its file has been written; returns whether the item must be sent.
    private mutating func settle(
        _ item: PlannedItem,
        _ outcome: LocalFolder.Outcome,
        _ recorded: inout Set<[UInt8]>
    ) throws(FileFailure) -> Bool {
        guard let name = item.name, let href = item.href else { return false }
        if let reason = outcome.refused[name] {
            report.problems.append("\(item.title): \(reason)")
            unsettled.insert(href)
            return false
        }
        var conflict = conflicts.removeValue(forKey: href)
        // An item that was removed on the server can reappear at another address.
        if let old = item.known?.href, old != href {
            let earlier = conflicts.removeValue(forKey: old)
            conflict = conflict ?? earlier
        }
        switch item.plan {
        case .nothing, .problem: return false
        case .agree: try know(item, ours: item.ourBytes, theirs: item.theirBytes)
        case .pull(let bytes):
            let file = outcome.written[name]
            if try know(item, ours: bytes, theirs: item.theirBytes, in: file) { recorded.insert(name) }
        case .merge, .keepBoth:
            // The local version is now a change relative to the server's version.
            try know(item, ours: item.theirBytes, theirs: item.theirBytes)
            if case .keepBoth = item.plan { hasNewFiles = true }
            return item.plan != .keepBoth
        case .push:
            switch item.theirs {
            case .contents(let theirs): try know(item, ours: theirs, theirs: theirs)
            case .gone: forget(item)
            case .unchanged: break
            }
            return true
        case .deleteHere, .forget: forget(item)
        case .deleteThere:
            if let old = item.known { known[old.href]?.tag = item.tag }
            return true
        case .conflict(let words): try keep(item, words, conflict)
        }
        return false
    }

    /// Records an item that is identical on both sides; returns whether the record includes the stamp of the file just
    /// written.
    @discardableResult
    private mutating func know(
        _ item: PlannedItem,
        ours: [UInt8]?,
        theirs: [UInt8]?,
        in file: LocalFolder.WrittenFile? = nil
    ) throws(FileFailure) -> Bool {
        guard let href = item.href, let name = item.name, let ours, let theirs else { return false }
        if let old = item.known { known[old.href] = nil }
        let places: (ours: BasePlace, theirs: BasePlace)
        if let agreed = announced[href] {
            places = (agreed.ours, agreed.theirs)
        } else {
            let old = [item.known?.ours, item.known?.theirs]
            places = (try state.bases.add(ours, besides: old), try state.bases.add(theirs, besides: old))
        }
        let entry = local.scan.entries[name]
        let isRead = item.ours != .unchanged && places.ours.digest == item.ourDigest
        var agreed = KnownItem(
            href: href,
            tag: item.tag,
            scheduleTag: item.scheduleTag,
            name: name,
            uid: item.uid,
            stamp: isRead && entry?.isSettled == true
                ? entry?.stamp : item.ours == .unchanged ? item.known?.stamp : nil,
            ours: places.ours,
            theirs: places.theirs
        )
        let isWritten = file?.digest == places.ours.digest
        if isWritten, let file { agreed.record(file.stamp, isFresh: true) }
        known[href] = agreed
        return isWritten
    }

    private mutating func forget(_ item: PlannedItem) {
        if let old = item.known { known[old.href] = nil }
    }

    private mutating func keep(
        _ item: PlannedItem,
        _ words: ConflictWords,
        _ old: OpenConflict?
    ) throws(FileFailure) {
        guard let href = item.href, let name = item.name else { return }
        if let known = item.known, known.href != href || known.name != name {
            self.known[known.href] = nil
            var moved = known
            (moved.href, moved.name, moved.stamp) = (href, name, nil)
            self.known[href] = moved
        }
        let places = [old?.ours, old?.theirs, item.known?.ours, item.known?.theirs]
        let conflict = OpenConflict(
            href: href,
            name: name,
            title: item.title,
            words: words,
            ours: try item.ourBytes.map { bytes throws(FileFailure) in
                try state.bases.add(bytes, besides: places)
            },
            theirs: try item.theirBytes.map { bytes throws(FileFailure) in
                try state.bases.add(bytes, besides: places)
            },
            tag: item.tag,
            choice: nil
        )
        conflicts[href] = conflict
        local.isAgreed = false
    }
}
