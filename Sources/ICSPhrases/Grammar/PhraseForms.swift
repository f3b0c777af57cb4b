import ICalendar

/// A day as written, before the current time and the locale determine its meaning.
enum DayForm: Hashable {
    case exact(CivilDate)
    /// A month and a day without a year.
    case monthDay(Int, Int)
    /// Numbers in the order of the locale.
    case numbers(Int, Int, year: Int?)
    case dayOfMonth(Int)
    case weekday(Weekday)
    case this(Weekday)
    case next(Weekday)
    case ofNextWeek(Weekday)
    /// A number of days after today.
    case fromToday(Int)
    case later(PhraseLength)
}

/// A time of day as written.
enum ClockForm: Hashable {
    /// An unambiguous time, in seconds.
    case exact(Int)
    /// An ambiguous time in either half of the day: an hour from 0 to 12, or a time from 1:00 to 11:59 without a
    /// leading zero.
    case open(hour: Int, minute: Int, hasColon: Bool)
    case midnight
    /// A number of seconds from now.
    case fromNow(Int)
}

/// A part of the day, which determines the half of the day for an ambiguous hour.
enum DayPart: String, Hashable {
    case morning
    case afternoon
    case evening
    case night
    case tonight
}

/// A day, a time of day, or both.
struct MomentForm: Hashable {
    var day: DayForm?
    var dayTokens = 0..<0
    var clock: ClockForm?
    var clockTokens = 0..<0
    var part: DayPart?
    /// A weekday beside a date, which must match the date.
    var weekday: Weekday?

    var isEmpty: Bool { day == nil && clock == nil && part == nil }
}

/// A repetition as written.
struct RuleForm: Hashable {
    var rule: RecurrenceRule
    /// The first day that the rule itself specifies, as in `every 1 dec`.
    var day: DayForm?
    var part: DayPart?
    /// Whether the rule is an adverb such as `weekly`, which may also belong to the title.
    var isAdverb = false
    /// Whether the rule is a plural weekday without `on`, which may also be a name.
    var isPlural = false
}

/// The meaning of a group of words in a phrase.
enum PieceForm: Hashable {
    case moment(MomentForm)
    case span(MomentForm, MomentForm)
    case length(PhraseLength)
    case allDay
    case rule(RuleForm)
    case until(MomentForm)
    case times(Int)
    case zone(String)
}

/// A group of words in a phrase that expresses a time.
struct PhrasePiece: Hashable {
    var form: PieceForm
    var tokens: Range<Int>
    /// Whether a preposition such as `on` or `at` introduces the words.
    var hasPreposition = false

    var moment: MomentForm? {
        if case .moment(let moment) = form { moment } else { nil }
    }
}
