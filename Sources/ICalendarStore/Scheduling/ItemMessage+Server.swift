import ICalendar

// Messages that a calendar server delivers, and usually applies by itself (RFC 6638 section 4.1).
extension ItemMessage {
    /// Returns whether an item shows the effect of the message.
    ///
    /// Servers change DTSTAMP and SEQUENCE when they apply a message, so the contents are compared.
    func isShown(by item: StoredItem) -> Bool {
        var items = ItemComponents(item)
        return components.allSatisfy { component in
            let own: Component?
            if let id = Event(component).recurrenceID {
                let isRange = component.isForAllThatFollow
                let place = (try? items.place(of: id, in: component, forAllThatFollow: isRange)) ?? nil
                own = place.map { items.components[$0] }
            } else {
                own = item.master
            }
            switch method {
            case nil, .publish, .request, .add:
                guard let own, own.revisionNumber >= component.revisionNumber, !own.isCancelled else {
                    return false
                }
                return own.sentContent == component.sentContent
            // A series that excludes an occurrence shows its cancellation.
            case .cancel: return own?.isCancelled ?? component.isOverride
            case .reply:
                guard let own else { return false }
                let stored = Event(own).attendees
                return Event(component).attendees.allSatisfy { $0.isAnswerShown(by: stored) }
            case .refresh, .counter, .declineCounter: return false
            }
        }
    }
}

extension Attendee {
    /// Returns whether the attendees of an item include this answer.
    fileprivate func isAnswerShown(by attendees: [Attendee]) -> Bool {
        guard let stored = attendees.first(where: { $0.key == key }) else { return false }
        return stored.status == status
            && Set(delegates.map(Self.key(of:))).isSubset(of: stored.delegates.map(Self.key(of:)))
    }
}
