/// Why the store could not do what was asked; nothing was changed then, unless the text says otherwise.
///
/// The codes have the names of EventKit's `EKError.Code`.
///
/// ```swift
/// func advice(_ error: StoreError) -> String {
///     error.code == .calendarReadOnly ? "Choose another calendar" : error.description
/// }
/// ```
public struct StoreError: Error, Sendable, Hashable {
    /// What kind of failure it is, for programs: `storeError.code // .calendarReadOnly`.
    public var code: Code
    /// What it is about, a calendar, a file or an item: `storeError.subject // "Holidays"`; nil when there is nothing to
    /// name.
    public var subject: String?
    /// What happened, in one sentence without a full stop: `the calendar can only be read`.
    public var detail: String

    /// An error with all its parts.
    ///
    /// ```swift
    /// let error = StoreError(.calendarReadOnly, "Holidays", "the calendar can only be read")
    /// error.description  // "Holidays: the calendar can only be read"
    /// ```
    public init(_ code: Code, _ subject: String? = nil, _ detail: String) {
        self.code = code
        self.subject = subject
        self.detail = detail
    }

    /// The kind of an error; a struct, so that new kinds break nobody's `switch`.
    ///
    /// ```swift
    /// let mended: Set<StoreError.Code> = [.noStartDate, .datesInverted]
    /// let canBeMended = mended.contains(storeError.code)
    /// ```
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name, as EventKit spells it: `StoreError.Code.calendarReadOnly.description // "calendarReadOnly"`.
        public let description: String

        init(_ name: String) {
            description = name
        }

        /// An event without a calendar to save it in: `EKError.Code.noCalendar`.
        public static let noCalendar = Code("noCalendar")
        /// An event without a start: a VEVENT that has no `DTSTART`.
        public static let noStartDate = Code("noStartDate")
        /// An event that ends before it starts: `DTEND:20260330T150000Z` after `DTSTART:20260330T160000Z`.
        public static let datesInverted = Code("datesInverted")
        /// A calendar whose items can only be read, as with the mode `0555` of its folder.
        public static let calendarReadOnly = Code("calendarReadOnly")
        /// A span that cannot be carried out on this series, such as another minute for all of
        /// `RRULE:FREQ=HOURLY;BYMINUTE=0`.
        public static let invalidSpan = Code("invalidSpan")
        /// A failure of the file system or of this library: `cannot be written: No space left on device`.
        public static let internalFailure = Code("internalFailure")
    }
}

extension StoreError: CustomStringConvertible {
    /// The subject and what happened: `Holidays: the calendar can only be read`.
    public var description: String {
        (subject.map { "\($0): " } ?? "") + detail
    }
}
