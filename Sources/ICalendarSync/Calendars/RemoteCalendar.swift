import ICalendar
package import CalDAV
import SystemIO

/// The server's version of an item.
struct RemoteItem: Sendable {
    let href: Href
    let tag: EntityTag
    /// The schedule tag, which other people's replies do not change, or nil if it was not read or the server does not
    /// provide one.
    var scheduleTag: EntityTag?
    var data: [UInt8]?

    /// Returns the item with the version from a listing's row.
    func sharing(_ row: RemoteItem) -> RemoteItem {
        RemoteItem(href: row.href, tag: row.tag, scheduleTag: scheduleTag, data: data)
    }
}

/// The changes on the server since a token, or a complete listing.
struct RemoteLook: Sendable {
    var rows: RemoteRows
    /// Whether the server listed all items.
    var isComplete = false
    var syncToken: String?
    var changeTag: String?
    /// Whether the whole response was readable.
    var isWhole = true
    /// Notes for the user.
    var notes: [String] = []
    var refusedToken = false
    /// Whether the rows are only a portion of a larger listing.
    var isPortion = false
    /// Whether rows were removed because their items have become known.
    var isReduced = false

    /// Creates a listing that has no rows yet.
    init(of calendar: ResourceURL) { rows = RemoteRows(in: calendar.href) }

    /// Whether the absence of a known item's row proves that the item is gone.
    var provesRemovals: Bool { isComplete && !isReduced }

    /// Returns the known items that may have changed on either side; the plan ignores all others.
    func affected(
        _ known: KnownItems,
        _ changes: LocalChanges,
        _ intents: [SyncIntent]
    ) -> [KnownItem] {
        let sent = Set(intents.map(\.href))
        return known.filter { item in
            switch rows[item.href] {
            case .some(let row?) where row.tag == item.tag: break
            case .some: return true
            case nil: if provesRemovals { return true }
            }
            return changes.changed[item.name] != nil || changes.gone.contains(item.name)
                || sent.contains(item.href)
        }
    }
}

