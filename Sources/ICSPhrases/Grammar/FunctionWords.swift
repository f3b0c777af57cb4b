/// Words that indicate whether their neighbors belong to the title.
enum FunctionWords {
    /// Words that begin a new part of the sentence.
    ///
    /// The words before them can be a time.
    static let after: Set<String> = [
        "with", "w/", "for", "to", "about", "re", "at", "in", "from", "regarding", "via", "by", "on", "and",
        "until",
        "till", "til", "@", "-", "–", "—", "|", "/", "near", "around", "before", "after", "over", "then",
    ]

    /// Words that change the meaning of a time that follows them.
    static let before: Set<String> = [
        "about", "after", "around", "before", "between", "by", "during", "each", "every", "except", "for",
        "half",
        "last", "next", "no", "not", "of", "or", "other", "past", "previous", "quarter", "since", "than",
        "that",
        "the", "this", "til", "till", "to", "until", "via", "with", "within", "without", "your", "our", "his",
        "her",
        "their", "a", "an", "and", "&", "+", "re", "regarding", "vs", "vs.", "versus", "approx",
        "approximately", "ca",
        "~", "from", "on", "starting", "beginning", "late", "early", "mid", "first", "second", "third",
        "fourth",
        "through", "thru", "ending", "ends", "good", "black", "ash", "palm", "easter", "maundy", "shrove",
        "cyber", "super",
        "whit", "holy", "pancake", "blue", "bloody", "ruby", "end", "never", "only", "deadline", "due", "my",
        "why", "how", "is",
    ]

    /// Words that change the meaning of a time that precedes them.
    static let behind: Set<String> = [
        "week", "weeks", "weekend", "month", "months", "year", "years", "day", "days", "hour", "hours",
        "minute",
        "minutes", "min", "mins", "morning", "afternoon", "evening", "night", "ago", "later", "earlier", "or",
        "o'clock", "before", "after", "past", "ish", "sharp", "till", "until", "til", "to", "each", "every",
        "next",
        "last", "this", "except", "not", "est", "edt", "pst", "pdt", "cst", "cdt", "mst", "mdt", "bst", "cet",
        "cest",
        "eet", "eest", "ist", "jst", "kst", "aest", "aedt", "nzst", "wet", "west", "hst", "akst", "sgt",
        "hkt", "pt",
        "et", "ct", "mt", "uhr", "hrs", "then", "through", "thru", "-", "–", "—", "and", "of", "early",
        "late", "fortnight", "only",
    ]

    /// Units of time.
    static let units: Set<String> = [
        "week", "weeks", "weekend", "month", "months", "year", "years", "day", "days", "hour", "hours",
        "minute",
        "minutes", "fortnight", "quarter",
    ]

    /// Words that express a distance from a day or weekday that follows them.
    static let counting = units.union(["last", "previous", "past"])

    /// Units of a time of day.
    static let clockUnits: Set<String> = [
        "hour", "hours", "hr", "hrs", "h", "min", "mins", "minute", "minutes",
    ]

    /// Units for an event's length.
    static let lengths = clockUnits.union(["day", "days", "week", "weeks"])

    /// Abbreviations of time zones, which are all ambiguous.
    static let zones: Set<String> = [
        "utc", "gmt", "est", "edt", "pst", "pdt", "cst", "cdt", "mst", "mdt", "bst", "cet", "cest", "ist",
        "jst",
    ]

    /// Words for days and times that the grammar does not support.
    static let vague: Set<String> = [
        "weekend", "fortnight", "christmas", "xmas", "easter", "thanksgiving", "halloween", "nye", "diwali",
        "hanukkah",
        "ramadan", "valentine's", "valentines", "yesterday", "soon", "asap", "eod", "eow", "eom", "someday",
        "sometime",
        "overmorrow", "heute", "morgen", "demain", "mañana", "domani", "tmrow", "tomo", "2moro", "2morrow",
        "tmw", "tomoz", "day",
    ]

    /// Words for events that usually take place in the evening, where 8 may mean 20:00.
    static let evening: Set<String> = [
        "dinner", "supper", "party", "drinks", "drink", "concert", "gig", "movie", "movies", "film", "cinema",
        "theatre", "theater", "opera", "show", "game", "match", "date", "pub", "bar", "club", "evening",
        "night",
        "tonight", "clubbing", "wine", "beer", "beers", "cocktails", "quiz", "karaoke", "ballet", "musical",
        "poker",
    ]
}

/// Nouns followed by a number, as in `Terminal 5` and `pages 9-10`.
enum CountedWords {
    static let all: Set<String> = [
        "terminal", "gate", "platform", "track", "room", "floor", "level", "season", "episode", "chapter",
        "chapters",
        "page", "pages", "part", "parts", "lesson", "lessons", "unit", "units", "module", "version", "iphone",
        "ios",
        "android", "windows", "playstation", "ps", "line", "bus", "tram", "flight", "aisle", "row", "seat",
        "grade",
        "grades", "class", "year", "phase", "round", "stage", "step", "steps", "exercise", "exercises",
        "problem",
        "problems", "question", "questions", "item", "items", "section", "volume", "vol", "issue", "no",
        "no.", "nr",
        "number", "apollo", "formula", "group", "ward", "building", "block", "hall", "door", "dock", "pier",
        "channel",
        "psalm", "verse", "verses", "act", "day", "week", "sprint", "release", "studio", "ages", "age",
        "kids", "score",
        "lost", "won", "rooms", "ch", "p", "pp", "interstate", "route", "highway", "district", "ticket",
        "table",
    ]
}
