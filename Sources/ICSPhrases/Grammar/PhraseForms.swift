import ICalendar

/// A day as written.
///
/// The meaning depends on the current time and the locale.
enum DayForm: Hashable {
    case exact(CivilDate)
    /// A month and a day without a year.
    case monthDay(Int, Int)
    /// Numbers in the locale's order.
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
    /// A time that may be AM or PM: an hour from 0 to 12, or a time from 1:00 to 11:59 without a leading zero.
    case open(hour: Int, minute: Int, hasColon: Bool)
    case midnight
    /// A number of seconds from now.
    case fromNow(Int)
}

/// A part of the day, which determines whether an ambiguous hour is AM or PM.
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
    /// A weekday next to a date.
    ///
    /// The weekday must match the date.
    var weekday: Weekday?

    var isEmpty: Bool { day == nil && clock == nil && part == nil }
}

/// A repetition as written.
struct RuleForm: Hashable {
    var rule: RecurrenceRule
    /// The first day, if the rule itself specifies it, as in `every 1 dec`.
    var day: DayForm?
    var part: DayPart?
    /// Whether the rule is an adverb such as `weekly`.
    ///
    /// An adverb may also belong to the title.
    var isAdverb = false
    /// Whether the rule is a plural weekday without `on`.
    ///
    /// A plural weekday may also be a name.
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
