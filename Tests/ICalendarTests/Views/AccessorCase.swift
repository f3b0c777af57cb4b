import ICalendar
import Testing

@testable import ICalendarCore

/// A test case for a component view's accessor: a content line and its Swift value.
struct AccessorCase: Sendable, CustomTestStringConvertible {
    /// The content line, with parameters in the order in which the setter writes them.
    let line: String
    /// The component name of the view.
    let component: String
    let testDescription: String
    /// Returns whether the accessor reads the value from a component.
    let reads: @Sendable (Component) -> Bool
    /// Returns whether the accessor returns its default for a component without the property.
    let readsNothing: @Sendable (Component) -> Bool
    /// Writes the value to a component through the accessor.
    let write: @Sendable (Component) -> Component
    /// Removes the value through the accessor, or nil if it cannot be removed.
    let remove: (@Sendable (Component) -> Component)?
    /// Whether every text is a valid value.
    let isText: Bool

    /// Creates a case with an accessor that returns `absent` if the property is missing.
    ///
    /// Setting `absent` removes the property unless `absent` is an ordinary value.
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

    /// Creates a case with an accessor that returns nil if the property is missing.
    init<View: ComponentView, Read: Equatable & Sendable>(
        _ line: String,
        _ path: any WritableKeyPath<View, Read?> & Sendable,
        _ value: Read
    ) {
        self.init(line, path, .some(value), absent: nil)
    }

    /// Creates a case with an accessor that returns an empty array if the property is missing.
    init<View: ComponentView, Read: Equatable & Sendable>(
        _ line: String,
        _ path: any WritableKeyPath<View, [Read]> & Sendable,
        _ value: [Read]
    ) {
        self.init(line, path, value, absent: [])
    }

    /// Returns the property read from the line.
    func property() throws -> Property {
        // The valid values of STATUS depend on the component. Other lines mean the same in every component.
        let holder = line.hasPrefix("STATUS:") ? component : nil
        let (property, diagnostics) = try Sample.property(line, in: holder)
        #expect(diagnostics.isEmpty, "\(line)")
        return try #require(property)
    }
}

/// Returns a date or time.
///
/// Invalid text returns 1 January 1970.
func time(_ text: String, in zone: String? = nil) -> EventTime {
    (try? EventTime(text, in: zone)) ?? .date(CivilDate(dayNumber: 0))
}

/// Returns the instant for a UTC time.
func instant(_ text: String) -> Instant {
    Instant(secondsSince1970: time(text).civil.secondNumber)
}
