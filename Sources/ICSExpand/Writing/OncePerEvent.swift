import ICalendar

/// What is made of an event once, for all its occurrences; the event is decoded for it and forgotten.
struct OncePerEvent<Product: Sendable> {
    /// What was found wrong with the events, in the order in which they were decoded.
    private(set) var diagnostics: [Diagnostic] = []
    private var known: [ObjectIdentifier: Product] = [:]
    private let make: @Sendable (Occurrence, Event) -> Product
    /// Products are dropped all at once when there are so many, so that memory stays bounded.
    private let capacity = 20_000
    /// The events whose diagnostics are in the list.
    private var told: Set<ObjectIdentifier> = []

    /// Makes products by a function of an occurrence and its event.
    init(_ make: @escaping @Sendable (Occurrence, Event) -> Product) {
        self.make = make
    }

    /// The product of an occurrence's event, kept when further instances may come.
    mutating func product(for occurrence: Occurrence) -> Product {
        guard occurrence.recurrenceID != nil else { return decode(occurrence) }
        if let product = known[occurrence.eventIdentity] { return product }
        if known.count >= capacity { known.removeAll(keepingCapacity: true) }
        let product = decode(occurrence)
        known[occurrence.eventIdentity] = product
        return product
    }

    private mutating func decode(_ occurrence: Occurrence) -> Product {
        let (event, found) = occurrence.decodedEvent()
        if !found.isEmpty, told.insert(occurrence.eventIdentity).inserted { diagnostics += found }
        return make(occurrence, event)
    }
}
