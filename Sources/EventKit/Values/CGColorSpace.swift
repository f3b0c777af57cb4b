public import Foundation

/// The sRGB color space.
///
/// This type replaces the Core Graphics type of the same name.
///
/// All calendars on Linux use sRGB.
///
/// ```swift
/// let space = CGColorSpace(name: CGColorSpace.sRGB)
/// ```
public final class CGColorSpace: NSObject, Sendable {
    /// The name of the sRGB color space: `CGColorSpaceCreateDeviceRGB().name == CGColorSpace.sRGB // true`.
    public static let sRGB = "kCGColorSpaceSRGB"

    /// The name of the color space: `ekCalendar.cgColor.colorSpace?.name // "kCGColorSpaceSRGB"`.
    public let name: String?

    /// The color model, always RGB: `ekCalendar.cgColor.colorSpace?.model // .rgb`.
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

/// The Core Graphics color models.
///
/// ```swift
/// let isRed = ekCalendar.cgColor.colorSpace?.model == .rgb
/// ```
@frozen public enum CGColorSpaceModel: Int32, Sendable {
    /// An unknown model: `CGColorSpaceModel.unknown.rawValue // -1`.
    case unknown = -1
    /// Grayscale: `CGColorSpaceModel.monochrome.rawValue // 0`.
    case monochrome = 0
    /// Red, green and blue, the only model that this module uses: `CGColorSpaceModel.rgb.rawValue // 1`.
    case rgb = 1
    /// Cyan, magenta, yellow and black: `CGColorSpaceModel.cmyk.rawValue // 2`.
    case cmyk = 2
    /// Lightness and two color axes: `CGColorSpaceModel.lab.rawValue // 3`.
    case lab = 3
    /// Device-specific components: `CGColorSpaceModel.deviceN.rawValue // 4`.
    case deviceN = 4
    /// An index into a color table: `CGColorSpaceModel.indexed.rawValue // 5`.
    case indexed = 5
    /// A pattern: `CGColorSpaceModel.pattern.rawValue // 6`.
    case pattern = 6
    /// Tristimulus values: `CGColorSpaceModel.XYZ.rawValue // 7`.
    case XYZ = 7
}

/// The handling of out-of-gamut colors, as in Core Graphics.
///
/// ```swift
/// let color = ekCalendar.cgColor.converted(to: CGColorSpaceCreateDeviceRGB(), intent: .defaultIntent, options: nil)
/// ```
@frozen public enum CGColorRenderingIntent: Int32, Sendable {
    /// The default handling: `CGColorRenderingIntent.defaultIntent.rawValue // 0`.
    case defaultIntent = 0
    /// Clips to the nearest color: `CGColorRenderingIntent.absoluteColorimetric.rawValue // 1`.
    case absoluteColorimetric = 1
    /// Clips to the nearest color relative to the white point: `CGColorRenderingIntent.relativeColorimetric.rawValue //
    /// 2`.
    case relativeColorimetric = 2
    /// Shifts all colors: `CGColorRenderingIntent.perceptual.rawValue // 3`.
    case perceptual = 3
    /// Preserves saturation: `CGColorRenderingIntent.saturation.rawValue // 4`.
    case saturation = 4
}

/// Returns the device color space, which is sRGB on Linux.
///
/// ```swift
/// CGColorSpaceCreateDeviceRGB().model  // .rgb
/// ```
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(CGColorSpace.sRGB) }

extension CGColor {
    /// Creates a color from red, green, blue and alpha components; nil if any component is missing.
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

    /// Returns the color itself, because all colors use sRGB.
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