/// A client that sends requests for one calendar and interprets the responses.
package struct RemoteCalendar: Sendable {
    package let url: ResourceURL
    package let transport: any DAVTransport
    /// The number of items per request, which is reduced if the server refuses a request.
    let batchSize: Int

    package init(_ url: ResourceURL, _ transport: any DAVTransport, batchSize: Int = 250) {
        (self.url, self.transport, self.batchSize) = (url, transport, batchSize)
    }

    // MARK: - Listing

    /// Finds the changes since a token, or lists everything if there is no token or the server rejects it.
    func look(since token: String?, isFirst: Bool, reportsChanges: Bool) async throws(SyncFailure)
        -> RemoteLook
    {
        var notes: [String] = []
        var refusedToken = false
        if reportsChanges, let token {
            switch try await changes(since: token, withData: true) {
            case .success(let look): return look
            case .failure(let refusal):
                switch refusal.remedyForToken {
                case .listEverything:
                    refusedToken = true
                    notes.append("cannot request changes: \(refusal); comparing all items")
                case .readAgain: throw .calendarGone
                default: throw .refused(refusal, "requesting changes")
                }
            }
        } else if reportsChanges, isFirst {
            // The calendar is listed without contents, which are then read in portions.
            if case .success(var look) = try await changes(since: nil, withData: false) {
                look.isComplete = look.isWhole
                return look
            }
        }
        var look = try await listing()
        look.notes = notes
        look.refusedToken = refusedToken
        return look
    }

    /// Returns the changes since a token, page by page.
    func changes(
        since token: String?,
        withData: Bool
    ) async throws(SyncFailure) -> Result<RemoteLook, DAVRefusal> {
        var look = RemoteLook(of: url)
        look.syncToken = token
        for page in 0..<100_000 {
            let request = DAVRequest.syncCollection(url, since: look.syncToken, withData: withData)
            let rows: AnswerRows
            switch try await report(request) {
            case .success(let found): rows = found
            case .failure(let refusal):
                if page == 0 { return .failure(refusal) }
                throw .refused(refusal, "requesting changes")
            }
            rows.add(to: &look)
            guard look.rows.count <= Self.mostRows else { throw Self.tooManyRows }
            let isProgress = rows.syncToken != nil && rows.syncToken != look.syncToken
            if let next = rows.syncToken { look.syncToken = next } else { look.syncToken = nil }
            guard rows.isPartial else { return .success(look) }
            guard isProgress else { break }
        }
        look.isWhole = false
        look.syncToken = nil
        return .success(look)
    }

    /// Returns all items' versions and the calendar's tokens.
    private func listing() async throws(SyncFailure) -> RemoteLook {
        let properties: [DAVProperty] = [.entityTag, .resourceType, .contentType, .syncToken, .changeTag]
        switch try await report(.properties(properties, of: url, .members)) {
        case .success(let rows):
            var look = RemoteLook(of: url)
            rows.add(to: &look)
            guard rows.hasCalendar, !rows.isPartial else {
                throw .answer("the server does not list the calendar completely")
            }
            look.isComplete = look.isWhole
            (look.syncToken, look.changeTag) = (rows.calendar.syncToken, rows.calendar.changeTag)
            return look
        case .failure(let refusal):
            if refusal.status.isGone { throw .calendarGone }
            throw .refused(refusal, "listing the calendar")
        }
    }

    // MARK: - Fetching

    /// Reads items.
    ///
    /// A nil row means that the item is gone. If an item has no row at all, its state is unknown.
    func fetch(_ hrefs: [Href]) async throws(SyncFailure) -> RemoteRows {
        var found = RemoteRows(in: url.href)
        var batches = MultigetBatches(hrefs, size: batchSize)
        while let batch = batches.next() {
            switch try await report(.multiget(url, batch)) {
            case .success(let rows):
                let asked = Set(batch)
                for case (let href, let item?) in rows.items where asked.contains(href) && item.data != nil {
                    batches.answered(href)
                    found[href] = item
                }
                for href in rows.gone where asked.contains(href) {
                    batches.answered(href)
                    found[href] = .some(nil)
                }
            case .failure(let refusal):
                switch refusal.remedy {
                case .authenticate: throw .refused(refusal, "reading items")
                case .wait where [429, 503].contains(refusal.status.code):
                    throw .refused(refusal, "reading items")
                default: batches.refused()
                }
            }
        }
        for href in batches.unaccounted {
            if let item = try await get(href) { found[href] = item }
        }
        return found
    }

    /// Requests a single item; returns nil if the response is inconclusive.
    private func get(_ href: Href) async throws(SyncFailure) -> RemoteItem?? {
        let answer = try await send(.get(ResourceURL(url.origin, href)))
        if answer.status.isGone { return .some(nil) }
        guard answer.status.isSuccess, !answer.isWebPage, let tag = answer.fields.entityTag else {
            return nil
        }
        // A weak tag cannot protect a write, so the item must be read again before it is written.
        let scheduleTag = answer.fields["Schedule-Tag"].flatMap { EntityTag($0) }
        return RemoteItem(href: href, tag: tag, scheduleTag: scheduleTag, data: answer.body)
    }

    // MARK: - Writing

    enum Written: Sendable {
        /// The stored version and its schedule tag. The version is nil unless the server confirms that it stored the
        /// item as sent.
        case stored(EntityTag?, EntityTag?)
        /// The item has changed or no longer exists.
        case changed
        /// Another item has the same UID.
        case duplicate(Href?)
        case refused(DAVRefusal)
    }

    func put(
        _ bytes: [UInt8],
        at href: Href,
        if condition: DAVRequest.Condition
    ) async throws(SyncFailure) -> Written {
        return try await write(.put(ResourceURL(url.origin, href), bytes, if: condition))
    }

    func delete(_ href: Href, at tag: EntityTag) async throws(SyncFailure) -> Written {
        try await write(.delete(ResourceURL(url.origin, href), if: .unchanged(tag)))
    }

    /// Moves an item from another calendar to this one; returns false unless the server confirms the move.
    func move(_ item: ResourceURL, at tag: EntityTag, to href: Href) async throws(SyncFailure) -> Bool {
        let answer = try await send(.move(item, to: href, if: .unchanged(tag)))
        return [201, 204].contains(answer.status.code)
    }

    private func write(_ request: DAVRequest) async throws(SyncFailure) -> Written {
        let answer = try await send(request)
        guard let refusal = DAVRefusal(answer, to: request.method) else {
            let scheduleTag = answer.fields["Schedule-Tag"].flatMap { EntityTag($0) }
            return .stored(answer.provesStorage ? answer.storedTag : nil, scheduleTag)
        }
        switch refusal.remedy {
        case .readAgain: return .changed
        case .findDuplicate:
            let other = refusal.href.flatMap { try? Href($0, from: url) }
            return .duplicate(other.flatMap { $0.isMember(of: url.href) ? $0 : nil })
        case .authenticate: throw .refused(refusal, "writing an item")
        case .wait where [429, 503].contains(refusal.status.code): throw .refused(refusal, "writing an item")
        default: return .refused(refusal)
        }
    }

    // MARK: - Sending

    private static let largestItem = 64 << 20
    /// The maximum number of items in one listing, including removed items.
    static let mostRows = 500_000
    static let tooManyRows = SyncFailure.answer("limit reached: the server lists more than \(mostRows) items")

    private func send(_ request: DAVRequest) async throws(SyncFailure) -> DAVAnswer {
        do throws(TransportFailure) {
            let failure = SyncFailure.answer("the item is too large")
            return try await transport.answer(to: request, limit: Self.largestItem, orFail: failure)
        } catch {
            throw .transport(error)
        }
    }

    private func report(_ request: DAVRequest) async throws(SyncFailure) -> Result<AnswerRows, DAVRefusal> {
        let rows = Lock(AnswerRows(url))
        let answer: DAVAnswer
        do throws(TransportFailure) {
            answer = try await transport.send(request) { bytes in
                try rows.withLock { rows in
                    try rows.read(Array(bytes))
                    guard rows.count <= Self.mostRows else { throw Self.tooManyRows }
                }
            }
        } catch {
            if case .stopped(let reason) = error.kind {
                throw .answer("the response cannot be read: \(reason)")
            }
            throw .transport(error)
        }
        guard answer.status.isSuccess else {
            guard let refusal = DAVRefusal(answer) else {
                throw .answer("unexpected response: \(answer.status)")
            }
            return .failure(refusal)
        }
        do throws(XMLFailure) {
            return .success(try rows.withLock { rows throws(XMLFailure) in try rows.finished() })
        } catch {
            throw .answer("the response cannot be read: \(error)")
        }
    }
}

