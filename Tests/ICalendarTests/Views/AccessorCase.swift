import ICalendar
import Testing

@testable import ICalendarCore

/// One accessor of a view on a component: a line of a file, and the Swift value that it is.
struct AccessorCase: Sendable, CustomTestStringConvertible {
    /// The content line, its parameters in the order in which the setter writes them.
    let line: String
    /// The name of the component that the view is on.
    let component: String
    let testDescription: String
    /// Whether the accessor reads the value from a component.
    let reads: @Sendable (Component) -> Bool
    /// Whether the accessor reads what it gives for a component without the property.
    let readsNothing: @Sendable (Component) -> Bool
    /// Writes the value into a component, through the accessor.
    let write: @Sendable (Component) -> Component
    /// Takes the value away through the accessor; nil where it cannot be taken away.
    let remove: (@Sendable (Component) -> Component)?
    /// Whether any text is a value.
    let isText: Bool

    /// A case of an accessor that gives `absent` where there is no property, and takes the property away when that is
    /// set, unless it is a value like others.
    init<View: ComponentView, Read: Equatable & Sendable>(
        _ line: String,
        _ path: any WritableKeyPath<View, Read> & Sendable,
        _ value: Read,
        absent: Read,
        removes: Bool = true
    ) {
        self.line = line
        component = View.componentName
        testDescription = "\(View.componentName) \(line)"
        reads = { View($0)[keyPath: path] == value }
        readsNothing = { View($0)[keyPath: path] == absent }
        write = {
            var view = View($0)
            view[keyPath: path] = value
            return view.component
        }
        let taken: @Sendable (Component) -> Component = {
            var view = View($0)
            view[keyPath: path] = absent
            return view.component
        }
        remove = removes ? taken : nil
        isText =
            value is String? || value is [String] || value is [any PropertyView] || value is any PropertyView
    }

    /// A case of an accessor that is nil where there is no property.
    init<View: ComponentView, Read: Equatable & Sendable>(
        _ line: String,
        _ path: any WritableKeyPath<View, Read?> & Sendable,
        _ value: Read
    ) {
        self.init(line, path, .some(value), absent: nil)
    }

    /// A case of an accessor that is empty where there is no property.
    init<View: ComponentView, Read: Equatable & Sendable>(
        _ line: String,
        _ path: any WritableKeyPath<View, [Read]> & Sendable,
        _ value: [Read]
    ) {
        self.init(line, path, value, absent: [])
    }

    /// The property of the line, as a file would give it.
    func property() throws -> Property {
        // Which words a STATUS may hold depends on the component; other lines are read alike in all of them.
        let holder = line.hasPrefix("STATUS:") ? component : "VEVENT"
        let (property, diagnostics) = try Sample.property(line, in: holder)
        #expect(diagnostics.isEmpty, "\(line)")
        return try #require(property)
    }
}

/// A date or time; the first of January 1970 would be a typing error.
func time(_ text: String, in zone: String? = nil) -> EventTime {
    (try? EventTime(text, in: zone)) ?? .date(CivilDate(dayNumber: 0))
}

/// An instant, from a time in UTC.
func instant(_ text: String) -> Instant {
    Instant(secondsSince1970: time(text).civil.secondNumber)
}
