#if CommandLine
    import ICalendar
    import ICalendarStore
    import ICalendarSync

    /// Message delivery by an account's server (RFC 6638).
    ///
    /// Saving an event on the server sends the messages.
    struct AccountDelivery {
        let account: String
        /// The user's addresses, as the server knows them.
        private let addresses: [String]
        private var components: [Component] = []

        /// Returns nil if the calendar has no server or its server does not send messages.
        init?(_ calendar: EventCalendar?, _ options: StoreOptions) {
            guard let account = calendar?.account, let accounts = try? options.accounts,
                let scheduling = accounts.scheduling(of: account), scheduling.isAutomatic
            else { return nil }
            (self.account, addresses) = (account, scheduling.addresses)
        }

        /// Returns the delivery for messages about an item with these components.
        func about(_ components: [Component]) -> AccountDelivery {
            var delivery = self
            delivery.components += components
            return delivery
        }

        /// Returns the organizer's address for a new meeting: the given one, if any, or one that the server knows.
        func organizer(_ options: StoreOptions) -> String? {
            guard options.ownAddresses.isEmpty else { return options.userAddresses.first }
            let known = Attendee.keys(ofEmails: addresses)
            let own = options.userAddresses.first { !known.isDisjoint(with: Attendee.keys(ofEmails: [$0])) }
            return own ?? addresses.first
        }

        /// Returns the messages that the server sends and those that the user sends.
        func divided(_ messages: [OutgoingMessage]) -> (server: [OutgoingMessage], own: [OutgoingMessage]) {
            ServerDelivery(for: addresses, of: components).divided(messages)
        }

        /// Returns notes about the messages that the server sends and those that the user must send.
        func notes(_ server: [OutgoingMessage], _ own: [OutgoingMessage]) -> [String] {
            var notes = server.map { message in
                let names = message.recipients.map(\.text).joined(separator: ", ")
                return
                    "the server of account '\(account)' will send the \(Self.noun(message)) to \(names) at the next "
                    + "`\(Program.name) refresh \(account)`"
            }
            var seen: Set<String> = []
            for message in own {
                guard let kind = Self.unsentKind(message), seen.insert(kind).inserted else { continue }
                notes.append(
                    "the server of account '\(account)' does not send \(kind); send the message yourself"
                )
            }
            return notes
        }

        private static func noun(_ message: OutgoingMessage) -> String {
            switch message.method {
            case .reply: "reply"
            case .cancel: "cancellation"
            default: message.isUpdate ? "updated invitation" : "invitation"
            }
        }

        /// Returns the kind of a message that servers never send, or nil if they usually send it.
        private static func unsentKind(_ message: OutgoingMessage) -> String? {
            switch message.method {
            case .counter: return "proposals"
            case .declineCounter: return "answers to proposals"
            case .refresh: return "requests for the latest version"
            case .request:
                let organizer = message.components.lazy.compactMap { Event($0).organizer }.first?.email
                return organizer == message.sender.email ? nil : "invitations of delegates"
            default: return nil
            }
        }
    }
#endif
