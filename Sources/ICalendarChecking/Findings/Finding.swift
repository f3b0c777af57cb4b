package import ICalendarCore

/// A violation together with its repair.
package struct Finding {
    package var violation: Violation
    /// The position of the affected property, or nil if the violation concerns the whole component.
    package var place: Int?
    package let mend: Mend?

    /// Whether the repair removes a duplicate parameter along with its values.
    ///
    /// If the parameter is a list, the duplicate's values are merged into the first one instead.
    var losesParameter: Bool {
        violation.code == .repeatedParameter && violation.repair?.hasPrefix("remove") == true
    }
}

/// A change to one component that repairs a violation.
package enum Mend {
    /// Inserts properties before or after all others and removes the properties at the `replacing` positions.
    case insertAll(isFirst: Bool, replacing: [Int] = [], properties: () -> [Property])
    case remove(Int)
    case edit(Int, change: (inout Property) -> Void)

    /// Divides the property at this position into several.
    case split(Int, parts: (Property) -> [Property])

    /// Rewrites the property at this position as the reader interprets it.
    case rewrite(Int)

    /// Removes the calendar's direct child at this position, a copy of another component.
    case removeComponent(Int)

    /// Removes the affected component. If a user might notice that the component is missing, `isLoss` is true.
    case removeOwner(isLoss: Bool)

    case insertComponent(() -> Component)

    static func insert(isFirst: Bool, property: @escaping () -> Property) -> Mend {
        .insertAll(isFirst: isFirst) { [property()] }
    }

    /// The positions of the removed properties.
    var removed: [Int] {
        switch self {
        case .remove(let place): [place]
        case .insertAll(_, let replaced, _): replaced
        case .edit, .rewrite, .split, .removeComponent, .removeOwner, .insertComponent: []
        }
    }

    /// The position of the property that is changed in place, or nil if there is none.
    var edited: Int? {
        switch self {
        case .edit(let place, _), .rewrite(let place), .split(let place, _): place
        case .insertAll, .remove, .removeComponent, .removeOwner, .insertComponent: nil
        }
    }

    var removedComponent: Int? { if case .removeComponent(let place) = self { place } else { nil } }

    func apply(to property: inout Property) {
        switch self {
        case .edit(_, let change): change(&property)
        case .rewrite: property.writeAnew()
        case .insertAll, .remove, .split, .removeComponent, .removeOwner, .insertComponent: break
        }
    }
}

extension Property {
    /// Discards the original bytes so that the writer formats the line from its parts.
    package mutating func writeAnew() {
        let value = value
        self.value = value
    }

    /// Replaces the value with a time, sets VALUE and TZID as needed, and keeps the line number.
    mutating func setTime(_ time: EventTime) { set(Property(name, at: time, keeping: parameters)) }

    /// Copies another property's value and parameters, but keeps the line number.
    mutating func set(_ other: Property) {
        value = other.value
        parameters = other.parameters
    }
}

/// A count of the content that a repair removed.
package struct LeftOut {
    /// The number of removed properties, property parts and components.
    package private(set) var count = 0
    /// The violation that caused the first removal.
    package private(set) var first: Violation?

    package init() {}

    package mutating func add(_ violation: Violation) {
        count += 1
        first = first ?? violation
    }

    package mutating func add(_ other: LeftOut) {
        count += other.count
        first = first ?? other.first
    }
}
