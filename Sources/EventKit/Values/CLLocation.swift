public import Foundation

/// Degrees of latitude or longitude: `let latitude: CLLocationDegrees = 52.5186`.
///
/// ```swift
/// let latitude: CLLocationDegrees = 52.5186
/// ```
public typealias CLLocationDegrees = Double

/// A position in degrees north and east, in place of Core Location's type of this name.
///
/// ```swift
/// let hall = CLLocationCoordinate2D(latitude: 52.5186, longitude: 13.4083)
/// ```
public struct CLLocationCoordinate2D: Sendable {
    /// Degrees north: `CLLocationCoordinate2D().latitude // 0.0`.
    public var latitude: CLLocationDegrees
    /// Degrees east: `CLLocationCoordinate2D().longitude // 0.0`.
    public var longitude: CLLocationDegrees

    /// Creates a position.
    ///
    /// ```swift
    /// CLLocationCoordinate2D(latitude: 52.5, longitude: 13.4).latitude  // 52.5
    /// ```
    public init(latitude: CLLocationDegrees = 0, longitude: CLLocationDegrees = 0) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A place on the map, in place of Core Location's type of this name.
///
/// ```swift
/// let place = EKStructuredLocation(title: "Town hall")
/// place.geoLocation = CLLocation(latitude: 52.5186, longitude: 13.4083)
/// ```
public final class CLLocation: NSObject, Sendable {
    /// The position: `CLLocation(latitude: 52.5, longitude: 13.4).coordinate.longitude // 13.4`.
    public let coordinate: CLLocationCoordinate2D

    /// Creates a place from a position in degrees north and east.
    ///
    /// ```swift
    /// CLLocation(latitude: 52.5, longitude: 13.4).coordinate.latitude  // 52.5
    /// ```
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        coordinate = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    }
}
