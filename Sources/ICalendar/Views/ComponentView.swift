/// A typed view on a component: getters read its properties, setters write them.
///
/// A view holds nothing but the component, so whatever the view has no name for stays where it was.
public protocol ComponentView: Sendable, Hashable {
    /// The name of the components that the view is made for, in capitals, such as `VEVENT`.
    static var componentName: String { get }
    /// The component that is read and written.
    var component: Component { get set }
    /// A view on this component; its name is not checked.
    init(_ component: Component)
}

extension ComponentView {
    /// A view on a new component without any property.
    public init() {
        self.init(Component(Self.componentName))
    }

    /// The line of BEGIN in the file, from 1, or nil when the component was not read from a file.
    public var line: Int? { component.line }

    /// The views of this type on the components inside `component`, in the order of the file.
    static func views(in component: Component) -> [Self] {
        component.components.filter { $0.name == componentName }.map(Self.init)
    }

    /// Puts these views in the place of all components of their name inside `component`.
    static func replace(in component: inout Component, with views: [Self]) {
        component.components.removeAll { $0.name == componentName }
        component.components += views.map(\.component)
    }
}
