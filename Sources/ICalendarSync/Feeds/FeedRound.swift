package import CalDAV
import ICalendar
package import ICalendarStore

/// One download of a subscribed calendar, which is an account whose folder is the calendar.
package struct FeedRound: Sendable {
    package let name: String
    package let url: ResourceURL
    package let transport: any DAVTransport
    /// The number of seconds between downloads, as chosen by the user.
    package var interval: Int?
    package var isDryRun = false
    /// Whether to accept an empty calendar immediately, even if it replaces a nonempty one.
    package var allowsEmptying = false
    /// Whether to download the feed before it is due.
    package var isForced = false
    /// The current time, in seconds since 1970.
    package var now = 0
    /// The maximum size of the feed, in bytes.
    package var largest = 64 << 20
    private let root: StoreRoot
    private let files: any StoreFiles
    private let stateFiles: StateFiles

    private static let day = 86_400
    private static let (mostRedirects, mostMoves) = (5, 3)

    package init(
        _ name: String,
        at url: ResourceURL,
        in root: StoreRoot,
        files: any StoreFiles = SystemFiles(),
        _ transport: any DAVTransport
    ) throws(SyncFailure) {
        guard FilePlace.isFolder(Array(name.utf8)), !name.contains("/") else {
            throw .local("'\(name.onOneLine)' is not a valid calendar name")
        }
        (self.name, self.url, self.transport, self.root, self.files) = (name, url, transport, root, files)
        stateFiles = try SyncFailure.caught { try StateFiles.account(name, of: root, files: files) }
    }

    /// Downloads the feed if it is due and writes the changes in one commit.
    package func run() async throws(SyncFailure) -> CalendarReport {
        do {
            let lock = try stateFiles.lock(patience: .seconds(10))
            defer { withExtendedLifetime(lock) {} }
            var state = try FeedState(stateFiles, at: url)
            state.feed.chosenInterval = interval
            var report = CalendarReport()
            guard isForced || now >= state.nextLook && !state.isGone else { return report }
            if state.isGone, isForced { state.isGone = false }
            do throws(SyncFailure) {
                try await look(&state, &report)
            } catch {
                state.feed.failures += 1
                finish(&state)
                if !isDryRun { try state.save(at: url) }
                throw error
            }
            finish(&state)
            if !isDryRun { try state.save(at: url) }
            return report
        } catch {
            throw SyncFailure(error)
        }
    }

    private func finish(_ state: inout FeedState) { state.nextLook = now + state.feed.secondsToNextLook() }

    // MARK: - Listing

    private func look(_ state: inout FeedState, _ report: inout CalendarReport) async throws(SyncFailure) {
        let isWhole = state.isEmptied || now - state.lastWhole > Self.day
        // A temporary redirect applies only to this download.
        var asked = state.feed
        for _ in 0...Self.mostRedirects {
            let request = asked.request(isUnconditional: isWhole)
            let answer = try await send(request)
            let head = DAVAnswer(answer.status, answer.fields, body: Array(answer.body.prefix(1024)))
            switch asked.receive(head, now: Int64(now)) {
            case .contents:
                keep(asked, &state)
                try take(answer.body, &state, &report)
                if isWhole { state.lastWhole = now }
                return
            case .unchanged where state.items.isEmpty && !request.isConditional:
                asked.forget()
                keep(asked, &state)
                report.problems.append(
                    "the server claims that nothing changed (304), but there is no copy here; nothing downloaded"
                )
                return
            case .unchanged: return keep(asked, &state)
            case .moved(let target, let isPermanent):
                if isPermanent, asked.url == state.feed.url { note(target, &state, &report) }
                asked.url = target
                continue
            case .gone:
                state.isGone = true
                report.problems.append(
                    "the calendar no longer exists at its address; its items are kept here"
                )
                return
            case .webPage:
                keep(asked, &state)
                report.problems.append("the address is a web page, not a calendar")
                return
            case .failed(let status):
                keep(asked, &state)
                report.problems.append("\(status)")
                return
            case .badAddress(let problem):
                keep(asked, &state)
                report.problems.append("the server redirects to an address that cannot be used: \(problem)")
                return
            }
        }
        report.problems.append("too many redirects")
    }

    /// Records the data from a response.
    ///
    /// A new address is recorded only once it has been accepted.
    private func keep(_ asked: Feed, _ state: inout FeedState) {
        let url = state.feed.url
        if asked.url == url { state.moved = nil }
        state.feed = asked
        state.feed.url = url
        if let moved = state.moved, moved.count >= Self.mostMoves, let new = try? ResourceURL(moved.address) {
            state.feed.url = new
            state.moved = nil
        }
    }

    private func note(_ target: ResourceURL, _ state: inout FeedState, _ report: inout CalendarReport) {
        let count = state.moved?.address == target.description ? state.moved?.count ?? 0 : 0
        state.moved = (target.description, count + 1)
        if count + 1 == Self.mostMoves {
            // Everything in an address after the origin may be secret.
            report.notes.append(
                "the calendar has moved to \(target.origin); using the new address from now on"
            )
        }
    }

    private func send(_ request: DAVRequest) async throws(SyncFailure) -> DAVAnswer {
        do throws(TransportFailure) {
            let failure = SyncFailure.answer("the calendar is larger than \(largest >> 20) MiB")
            return try await transport.answer(to: request, limit: largest, orFail: failure)
        } catch {
            if case .stopped(let reason) = error.kind, let reason = reason as? SyncFailure { throw reason }
            throw .transport(error)
        }
    }

    // MARK: - Writing

    private func take(
        _ body: [UInt8],
        _ state: inout FeedState,
        _ report: inout CalendarReport
    ) throws(SyncFailure) {
        let contents: FeedContents
        do throws(FeedProblem) {
            guard Feed.isComplete(body) else { throw .incomplete(.incomplete) }
            contents = try FeedContents(body)
        } catch {
            state.feed.forget()
            report.problems.append("\(error); feed ignored, nothing changed here")
            return
        }
        state.feed.publishedInterval = contents.interval
        let isWhole = contents.damage == nil
        if isWhole, contents.items.isEmpty, !state.items.isEmpty, !state.isEmptied, !allowsEmptying {
            // The next download decides whether the feed is really empty, so its request must be unconditional.
            state.isEmptied = true
            (state.feed.entityTag, state.feed.lastModified) = (nil, nil)
            report.notes.append(
                "the calendar is now empty; its \(state.items.count) items are kept until the next download"
            )
            return
        }
        state.isEmptied = false
        var update = FeedUpdate(state.items, contents.items, removesMissing: isWhole)
        report.add(update.steps)
        if let damage = contents.damage {
            // The next download reads the whole feed again.
            (state.feed.entityTag, state.feed.lastModified) = (nil, nil)
            let (problem, count) = ("the feed is damaged (\(damage))", update.keptCount)
            if count == 0 {
                report.notes.append("\(problem); damaged parts skipped")
            } else {
                report.problems.append(
                    "\(problem); \(count) item\(count == 1 ? "" : "s") missing from it not removed"
                )
            }
        }
        guard !isDryRun else { return }
        try makeFolder(contents)
        let local = LocalFolder(Array(name.utf8), of: root, files: files)
        guard !update.changes.isEmpty else {
            state.items = update.items
            return
        }
        try update.protect(local, &report)
        let outcome = try local.commit(update.changes)
        for (name, reason) in outcome.refused.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            report.problems.append("\(String(decoding: name, as: UTF8.self).onOneLine): \(reason)")
            // The entire feed must be read again, since some local items are missing.
            (state.feed.entityTag, state.feed.lastModified) = (nil, nil)
        }
        state.items = update.items(after: outcome)
    }

    /// Creates the folder with the feed's title and color, which the user may change afterward.
    private func makeFolder(_ contents: FeedContents) throws(SyncFailure) {
        do throws(FileFailure) {
            let path = root.path(ofFolder: Array(name.utf8))
            guard try files.stamp(of: path, followingLinks: true) == nil else { return }
            let title = (contents.title ?? name).onOneLine
            var looks = [ItemName.displayName: Array("\(title)\n".utf8)]
            if let color = contents.color.flatMap({ CalendarColor($0) }) {
                looks[ItemName.color] = Array("\(color)\n".utf8)
            }
            let folder = Array(name.utf8)
            _ = try CalendarFolderChange(in: root, files: files, note: .refresh(folder)).make(
                in: [],
                named: { _ in folder },
                with: looks
            )
        } catch {
            throw SyncFailure(error)
        }
    }
}

