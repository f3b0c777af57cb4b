/// A component with a place on the earth.
///
/// ```swift
/// func isNorthern(_ component: some PlacedComponent) -> Bool { (component.position?.latitude ?? 0) > 0 }
/// ```
public protocol PlacedComponent: ComponentView {}

extension PlacedComponent {
    /// GEO (RFC 5545 section 3.8.1.6), in degrees north and east, as in `GEO:52.52;13.4`.
    public var position: (latitude: Double, longitude: Double)? {
        get {
            guard case .geo(let latitude, let longitude)? = component.first("GEO")?.value else { return nil }
            return (latitude, longitude)
        }
        set {
            component.setValue("GEO", newValue.map { .geo(latitude: $0.latitude, longitude: $0.longitude) })
        }
    }
}
