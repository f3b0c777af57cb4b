public import ICalendar

/// A reminder of a store, or a new one: what `EKReminder` is in EventKit, as a value over a VTODO.
///
/// For a recurring reminder, a store returns the next instance, postponed instances and completed ones.
///
/// ```swift
/// var reminder = Reminder(try Todo("Water the plants", due: EventTime("2026-04-02")))
/// reminder.isCompleted = true
/// ```
public struct Reminder: Sendable {
    /// What the store knows of a reminder that it gave.
    struct Origin: Sendable {
        /// Which store gave it.
        let store: StoreIdentity
        /// The calendar that it is in.
        let calendar: EventCalendar
        /// The file that it is in, as it was read.
        let file: StoredFile
        /// Its UID.
        let uid: String
        /// The to-do, or the instance of a recurring one.
        let instance: ItemEditor.ReminderInstance
        /// When it is due, or else starts, in the zones that its file defines.
        let latest: Instant?
    }

    /// Where it comes from; nil for a reminder that was never saved.
    var origin: Origin?
    /// The to-do with the times of this instance, and what makes it recur: all properties of RFC 5545 and its followers
    /// can be read and set here.
    ///
    /// ```swift
    /// reminder.todo.percentComplete = 40
    /// ```
    public var todo: Todo
    /// The calendar that it is in, or is to be saved in: setting another one moves it there:
    /// `reminder.calendar?.title // "studio"`.
    public var calendar: EventCalendar?

    /// A new reminder; without a calendar it is saved in the store's default one.
    ///
    /// ```swift
    /// let reminder = Reminder(try Todo("Write to Jane", due: EventTime("2026-04-02")))
    /// reminder.isNew  // true
    /// ```
    public init(_ todo: Todo, calendar: EventCalendar? = nil) {
        self.todo = todo
        self.calendar = calendar
    }

    /// A reminder that a store gives.
    init(_ origin: Origin) {
        self.origin = origin
        todo = Todo(origin.instance.component)
        calendar = origin.calendar
    }

    /// An instance of a file's reminder.
    init(
        _ instance: ItemEditor.ReminderInstance,
        of editor: ItemEditor,
        in file: StoredFile,
        _ calendar: EventCalendar,
        _ store: StoreIdentity
    ) {
        let time = Todo(instance.component).latestTime
        let latest = editor.instant(of: time, in: instance.component)
        self.init(
            Origin(
                store: store,
                calendar: calendar,
                file: file,
                uid: editor.uid,
                instance: instance,
                latest: latest
            )
        )
    }

    /// When it is due, or else starts, as the store gave it; nil for a new one, and for one without either.
    package var latest: Instant? { origin?.latest }

    /// Whether it was never saved, as `EKObject.isNew`: `Reminder(todo).isNew // true`.
    public var isNew: Bool { origin == nil }

    /// Whether anything was changed since the store gave it, as `EKObject.hasChanges`.
    public var hasChanges: Bool {
        guard let origin else { return true }
        return calendar?.calendarIdentifier != origin.calendar.calendarIdentifier
            || !PropertyChanges(from: origin.instance.component, to: todo.component).isEmpty
    }

    /// Takes back what was changed since the store gave it, as `EKObject.rollback`; a new reminder stays as it is.
    ///
    /// ```swift
    /// reminder.rollback()
    /// ```
    public mutating func rollback() {
        guard let origin else { return }
        self = Reminder(origin)
    }
}

extension Reminder: Identifiable, Hashable {
    /// What tells it from other reminders: its identifier with the instance, or the UID of a new one:
    /// `reminder.id // "home/studio:kiln%40studio.example"`.
    public var id: String {
        guard let origin else { return calendarItemExternalIdentifier }
        return ItemIdentifier(
            calendarIdentifier: origin.calendar.calendarIdentifier,
            uid: origin.uid,
            slot: origin.instance.slot.map(ItemIdentifier.slot(of:))
        ).description
    }

    /// The identifier of the item in its calendar, as `EKCalendarItem.calendarItemIdentifier`; the UID for a new one.
    public var calendarItemIdentifier: String {
        guard let origin else { return calendarItemExternalIdentifier }
        return ItemIdentifier(
            calendarIdentifier: origin.calendar.calendarIdentifier,
            uid: origin.uid
        ).description
    }

    /// The UID, the same on every machine, as `EKCalendarItem.calendarItemExternalIdentifier`.
    public var calendarItemExternalIdentifier: String { origin?.uid ?? todo.uid ?? "" }

    /// Whether both are the same reminder of the same calendar and say the same.
    ///
    /// ```swift
    /// reminder == reminder  // true
    /// ```
    public static func == (left: Reminder, right: Reminder) -> Bool {
        left.id == right.id && left.todo == right.todo
            && left.calendar?.calendarIdentifier == right.calendar?.calendarIdentifier
    }

    /// Feeds what tells it from others: `Set([reminder]).count // 1`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}
