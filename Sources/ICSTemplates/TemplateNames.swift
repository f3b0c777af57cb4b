/// The names that a template can use.
enum TemplateNames {
    /// The names of list values.
    ///
    /// A section with one of these names is repeated for each element of the list.
    static let lists: Set<String> = ["calendars", "days", "events", "categories", "people"]

    /// The names of Boolean values, which are used for sections.
    static let flags: Set<String> = [
        "is_today", "all_day", "is_canceled", "is_tentative", "is_declined", "is_recurring", "is_conflicting",
        "is_organizer",
    ]

    /// The names of text values.
    static let texts: Set<String> = [
        // A page
        "page_title", "period", "zone", "notice",
        // A day
        "date", "day", "weekday", "month", "year",
        // An event, calendar or person
        "time", "start", "end", "title", "location", "notes", "url", "status", "uid", "place", "calendar",
        "color",
        "name", "email", "answer",
    ]

    /// The functions of swift-mustache, used as in `uppercased(title)`.
    static let functions: Set<String> = [
        "capitalized", "lowercased", "uppercased", "count", "empty", "first", "last", "index", "even", "odd",
        "plusone", "minusone", "equalzero",
    ]

    static func areKnown(_ name: String) -> Bool {
        lists.contains(name) || flags.contains(name) || texts.contains(name)
    }
}