/// The changes required by a new version of a feed.
private struct FeedUpdate {
    private(set) var changes: [LocalFolder.Change] = []
    private(set) var items: [FeedItem] = []
    private(set) var steps: [SyncStep] = []
    /// The number of items that are absent from the new version but were kept.
    private(set) var keptCount = 0
    private var old: [[UInt8]: FeedItem] = [:]

    init(_ known: [FeedItem], _ new: [FeedContents.Item], removesMissing: Bool) {
        var left = Dictionary(known.map { ($0.uid, $0) }) { first, _ in first }
        old = Dictionary(known.map { ($0.name, $0) }) { first, _ in first }
        let newUIDs = Set(new.map(\.uid))
        // Some publishers change all UIDs with every download, although the items are the same.
        var orphans: [ItemDigest: [FeedItem]] = [:]
        for item in known where !newUIDs.contains(item.uid) {
            orphans[item.meaning, default: []].append(item)
        }
        var names = Set(known.map(\.name))
        var seen: Set<String> = []
        for item in new where seen.insert(item.uid).inserted {
            if let same = left.removeValue(forKey: item.uid) {
                if same.meaning == item.meaning {
                    items.append(same)
                } else {
                    write(item, over: same)
                }
            } else if let same = orphans[item.meaning]?.popLast() {
                left[same.uid] = nil
                items.append(FeedItem(uid: item.uid, name: same.name, meaning: same.meaning, file: same.file))
            } else {
                var (attempt, name) = (0, ItemName.forUID(item.uid))
                while !names.insert(name).inserted {
                    attempt += 1
                    name = ItemName.forUID(item.uid, attempt: attempt)
                }
                write(item, named: name)
            }
        }
        for item in left.values.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
            guard removesMissing else {
                items.append(item)
                keptCount += 1
                continue
            }
            changes.append(.init(name: item.name, contents: nil, expected: item.file))
            steps.append(SyncStep(.removeHere, "\"\(String(item.uid.prefix(60)).onOneLine)\""))
        }
    }

    private mutating func write(
        _ item: FeedContents.Item,
        over old: FeedItem? = nil,
        named name: [UInt8] = []
    ) {
        let (name, bytes) = (old?.name ?? name, item.bytes)
        changes.append(.init(name: name, contents: bytes, expected: old?.file))
        steps.append(SyncStep(old == nil ? .addHere : .changeHere, item.title))
        items.append(FeedItem(uid: item.uid, name: name, meaning: item.meaning, file: ItemDigest(bytes)))
    }

    /// Updates the expected digests to match the current files, some of which may come from an interrupted download.
    mutating func protect(_ local: LocalFolder, _ report: inout CalendarReport) throws(SyncFailure) {
        let found = try local.contents(of: changes.map(\.name)).mapValues { ItemDigest($0.bytes) }
        changes = changes.compactMap { change in
            let now = found[change.name]
            if now == change.contents.map({ ItemDigest($0) }) { return nil }
            if now != nil, now != change.expected, change.contents == nil {
                report.notes.append(
                    "\(String(decoding: change.name, as: UTF8.self).onOneLine): changed here; not removed"
                )
                return nil
            }
            return .init(name: change.name, contents: change.contents, expected: now)
        }
    }

    /// Returns the items after a commit.
    ///
    /// Items whose files were not written keep their previous state.
    func items(after outcome: LocalFolder.Outcome) -> [FeedItem] {
        items.compactMap { outcome.refused[$0.name] == nil ? $0 : old[$0.name] }
    }
}

extension DAVRequest {
    /// Whether the request is conditional.
    fileprivate var isConditional: Bool {
        fields["If-None-Match"] != nil || fields["If-Modified-Since"] != nil
    }
}
