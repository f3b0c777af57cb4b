extension NominalDuration {
    /// So many weeks, as seven calendar days each.
    ///
    /// ```swift
    /// event.duration = .weeks(2)                  // P2W
    /// ```
    public static func weeks(_ count: Int) -> NominalDuration {
        NominalDuration(days: heldProduct(count, 7))
    }

    /// So many calendar days: they end at the same wall-clock time, whatever the clocks do.
    ///
    /// ```swift
    /// NominalDuration.days(3).description  // "P3D"
    /// ```
    public static func days(_ count: Int) -> NominalDuration {
        NominalDuration(days: count)
    }

    /// So many exact hours.
    ///
    /// ```swift
    /// event.duration = .hours(1)                  // PT1H
    /// ```
    public static func hours(_ count: Int) -> NominalDuration {
        NominalDuration(seconds: heldProduct(count, 3600))
    }

    /// So many exact minutes.
    ///
    /// ```swift
    /// NominalDuration.minutes(90).description  // "PT1H30M"
    /// ```
    public static func minutes(_ count: Int) -> NominalDuration {
        NominalDuration(seconds: heldProduct(count, 60))
    }

    /// So many seconds.
    ///
    /// ```swift
    /// NominalDuration.seconds(45).description  // "PT45S"
    /// ```
    public static func seconds(_ count: Int) -> NominalDuration {
        NominalDuration(seconds: count)
    }

    /// The same length the other way round: before instead of after.
    ///
    /// ```swift
    /// (-NominalDuration.minutes(15)).description  // "-PT15M"
    /// ```
    public static prefix func - (duration: NominalDuration) -> NominalDuration {
        NominalDuration(days: heldProduct(duration.days, -1), seconds: heldProduct(duration.seconds, -1))
    }
}