/// A response's rows, collected as bytes arrive.
private struct AnswerRows: Sendable {
    private var reader = MultistatusReader()
    private var report: CollectionReport
    private let url: ResourceURL
    private(set) var items: RemoteRows
    private(set) var gone: [Href] = []
    private(set) var problems: [String] = []
    private(set) var syncToken: String?
    private(set) var hasCalendar = false
    private(set) var calendar = ResourceProperties()

    init(_ url: ResourceURL) {
        self.url = url
        report = CollectionReport(of: url)
        items = RemoteRows(in: url.href)
    }

    var isPartial: Bool { report.isPartial }
    /// The number of rows, including duplicates.
    private(set) var count = 0

    mutating func read(_ bytes: [UInt8]) throws(XMLFailure) {
        for response in try reader.read(bytes) {
            let rows = report.rows(response)
            // The calendar itself has no row.
            if rows.isEmpty, let bytes = response.hrefs.first, (try? Href(bytes, from: url)) == url.href,
                response.status == nil
            {
                (hasCalendar, calendar) = (true, response.properties)
            }
            count += rows.count
            for row in rows {
                switch row {
                case .item(let item):
                    items[item.href] = RemoteItem(
                        href: item.href,
                        tag: item.tag,
                        scheduleTag: item.scheduleTag,
                        data: item.data
                    )
                case .gone(let href): gone.append(href)
                case .problem(let href, let words):
                    problems.append(href.map { "\($0.lastComponent): \(words)" } ?? words)
                }
            }
        }
    }

    mutating func finished() throws(XMLFailure) -> AnswerRows {
        syncToken = try reader.finish().syncToken
        return self
    }

    func add(to look: inout RemoteLook) {
        // Some servers report an item twice if it was removed and created again.
        for href in gone where !items.contains(href) { look.rows[href] = .some(nil) }
        look.rows.merge(items)
        if !problems.isEmpty { look.isWhole = false }
        look.notes += problems.prefix(5).map { $0.onOneLine }
        if problems.count > 5 { look.notes.append("\(problems.count - 5) more responses like this") }
    }
}

extension DAVAnswer {
    /// Whether a successful response to a write proves that the write took place.
    ///
    /// A login page or an unreadable list of results is not proof.
    fileprivate var provesStorage: Bool {
        switch status.code {
        case 202: false
        case 207: MultistatusReader.responses(of: self) != nil
        default: !isWebPage
        }
    }
}
