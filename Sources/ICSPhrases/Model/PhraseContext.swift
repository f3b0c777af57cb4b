package import ICalendar

/// The order of day and month in a date such as 12/1.
package enum DateOrder: Sendable, Hashable {
    case dayFirst
    case monthFirst
    case unknown

    /// Creates the customary order for a locale such as `en_US.UTF-8`.
    ///
    /// No order is assumed for C and POSIX, or for regions where both orders are common.
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

/// The kind of item that a phrase describes.
enum PhrasePurpose: Hashable {
    case event
    /// A reminder. A reminder can be due `by` a time, have a priority such as `!1`, or have no time at all.
    case reminder
    /// A time without a title.
    case time
}

/// The current time and the locale, which determine the meaning of a phrase.
package struct PhraseContext: Sendable {
    package var now: Instant
    package var zone: Zone
    package var order: DateOrder
    /// The day for a time without a day.
    ///
    /// If nil, a time without a day means its next occurrence.
    package var day: CivilDate?
    /// Whether a time earlier today is valid, as it is for the start of a search.
    package var allowsPast = false

    package init(now: Instant, zone: Zone, order: DateOrder, day: CivilDate? = nil) {
        self.now = now
        self.zone = zone
        self.order = order
        self.day = day
    }

    /// The current local time in the zone, without seconds.
    var present: CivilDateTime {
        let civil = zone.civil(at: now)
        return civil.adding(seconds: -civil.second)
    }

    var today: CivilDate { present.date }
}
