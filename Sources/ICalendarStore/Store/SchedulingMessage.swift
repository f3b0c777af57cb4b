public import ICalendar

/// A scheduling message (RFC 5546), such as an invitation or a reply, with its sender's address.
///
/// ```swift
/// var message = SchedulingMessage(calendar, sender: "nora@studio.example")
/// message.allowsAnySender = true
/// ```
public struct SchedulingMessage: Sendable {
    /// The message, whose METHOD states its purpose: `schedulingMessage.calendar.schedulingMethod`.
    public var calendar: CalendarObject
    /// The sender's email address, or nil if the message did not arrive by email: `schedulingMessage.sender`.
    ///
    /// For an email that does not identify exactly one sender, use an empty string. Stored items are then left
    /// unchanged. An address is not proof of identity, since it is easy to forge.
    public var sender: String?
    /// Whether to apply the message even if its sender is not the person it claims to represent:
    /// `schedulingMessage.allowsAnySender = true`.
    public var allowsAnySender = false
    /// Whether a reply from an uninvited person adds that person as an attendee:
    /// `schedulingMessage.admitsUninvited = true`.
    public var admitsUninvited = false
    /// Whether the calendar server delivered the message.
    ///
    /// A server usually applies the messages that it delivers.
    package var isOfServer = false

    /// Creates a message.
    ///
    /// ```swift
    /// let message = SchedulingMessage(calendar, sender: "nora@studio.example")
    /// ```
    public init(_ calendar: CalendarObject, sender: String? = nil) {
        self.calendar = calendar
        self.sender = sender
    }
}

extension EventStore {
    package var messageContext: MessageContext { MessageContext(users: options.userAddresses) }

    /// Applies a message to its events and reminders, and returns the effect on each (RFC 5546).
    ///
    /// Revisions are compared by SEQUENCE and DTSTAMP, so messages may arrive in any order and more than once. The
    /// user's alarms, categories, and free/busy setting are preserved. Only PUBLISH and REQUEST messages add items,
    /// either to `calendar` or to the default calendar. Other messages apply to their item in any calendar, unless a
    /// calendar is specified.
    ///
    /// ```swift
    /// func receive(_ calendar: CalendarObject, into store: EventStore) throws {
    ///     for outcome in try store.process(SchedulingMessage(calendar)) { print(outcome) }
    /// }
    /// ```
    ///
    /// - Throws: ``StoreError/Code/eventStoreNotAuthorized``, ``StoreError/Code/calendarReadOnly``, or
    ///   another error if an item cannot be saved. Items saved before the error remain saved.
    @discardableResult
    public func process(
        _ message: SchedulingMessage,
        in calendar: EventCalendar? = nil,
        commit: Bool = true
    ) throws(StoreError) -> [MessageOutcome] {
        var items: [[Component]] = []
        var places: [String: Int] = [:]
        for component in message.calendar.component.components where EntityType(ofKind: component.name) != nil
        {
            let key = "\(component.name) \(component.text("UID") ?? "")"
            if let place = places[key] {
                items[place].append(component)
            } else {
                places[key] = items.count
                items.append([component])
            }
        }
        return try items.map { components throws(StoreError) in
            try receive(components, of: message, to: calendar, commit: commit)
        }
    }

    private func receive(
        _ components: [Component],
        of message: SchedulingMessage,
        to calendar: EventCalendar?,
        commit: Bool
    ) throws(StoreError) -> MessageOutcome {
        guard let first = components.first, let type = EntityType(ofKind: first.name) else {
            return .init(.ignored, "it is neither an event nor a reminder")
        }
        var context = messageContext
        context.allowsAnySender = message.allowsAnySender
        context.admitsUninvited = message.admitsUninvited
        context.isOfServer = message.isOfServer
        context.unknownMethod = message.calendar.unknownMethod
        let received = try receive(
            ItemMessage(message.calendar.schedulingMethod, components, sender: message.sender),
            of: message.calendar,
            to: calendar ?? home(ofItem: first.text("UID") ?? ""),
            type,
            in: context,
            commit: commit
        )
        var outcome = received.outcome
        if outcome.action != .ignored { outcome.itemIdentifier = received.identifier }
        return outcome
    }

    /// Returns the first calendar that contains an item with this UID.
    package func home(ofItem uid: String) -> EventCalendar? {
        let calendar = snapshot.calendars.first { holds(uid, in: $0) }
        let found = try? calendar.flatMap { try self.calendar(withIdentifier: $0.calendarIdentifier) }
        return found ?? nil
    }
}

extension EntityType {
    /// Creates the entity type for a component name, or nil for components other than events and reminders.
    fileprivate init?(ofKind name: String) {
        switch name {
        case Event.componentName: self = .event
        case Todo.componentName: self = .reminder
        default: return nil
        }
    }
}
