import ICalendar

/// An item of a file, decoded as far as its occurrences need it to be edited.
struct DecodedItem: Sendable {
    /// The calendar of the file that has it; one that is empty where none has.
    let object: CalendarObject
    /// What makes components of its occurrences.
    let editor: ItemEditor
    /// Whether it is the same for all occurrences of the UID in the file: it is not where several calendars of the file,
    /// or several whole events, have the UID.
    let isForAll: Bool
    private let uid: String
    private let file: StoredFile
    private let calendars: [CalendarObject]

    /// The item of an occurrence; what is known of another one of its file is not read again.
    init(of occurrence: Occurrence, in file: StoredFile, zone: Zone, knowing other: DecodedItem? = nil) {
        self.file = file
        uid = occurrence.uid
        let known = other.flatMap { $0.file === file ? $0.calendars : nil }
        let calendars = known ?? file.calendars
        self.calendars = calendars
        let component = occurrence.event.component
        let place = ItemEditor.place(of: uid, kind: Event.componentName, knownAs: component, in: calendars)
        object = place.map { calendars[$0] } ?? CalendarObject(Component(CalendarObject.componentName))
        editor = ItemEditor(calendar: object, uid: uid, knownAs: component, displayZone: zone, now: .now)
        isForAll = calendars.count == 1 && place != nil && editor.rivals.isEmpty
    }

    /// Whether it is the item of a UID in a file.
    func isSame(_ uid: String, _ file: StoredFile) -> Bool {
        self.file === file && self.uid.utf8.elementsEqual(uid.utf8)
    }
}
