/// Why the store could not do what was asked; nothing was changed then, unless the text says otherwise.
///
/// The codes have the names of EventKit's `EKError.Code`.
///
/// ```swift
/// do { try store.save(event, span: .thisEvent) } catch let error where error.code == .calendarReadOnly {
///     print(error)  // "Holidays: the calendar can only be read"
/// }
/// ```
public struct StoreError: Error, Sendable, Hashable {
    /// What kind of failure it is, for programs.
    public var code: Code
    /// What it is about: a calendar, a file or an item; nil when there is nothing to name.
    public var subject: String?
    /// What happened, in one sentence without a full stop.
    public var detail: String

    /// An error with all its parts.
    public init(_ code: Code, _ subject: String? = nil, _ detail: String) {
        self.code = code
        self.subject = subject
        self.detail = detail
    }

    /// The kind of an error; a struct, so that new kinds break nobody's `switch`.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name, as EventKit spells it: `calendarReadOnly`.
        public let description: String

        init(_ name: String) {
            description = name
        }

        /// An event without a calendar to save it in.
        public static let noCalendar = Code("noCalendar")
        /// An event without a start.
        public static let noStartDate = Code("noStartDate")
        /// An event that ends before it starts.
        public static let datesInverted = Code("datesInverted")
        /// A calendar whose items can only be read.
        public static let calendarReadOnly = Code("calendarReadOnly")
        /// A span that cannot be carried out on this series.
        public static let invalidSpan = Code("invalidSpan")
        /// A failure of the file system or of this library.
        public static let internalFailure = Code("internalFailure")
    }
}

extension StoreError: CustomStringConvertible {
    /// `SUBJECT: what happened`.
    public var description: String {
        (subject.map { "\($0): " } ?? "") + detail
    }
}
