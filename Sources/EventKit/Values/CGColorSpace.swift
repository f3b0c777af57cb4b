public import Foundation

/// The color space sRGB, in place of Core Graphics' type of this name; no calendar on Linux has another one.
///
/// ```swift
/// let space = CGColorSpace(name: CGColorSpace.sRGB)
/// ```
public final class CGColorSpace: NSObject, Sendable {
    /// The name of the color space sRGB: `CGColorSpaceCreateDeviceRGB().name == CGColorSpace.sRGB // true`.
    public static let sRGB = "kCGColorSpaceSRGB"

    /// The name of the color space: `ekCalendar.cgColor.colorSpace?.name // "kCGColorSpaceSRGB"`.
    public let name: String?

    /// The kind of components, always red, green and blue: `ekCalendar.cgColor.colorSpace?.model // .rgb`.
    public var model: CGColorSpaceModel { .rgb }

    /// Creates a color space, or returns nil for a name other than ``sRGB``.
    ///
    /// ```swift
    /// CGColorSpace(name: "kCGColorSpaceDisplayP3")  // nil
    /// ```
    public convenience init?(name: String) {
        guard name == Self.sRGB else { return nil }
        self.init(name)
    }

    fileprivate init(_ name: String) { self.name = name }
}

/// The kinds of components of a color, as in Core Graphics.
///
/// ```swift
/// let isRed = ekCalendar.cgColor.colorSpace?.model == .rgb
/// ```
@frozen public enum CGColorSpaceModel: Int32, Sendable {
    /// Not known: `CGColorSpaceModel.unknown.rawValue // -1`.
    case unknown = -1
    /// A shade of gray: `CGColorSpaceModel.monochrome.rawValue // 0`.
    case monochrome = 0
    /// Red, green and blue, as all colors here: `CGColorSpaceModel.rgb.rawValue // 1`.
    case rgb = 1
    /// Colors of ink: `CGColorSpaceModel.cmyk.rawValue // 2`.
    case cmyk = 2
    /// Lightness and two axes of color: `CGColorSpaceModel.lab.rawValue // 3`.
    case lab = 3
    /// The components of a device: `CGColorSpaceModel.deviceN.rawValue // 4`.
    case deviceN = 4
    /// An index of a table: `CGColorSpaceModel.indexed.rawValue // 5`.
    case indexed = 5
    /// A pattern: `CGColorSpaceModel.pattern.rawValue // 6`.
    case pattern = 6
    /// Tristimulus values: `CGColorSpaceModel.XYZ.rawValue // 7`.
    case XYZ = 7
}

/// The treatment of colors that another color space lacks, as in Core Graphics.
///
/// ```swift
/// let color = ekCalendar.cgColor.converted(to: CGColorSpaceCreateDeviceRGB(), intent: .defaultIntent, options: nil)
/// ```
@frozen public enum CGColorRenderingIntent: Int32, Sendable {
    /// The usual treatment: `CGColorRenderingIntent.defaultIntent.rawValue // 0`.
    case defaultIntent = 0
    /// The nearest color: `CGColorRenderingIntent.absoluteColorimetric.rawValue // 1`.
    case absoluteColorimetric = 1
    /// The nearest color, relative to white: `CGColorRenderingIntent.relativeColorimetric.rawValue // 2`.
    case relativeColorimetric = 2
    /// All colors are shifted: `CGColorRenderingIntent.perceptual.rawValue // 3`.
    case perceptual = 3
    /// Saturation is kept: `CGColorRenderingIntent.saturation.rawValue // 4`.
    case saturation = 4
}

/// Returns the color space of the device, which is sRGB on Linux.
///
/// ```swift
/// CGColorSpaceCreateDeviceRGB().model  // .rgb
/// ```
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(CGColorSpace.sRGB) }

extension CGColor {
    /// Creates a color from its components in a color space, or returns nil without red, green, blue and alpha.
    ///
    /// ```swift
    /// CGColor(colorSpace: CGColorSpaceCreateDeviceRGB(), components: [1, 0.5, 0, 1])?.alpha  // 1.0
    /// ```
    public convenience init?(colorSpace: CGColorSpace, components: [CGFloat]) {
        guard components.count >= 4 else { return nil }
        self.init(red: components[0], green: components[1], blue: components[2], alpha: components[3])
    }

    /// The color space, always sRGB: `ekCalendar.cgColor.colorSpace?.model // .rgb`.
    public var colorSpace: CGColorSpace? { CGColorSpaceCreateDeviceRGB() }

    /// Returns the same color, as all colors are in the color space sRGB.
    ///
    /// ```swift
    /// let color = ekCalendar.cgColor.converted(to: CGColorSpaceCreateDeviceRGB(), intent: .defaultIntent, options: nil)
    /// ```
    public func converted(
        to colorSpace: CGColorSpace,
        intent: CGColorRenderingIntent,
        options: NSDictionary?
    ) -> CGColor? { self }
}
