package import ICalendar

/// Divides messages between the calendar server and the user's mail program (RFC 6638 section 3.2).
package struct ServerDelivery: Sendable {
    /// The keys of the addresses on whose behalf the server acts.
    private let users: Set<String>
    /// The scheduling agents for organizers and attendees, by the keys of their addresses.
    private var organizers: [String: ScheduleAgent] = [:]
    private var attendees: [String: ScheduleAgent] = [:]

    /// - Parameters:
    ///   - addresses: The email addresses that the server acts for.
    ///   - components: The item's components before and after the change.
    package init(for addresses: some Sequence<String>, of components: [Component]) {
        users = Attendee.keys(ofEmails: addresses)
        for component in components {
            let event = Event(component)
            if let organizer = event.organizer { organizers[organizer.key] = organizer.scheduleAgent }
            for attendee in event.attendees { attendees[attendee.key] = attendee.scheduleAgent }
        }
    }

    /// Returns the messages that the server sends when the item is saved there, and those that the user sends.
    ///
    /// A message can be in both results with different recipients. People with SCHEDULE-AGENT=NONE get no message.
    package func divided(_ messages: [OutgoingMessage]) -> (server: [OutgoingMessage], own: [OutgoingMessage])
    {
        var (server, own): ([OutgoingMessage], [OutgoingMessage]) = ([], [])
        for message in messages {
            guard users.contains(message.sender.key), let agents = agents(for: message) else {
                own.append(message)
                continue
            }
            func part(_ agent: ScheduleAgent) -> OutgoingMessage? {
                var part = message
                part.recipients = message.recipients.filter { agents[$0.key, default: .server] == agent }
                // A server may know how to reach people without an email address.
                part.unreachable = []
                return part.recipients.isEmpty ? nil : part
            }
            if let part = part(.server) { server.append(part) }
            if let part = part(.client) { own.append(part) }
        }
        return (server, own)
    }

    /// Returns the recipients' agents for a message that servers send, or nil for any other message.
    ///
    /// Delegators, who would also get a reply by email, learn about the reply from the organizer's server.
    private func agents(for message: OutgoingMessage) -> [String: ScheduleAgent]? {
        switch message.method {
        // An attendee who delegates invites the delegate.
        case .request, .cancel: return organizers[message.sender.key] == nil ? nil : attendees
        case .reply:
            let first = message.components.lazy.compactMap { Event($0).organizer }.first
            guard let organizer = first?.key else { return nil }
            var agents = attendees.mapValues { _ in ScheduleAgent.none }
            agents[organizer] = organizers[organizer] ?? .server
            // Without the server, the delegators also get the email.
            if agents[organizer] == .client { agents = agents.mapValues { _ in .client } }
            return agents
        case .publish, .add, .refresh, .counter, .declineCounter: return nil
        }
    }
}

extension OutgoingMessage.Person {
    fileprivate var key: String { Attendee.key(of: CalendarAddress.mailto(email)) }
}
