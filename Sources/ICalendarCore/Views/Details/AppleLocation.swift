/// An X-APPLE-STRUCTURED-LOCATION property: a place on the map, as Apple's Calendar writes it beside LOCATION.
///
/// No RFC has it; RFC 9073 has ``StructuredLocation`` for the same.
///
/// ```swift
/// event.appleLocation = AppleLocation(title: "Town hall", latitude: 52.5186, longitude: 13.4083, radius: 70)
/// event.location = "Town hall"
/// ```
public struct AppleLocation: PropertyView {
    /// The property that is read and written: `place.property.parameters["X-APPLE-MAPKIT-HANDLE"]`.
    public var property: Property

    /// A view on this property; its name is not checked.
    ///
    /// ```swift
    /// let place = AppleLocation(event.component.all("X-APPLE-STRUCTURED-LOCATION")[0])
    /// ```
    public init(_ property: Property) {
        self.property = property
    }

    /// A place by its name and its position, in degrees north and east; its radius is in metres.
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

    /// X-TITLE, the name of the place: `X-TITLE=Town hall`.
    public var title: String? {
        get { property.parameters["X-TITLE"] }
        set { property[parameter: "X-TITLE"] = newValue }
    }

    /// X-ADDRESS, where it is, in words: `X-ADDRESS="Rathausstr. 15, Berlin"`.
    public var address: String? {
        get { property.parameters["X-ADDRESS"] }
        set { property[parameter: "X-ADDRESS"] = newValue }
    }

    /// X-APPLE-RADIUS: how large it is, in metres, as in `X-APPLE-RADIUS=70.5`; nil when it is absent or no number.
    public var radius: Double? {
        get { property.parameters["X-APPLE-RADIUS"].flatMap { AppleLocation.number($0, limit: 1e8) } }
        set {
            property[parameter: "X-APPLE-RADIUS"] = newValue.flatMap { AppleLocation.text($0, limit: 1e8) }
        }
    }

    /// The `geo:` URI of the value as written.
    public var uri: String { property.value.string ?? "" }

    /// The position in the `geo:` URI (RFC 5870), in degrees north and east; nil when there is none.
    ///
    /// Setting what is no position, or nil, writes an empty value.
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

    /// A number within a limit on both sides.
    private static func number(_ text: some StringProtocol, limit: Double) -> Double? {
        guard let number = Double(text.trimmingBlanks), number.magnitude <= limit else { return nil }
        return number
    }

    /// Six decimals at most, which is a hand's breadth on the map, and never an exponent.
    private static func text(_ number: Double, limit: Double) -> String? {
        guard number.magnitude <= limit else { return nil }
        let millionths = Int((number * 1_000_000).rounded())
        let whole = millionths.magnitude / 1_000_000
        var decimals = padded(Int(millionths.magnitude % 1_000_000), 6)
        while decimals.hasSuffix("0") { decimals.removeLast() }
        return (millionths < 0 ? "-" : "") + "\(whole)" + (decimals.isEmpty ? "" : ".\(decimals)")
    }
}
