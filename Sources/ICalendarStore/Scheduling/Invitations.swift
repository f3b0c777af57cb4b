import ICalendar

/// An item's components and the attendees whom each component invites.
struct Invitations {
    private(set) var components: [SentPlace: Component] = [:]
    private var invited: [SentPlace: Set<String>] = [:]
    /// The places that have no component in the item and follow the series.
    private var derived: Set<SentPlace> = []
    private var series: ItemComponents
    private let whole: Component?

    init(_ item: StoredItem) {
        series = ItemComponents(item)
        whole = item.own.first { !$0.isOverride }
        for component in item.own { note(component, at: SentPlace(component)) }
    }

    private mutating func note(_ component: Component, at place: SentPlace) {
        guard components[place] == nil else { return }
        components[place] = component
        let own = Event(component).attendees
        // Some programs omit the attendees in a changed occurrence.
        let attendees = own.isEmpty ? whole.map { Event($0).attendees } ?? [] : own
        invited[place] = component.isCancelled ? [] : Set(attendees.map(\.key))
    }

    /// Adds the occurrence that an override replaces, as the series defines it, if the series has that occurrence.
    mutating func add(occurrenceOf override: Component) throws(StoreError) {
        let place = SentPlace(override)
        guard components[place] == nil, let id = Event(override).recurrenceID,
            let index = try series.place(of: id, in: override, forAllThatFollow: override.isForAllThatFollow)
        else { return }
        note(series.components[index], at: place)
        derived.insert(place)
    }

    func isStored(_ place: SentPlace) -> Bool { !derived.contains(place) }

    func places(of key: String) -> Set<SentPlace> { Set(invited.filter { $0.value.contains(key) }.keys) }
}
