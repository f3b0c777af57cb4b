public import Foundation

/// A latitude or longitude in degrees: `let latitude: CLLocationDegrees = 52.5186`.
///
/// ```swift
/// let latitude: CLLocationDegrees = 52.5186
/// ```
public typealias CLLocationDegrees = Double

/// A coordinate in degrees north and east.
///
/// This type replaces the Core Location type of the same name.
///
/// ```swift
/// let hall = CLLocationCoordinate2D(latitude: 52.5186, longitude: 13.4083)
/// ```
public struct CLLocationCoordinate2D: Sendable {
    /// The latitude in degrees north: `CLLocationCoordinate2D().latitude // 0.0`.
    public var latitude: CLLocationDegrees
    /// The longitude in degrees east: `CLLocationCoordinate2D().longitude // 0.0`.
    public var longitude: CLLocationDegrees

    /// Creates a coordinate.
    ///
    /// ```swift
    /// CLLocationCoordinate2D(latitude: 52.5, longitude: 13.4).latitude  // 52.5
    /// ```
    public init(latitude: CLLocationDegrees = 0, longitude: CLLocationDegrees = 0) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A geographical location.
///
/// This type replaces the Core Location type of the same name.
///
/// ```swift
/// let place = EKStructuredLocation(title: "Town hall")
/// place.geoLocation = CLLocation(latitude: 52.5186, longitude: 13.4083)
/// ```
public final class CLLocation: NSObject, Sendable {
    /// The coordinate: `CLLocation(latitude: 52.5, longitude: 13.4).coordinate.longitude // 13.4`.
    public let coordinate: CLLocationCoordinate2D

    /// Creates a location from a latitude and longitude in degrees.
    ///
    /// ```swift
    /// CLLocation(latitude: 52.5, longitude: 13.4).coordinate.latitude  // 52.5
    /// ```
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        coordinate = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    }
}
