import ICalendar

/// The cancellation of an item or some of its occurrences (METHOD:CANCEL, RFC 5546 section 3.2.5).
///
/// Canceled components remain stored with STATUS:CANCELLED.
struct Cancellation: MessageMerge {
    private let now: Instant
    private var merged: ItemComponents
    private(set) var isChanged = false
    private var isWhole = false
    private var times = ShortList()
    private var refusals = ShortList()
    private var range: (key: Int, message: Component)?

    init(_ message: ItemMessage, of item: StoredItem, _ context: MessageContext) throws(StoreError) {
        now = item.now
        merged = ItemComponents(item)
        if let others = message.onlyOthers(invitedTo: item, context) {
            refusals.append("it cancels only the invitation of \(others)")
        } else if let whole = message.components.first(where: { !$0.isOverride }) {
            cancelAll(as: whole)
        } else {
            for component in message.components { try cancelOne(as: component) }
            finish()
        }
    }

    var components: [Component] { merged.components }

    var outcome: MessageOutcome {
        if isChanged {
            return .init(.cancelled, isWhole ? "" : ShortList.text(times, refusals))
        }
        return refusals.isEmpty
            ? .init(known: "; already canceled")
            : .init(.ignored, refusals.text)
    }

    private mutating func cancelAll(as message: Component) {
        isWhole = true
        let master = components.first { !$0.isOverride } ?? components.first
        guard let master, !Self.isOlder(message, than: master) else {
            refuse(message, master)
            return
        }
        for place in components.indices { cancel(at: place, as: message) }
    }

    private mutating func cancelOne(as message: Component) throws(StoreError) {
        guard let id = Event(message).recurrenceID else { return }
        let time = merged.words(of: id, in: message)
        let isRange = message.isForAllThatFollow
        // A range begins after occurrences with their own overrides, which are canceled at the end.
        var found = isRange ? try merged.range(from: id, in: message, mayBeExcluded: true) : nil
        if found == nil { found = try merged.place(of: id, in: message) }
        if let place = found {
            guard !isOlder(message, at: place) else { return refuse(message, components[place]) }
            cancel(at: place, as: message, isRange ? "\(time) and all that follow" : time)
        } else if !merged.isSlot(id) {
            // An excluded occurrence no longer exists.
            return refusals.append("the series has no occurrence at \(time)")
        }
        if isRange, let key = merged.key(of: id, in: message), key < range?.key ?? .max {
            range = (key, message)
        }
    }

    private mutating func finish() {
        guard let range else { return }
        for place in components.indices {
            guard let key = merged.key(at: place), key >= range.key else { continue }
            if isOlder(range.message, at: place) {
                if !components[place].isCancelled { refuse(range.message, components[place]) }
            } else {
                cancel(at: place, as: range.message)
            }
        }
    }

    private func isOlder(_ message: Component, at place: Int) -> Bool {
        let stored = components[place]
        return !merged.isNew(place) && !stored.holdsOnlyReplies && Self.isOlder(message, than: stored)
    }

    /// Returns whether a cancellation was sent before the stored revision, for example before the attendee was invited
    /// again.
    ///
    /// A cancellation without DTSTAMP is not older than a revision with the same SEQUENCE.
    private static func isOlder(_ message: Component, than stored: Component) -> Bool {
        guard message.revisionNumber == stored.revisionNumber else {
            return message.revisionNumber < stored.revisionNumber
        }
        guard let stamp = Event(message).stamp, let last = Event(stored).stamp else { return false }
        return stamp.secondsSince1970 < last.secondsSince1970
    }

    private mutating func refuse(_ message: Component, _ stored: Component?) {
        guard let stored else { return refusals.append("the stored item is empty") }
        refusals.append(
            "\(message.revision(besides: stored)) is older than the stored \(stored.revision(besides: message))"
        )
    }

    private mutating func cancel(at place: Int, as message: Component, _ time: String? = nil) {
        var component = components[place]
        let isNewer =
            merged.isNew(place) || component.holdsOnlyReplies
            || RevisionOrder(message, to: component) == .newer
        guard !component.isCancelled || isNewer && !merged.isNew(place) else { return }
        component.replace("STATUS", with: [Property("STATUS", .text("CANCELLED"))])
        component.noteModified(at: now)
        component.holdsOnlyReplies = false
        // Later messages are compared with this revision, which must never decrease. A new override starts with the
        // revision of its series.
        if isNewer {
            component.put("SEQUENCE", .integer(message.revisionNumber))
            if let stamp = message.first("DTSTAMP") { component.replace("DTSTAMP", with: [stamp]) }
        }
        merged.components[place] = component
        isChanged = true
        if let time { times.append(time) }
    }
}

// A cancellation that withdraws only some invitations (RFC 5546 section 3.2.5). STATUS does not decide this, since some
// programs, such as sabre/vobject, send the same message without STATUS when they cancel the whole event.
extension ItemMessage {
    /// Returns the names of the attendees whose invitations the message withdraws, or nil if it names no attendees or
    /// all of them.
    private func someAttendees(of item: StoredItem) -> (names: String, keys: Set<String>)? {
        let named = components.flatMap { Event($0).attendees }
        let keys = Set(named.map(\.key))
        let organizers = Set(item.own.compactMap { Event($0).organizer?.key })
        let invited = Set(item.own.flatMap { Event($0).attendees }.map(\.key))
        guard !keys.isEmpty, !invited.subtracting(organizers).isSubset(of: keys) else { return nil }
        var names = ShortList()
        for attendee in named { names.append(attendee.shownName) }
        return (names.text, keys)
    }

    /// Returns the names of the attendees whose invitations the message withdraws if the user is known to be another
    /// participant.
    func onlyOthers(invitedTo item: StoredItem, _ context: MessageContext) -> String? {
        guard let (names, keys) = someAttendees(of: item), keys.isDisjoint(with: context.users) else {
            return nil
        }
        let people = item.own.flatMap {
            Event($0).attendees.map(\.key) + [Event($0).organizer?.key].compactMap(\.self)
        }
        return context.users.isDisjoint(with: people) ? nil : names
    }

    /// Returns a warning if the message withdraws only some invitations, and the user's is not known to be one of them.
    ///
    /// The organizer sends such a message only to these attendees, so it presumably concerns the user.
    func guessedRecipient(of item: StoredItem, _ context: MessageContext) -> String? {
        guard method == .cancel, !components.contains(where: \.isCancelled),
            let (names, keys) = someAttendees(of: item), keys.isDisjoint(with: context.users)
        else { return nil }
        return
            "the message cancels only the invitation of \(names); assuming that this is you (see --address)"
    }
}
