package import ICalendarCore

/// A violation together with what mends it.
package struct Finding {
    package var violation: Violation
    /// The place of the property that it is about, or nil when it is about the component.
    package var place: Int?
    package let mend: Mend?

    /// Whether the repair removes a repeated parameter.
    ///
    /// The values of a list parameter are merged instead.
    var losesParameter: Bool {
        violation.code == .repeatedParameter && violation.repair?.hasPrefix("remove") == true
    }
}

/// A change to one component that mends a violation.
package enum Mend {
    /// Adds a property in front of the others, or behind them.
    case insert(isFirst: Bool, property: () -> Property)
    case remove(Int)
    case edit(Int, change: (inout Property) -> Void)

    /// Writes the property at this place anew, as it was read.
    case rewrite(Int)

    /// Removes the component at this place directly inside the calendar, which is a copy of another.
    case removeComponent(Int)

    /// Takes out the component that it is about; `isLoss` where somebody may miss it.
    case removeOwner(isLoss: Bool)

    case insertComponent(() -> Component)

    /// The place of the property that is changed and stays, or nil.
    var edited: Int? {
        switch self {
        case .edit(let place, _), .rewrite(let place): place
        case .insert, .remove, .removeComponent, .removeOwner, .insertComponent: nil
        }
    }

    var removedComponent: Int? { if case .removeComponent(let place) = self { place } else { nil } }

    func apply(to property: inout Property) {
        switch self {
        case .edit(_, let change): change(&property)
        case .rewrite: property.writeAnew()
        case .insert, .remove, .removeComponent, .removeOwner, .insertComponent: break
        }
    }
}

extension Property {
    /// Lets go of the bytes that were read, so that the line is written as its parts say.
    package mutating func writeAnew() {
        let value = value
        self.value = value
    }

    /// Says this time in the place of the value, with the VALUE and TZID that it needs; the line stays.
    mutating func setTime(_ time: EventTime) {
        let other = Property(name, at: time, keeping: parameters)
        value = other.value
        parameters = other.parameters
    }
}

/// What was taken out of a component, as the rules forbid it.
package struct LeftOut {
    /// How many properties, or parts of them, and components.
    package private(set) var count = 0
    /// What was wrong with the first of them.
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
