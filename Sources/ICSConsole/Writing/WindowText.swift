package import ICalendar

/// The bounds of a window as they would be typed: `2026-03-01 to 2026-04-01`.
package struct WindowText: CustomStringConvertible {
    /// Where the window starts, in the display zone.
    package let from: String
    /// Where it ends.
    package let to: String

    package var description: String { "\(from) to \(to)" }

    /// The text of a range.
    package init(_ range: Range<Instant>, in zone: Zone) {
        self.init(from: range.lowerBound, to: range.upperBound, in: zone)
    }

    /// The text of two bounds, which need not be in order.
    package init(from: Instant, to: Instant, in zone: Zone) {
        self.from = WindowText.text(from, in: zone)
        self.to = WindowText.text(to, in: zone)
    }

    /// A bound without its time of day where that is midnight.
    private static func text(_ instant: Instant, in zone: Zone) -> String {
        let civil = zone.civil(at: instant)
        return civil.secondOfDay == 0 ? civil.date.description : civil.description
    }
}
