import ICalendar
import Testing

@testable import ICalendarCore

/// An accessor of a component view: a content line and its Swift value.
struct AccessorCase: Sendable, CustomTestStringConvertible {
    /// The content line, with its parameters in the order written by the setter.
    let line: String
    /// The name of the view's component.
    let component: String
    let testDescription: String
    /// Returns whether the accessor reads the value from a component.
    let reads: @Sendable (Component) -> Bool
    /// Returns whether the accessor reads the default from a component without the property.
    let readsNothing: @Sendable (Component) -> Bool
    /// Writes the value into a component with the accessor.
    let write: @Sendable (Component) -> Component
    /// Removes the value with the accessor; nil if it cannot be removed.
    let remove: (@Sendable (Component) -> Component)?
    /// Whether any text is a valid value.
    let isText: Bool

    /// Creates a case whose accessor returns `absent` if the property is missing.
    ///
    /// Setting `absent` removes the property, unless it is an ordinary value.
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

    /// Creates a case whose accessor returns nil if the property is missing.
    init<View: ComponentView, Read: Equatable & Sendable>(
        _ line: String,
        _ path: any WritableKeyPath<View, Read?> & Sendable,
        _ value: Read
    ) {
        self.init(line, path, .some(value), absent: nil)
    }

    /// Creates a case whose accessor returns an empty array if the property is missing.
    init<View: ComponentView, Read: Equatable & Sendable>(
        _ line: String,
        _ path: any WritableKeyPath<View, [Read]> & Sendable,
        _ value: [Read]
    ) {
        self.init(line, path, value, absent: [])
    }

    /// Returns the property read from the line.
    func property() throws -> Property {
        // The valid words of STATUS depend on the component; other lines read the same in any component.
        let holder = line.hasPrefix("STATUS:") ? component : "VEVENT"
        let (property, diagnostics) = try Sample.property(line, in: holder)
        #expect(diagnostics.isEmpty, "\(line)")
        return try #require(property)
    }
}

/// Returns a date or time; an invalid text gives 1 January 1970.
func time(_ text: String, in zone: String? = nil) -> EventTime {
    (try? EventTime(text, in: zone)) ?? .date(CivilDate(dayNumber: 0))
}

/// Returns an instant from a time in UTC.
func instant(_ text: String) -> Instant {
    Instant(secondsSince1970: time(text).civil.secondNumber)
}
