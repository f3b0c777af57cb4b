/// A map location that Apple Calendar writes in addition to LOCATION (X-APPLE-STRUCTURED-LOCATION).
///
/// No RFC defines this property. The equivalent in RFC 9073 is ``StructuredLocation``.
///
/// ```swift
/// event.appleLocation = AppleLocation(title: "Town hall", latitude: 52.5186, longitude: 13.4083, radius: 70)
/// event.location = "Town hall"
/// ```
public struct AppleLocation: PropertyView {
    /// The underlying property: `place.property.parameters["X-APPLE-MAPKIT-HANDLE"]`.
    public var property: Property

    /// Creates a view of a property without checking the property's name.
    ///
    /// ```swift
    /// let place = AppleLocation(event.component.all("X-APPLE-STRUCTURED-LOCATION")[0])
    /// ```
    public init(_ property: Property) {
        self.property = property
    }

    /// Creates a place with a name, a position in degrees north and east, and an optional radius in meters.
    ///
    /// ```swift
    /// AppleLocation(title: "Town hall", latitude: 52.5186, longitude: 13.4083)
    /// ```
    public init(
        title: String,
        latitude: Double,
        longitude: Double,
        radius: Double? = nil,
        address: String? = nil
    ) {
        let parameters = [Parameter("VALUE", "URI")]
        property = Property("X-APPLE-STRUCTURED-LOCATION", .uri(""), parameters: parameters)
        self.address = address
        self.radius = radius
        self.title = title
        position = (latitude, longitude)
    }

    /// The place's name (X-TITLE): `X-TITLE=Town hall`.
    public var title: String? {
        get { property.parameters["X-TITLE"] }
        set { property[parameter: "X-TITLE"] = newValue }
    }

    /// The address as text (X-ADDRESS): `X-ADDRESS="Rathausstr. 15, Berlin"`.
    public var address: String? {
        get { property.parameters["X-ADDRESS"] }
        set { property[parameter: "X-ADDRESS"] = newValue }
    }

    /// The radius in meters (X-APPLE-RADIUS), as in `X-APPLE-RADIUS=70.5`, or nil if it is absent or not a number.
    public var radius: Double? {
        get { property.parameters["X-APPLE-RADIUS"].flatMap { AppleLocation.number($0, limit: 1e8) } }
        set {
            property[parameter: "X-APPLE-RADIUS"] = newValue.flatMap { AppleLocation.text($0, limit: 1e8) }
        }
    }

    /// The `geo:` URI of the place, as written.
    package var uri: String { property.value.string ?? "" }

    /// The position from the `geo:` URI (RFC 5870), in degrees north and east, or nil if the value has no position.
    ///
    /// Setting nil or an invalid position writes an empty value.
    public var position: (latitude: Double, longitude: Double)? {
        get {
            let uri = uri.trimmingBlanks
            guard uri.prefix(4).lowercased() == "geo:" else { return nil }
            let numbers = uri.dropFirst(4).prefix { $0 != ";" }.split(separator: ",", maxSplits: 2)
            guard numbers.count >= 2, let latitude = AppleLocation.number(numbers[0], limit: 90),
                let longitude = AppleLocation.number(numbers[1], limit: 180)
            else { return nil }
            return (latitude, longitude)
        }
        set {
            guard let newValue, let latitude = AppleLocation.text(newValue.latitude, limit: 90),
                let longitude = AppleLocation.text(newValue.longitude, limit: 180)
            else {
                property.value = .uri("")
                return
            }
            property.value = .uri("geo:\(latitude),\(longitude)")
        }
    }

    /// Parses a number, or returns nil if the string is not a number or its magnitude exceeds the limit.
    private static func number(_ text: some StringProtocol, limit: Double) -> Double? {
        guard let number = Double(text.trimmingBlanks), number.magnitude <= limit else { return nil }
        return number
    }

    /// Formats a number without an exponent and with at most six decimal places, a precision of about 10 cm on the map.
    private static func text(_ number: Double, limit: Double) -> String? {
        guard number.magnitude <= limit else { return nil }
        let millionths = Int((number * 1_000_000).rounded())
        let whole = millionths.magnitude / 1_000_000
        var decimals = padded(Int(millionths.magnitude % 1_000_000), 6)
        while decimals.hasSuffix("0") { decimals.removeLast() }
        return (millionths < 0 ? "-" : "") + "\(whole)" + (decimals.isEmpty ? "" : ".\(decimals)")
    }
}
