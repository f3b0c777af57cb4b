public import Foundation
import ICalendar
import SystemIO

/// A location with optional coordinates.
///
/// ```swift
/// let place = EKStructuredLocation(title: "Town hall")
/// place.geoLocation = CLLocation(latitude: 52.5186, longitude: 13.4083)
/// ekEvent.structuredLocation = place
/// ```
// The class is Sendable because one lock protects all of its state.
open class EKStructuredLocation: EKObject, NSCopying, @unchecked Sendable {
    private let state: Lock<AppleLocation>

    /// Creates a location without a title.
    ///
    /// ```swift
    /// EKStructuredLocation().title  // nil
    /// ```
    public override convenience init() {
        self.init(Self.location(title: nil, position: nil, radius: nil))
    }

    /// Creates a location with a title.
    ///
    /// ```swift
    /// EKStructuredLocation(title: "Town hall").title  // "Town hall"
    /// ```
    public convenience init(title: String) {
        self.init(Self.location(title: title, position: nil, radius: nil))
    }

    init(_ location: AppleLocation) {
        state = Lock(location)
        super.init()
    }

    static func location(
        title: String?,
        position: (latitude: Double, longitude: Double)?,
        radius: Double?
    ) -> AppleLocation {
        var location = AppleLocation(
            title: title ?? "",
            latitude: position?.latitude ?? 0,
            longitude: position?.longitude ?? 0,
            radius: radius
        )
        location.title = title
        if position == nil { location.position = nil }
        return location
    }

    /// The location as the underlying store represents it.
    var location: AppleLocation { state.withLock { $0 } }

    /// The location's title: `EKStructuredLocation(title: "Town hall").title // "Town hall"`.
    open var title: String? {
        get { location.title }
        set { state.withLock { $0.title = newValue } }
    }

    /// The coordinates, or nil: `place.geoLocation = CLLocation(latitude: 52.5186, longitude: 13.4083)`.
    open var geoLocation: CLLocation? {
        get {
            location.position.map { CLLocation(latitude: $0.latitude, longitude: $0.longitude) }
        }
        set {
            let coordinate = newValue?.coordinate
            state.withLock { $0.position = coordinate.map { ($0.latitude, $0.longitude) } }
        }
    }

    /// The radius in meters, or 0 for the default: `EKStructuredLocation(title: "Town hall").radius // 0.0`.
    open var radius: Double {
        get { location.radius ?? 0 }
        set { state.withLock { $0.radius = newValue == 0 ? nil : newValue } }
    }

    /// Returns an independent copy.
    ///
    /// ```swift
    /// let copy = EKStructuredLocation(title: "Town hall").copy() as? EKStructuredLocation
    /// ```
    open func copy(with zone: NSZone? = nil) -> Any { EKStructuredLocation(location) }
}
