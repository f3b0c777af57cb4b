import ICalendar

/// A day as written, before the present and the locale give it a meaning.
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
    /// A time that can only be meant in one way, in seconds.
    case exact(Int)
    /// An hour from 0 to 12, or a time from 1:00 to 11:59 without a leading zero, which may be in either half of the
    /// day.
    case open(hour: Int, minute: Int, hasColon: Bool)
    case midnight
    /// A number of seconds from now.
    case fromNow(Int)
}

/// A part of the day, which decides between the two halves of an hour.
enum DayPart: String, Hashable {
    case morning
    case afternoon
    case evening
    case night
    case tonight

    var isLate: Bool { self != .morning }
}

/// A day, a time of day, or both.
struct MomentForm: Hashable {
    var day: DayForm?
    var dayTokens = 0..<0
    var clock: ClockForm?
    var clockTokens = 0..<0
    var part: DayPart?
    /// A weekday beside a date, which must agree with it.
    var weekday: Weekday?

    var isEmpty: Bool { day == nil && clock == nil && part == nil }
}

/// A repetition as written.
struct RuleForm: Hashable {
    var rule: RecurrenceRule
    /// The first day that the form itself names, as in `every 1 dec`.
    var day: DayForm?
    var part: DayPart?
    /// Whether the form is an adverb such as `weekly`, which may also belong to the title.
    var isAdverb = false
    /// Whether the form is a weekday in the plural without `on`, which may also be a name.
    var isPlural = false
}

/// The meaning of some words of a phrase.
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

/// Some words of a phrase that belong together and are about time.
struct PhrasePiece: Hashable {
    var form: PieceForm
    var tokens: Range<Int>
    /// Whether a preposition such as `on` or `at` introduces the words.
    var hasPreposition = false

    var moment: MomentForm? {
        if case .moment(let moment) = form { moment } else { nil }
    }
}
