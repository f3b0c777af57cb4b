package import ICalendar

/// The order of day and month in a date such as 12/1.
package enum DateOrder: Sendable, Hashable {
    case dayFirst
    case monthFirst
    case unknown

    /// Creates the order that people use in a locale such as `en_US.UTF-8`.
    ///
    /// Nothing is assumed for C and POSIX, and for places where both orders are common.
    package init(locale: String?) {
        let name = locale?.prefix { $0 != "." && $0 != "@" } ?? ""
        let parts = name.split(separator: "_")
        switch (parts.first ?? "", parts.dropFirst().first ?? "") {
        case ("", _), ("C", _), ("POSIX", _), ("en", ""): self = .unknown
        case ("en", "US"): self = .monthFirst
        case ("en", "CA"), ("en", "PH"), ("fil", _), ("ja", _), ("zh", _), ("ko", _), ("hu", _), ("mn", _):
            self = .unknown
        default: self = .dayFirst
        }
    }
}

/// The kind of item that a phrase is about.
enum PhrasePurpose: Hashable {
    case event
    /// A reminder, which can be due `by` a time, have a priority such as `!1`, and have no time at all.
    case reminder
    /// A time without a title.
    case time
}

/// The present and the place to which a phrase is relative.
package struct PhraseContext: Sendable {
    package var now: Instant
    package var zone: Zone
    package var order: DateOrder
    /// The day that a time of day without a day means, or nil for the next time that the clocks show it.
    package var day: CivilDate?
    /// Whether a time earlier today is meant as such, as for the start of a search.
    package var allowsPast = false

    package init(now: Instant, zone: Zone, order: DateOrder, day: CivilDate? = nil) {
        self.now = now
        self.zone = zone
        self.order = order
        self.day = day
    }

    /// The wall-clock time in the zone, without seconds.
    var present: CivilDateTime {
        let civil = zone.civil(at: now)
        return civil.adding(seconds: -civil.second)
    }

    var today: CivilDate { present.date }
}
