public import Foundation
import ICalendarStore

/// A color.
///
/// This type replaces the Core Graphics type of the same name.
///
/// ```swift
/// ekCalendar.cgColor = CGColor(red: 0.2, green: 0.6, blue: 0.4, alpha: 1)
/// ```
public final class CGColor: NSObject, Sendable {
    private let rgba: [CGFloat]

    /// Creates a color from its components, each from 0 to 1.
    ///
    /// ```swift
    /// CGColor(red: 1, green: 0.5, blue: 0, alpha: 1).numberOfComponents  // 4
    /// ```
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        rgba = [red, green, blue, alpha]
    }

    /// Creates a color from its components in the sRGB color space.
    ///
    /// ```swift
    /// CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 1).alpha  // 1.0
    /// ```
    public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// The red, green, blue and alpha components, each from 0 to 1: `ekCalendar.cgColor.components?.count // 4`.
    public var components: [CGFloat]? { rgba }

    /// The number of components, always 4: `ekCalendar.cgColor.numberOfComponents // 4`.
    public var numberOfComponents: Int { rgba.count }

    /// The opacity from 0 to 1, always 1 for a calendar's color: `ekCalendar.cgColor.alpha // 1.0`.
    public var alpha: CGFloat { rgba[3] }

    /// Returns whether another object is a color with the same components.
    ///
    /// ```swift
    /// ekCalendar.cgColor.isEqual(ekCalendar.cgColor)  // true
    /// ```
    public override func isEqual(_ object: Any?) -> Bool { (object as? CGColor)?.rgba == rgba }

    /// The hash value of the components: `ekCalendar.cgColor.hash == ekCalendar.cgColor.hash // true`.
    public override var hash: Int { rgba.hashValue }

    convenience init(_ color: CalendarColor) {
        let parts = [color.red, color.green, color.blue].map { CGFloat($0) / 255 }
        self.init(red: parts[0], green: parts[1], blue: parts[2], alpha: 1)
    }

    /// The color as a `CalendarColor`, which has one byte per component.
    var calendarColor: CalendarColor {
        let bytes = rgba.map { $0.isFinite ? UInt8(min(max($0, 0), 1) * 255 + 0.5) : 0 }
        return CalendarColor(red: bytes[0], green: bytes[1], blue: bytes[2])
    }
}
