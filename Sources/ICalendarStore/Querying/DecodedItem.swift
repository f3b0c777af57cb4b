import ICalendar

struct DecodedItem: Sendable {
    let object: CalendarObject
    let item: StoredItem
    /// Whether it is the same for all occurrences of the UID in the file: it is not where several calendars of the file,
    /// or several whole events, have the UID.
    let isForAll: Bool
    private let uid: String
    private let file: StoredFile
    let parsed: CalendarFile?

    /// The item of an occurrence; what is known of another one of its file is not read again.
    init(of occurrence: Occurrence, in file: StoredFile, zone: Zone, knowing other: DecodedItem? = nil) {
        self.file = file
        uid = occurrence.uid
        let known = other.flatMap { $0.file === file ? $0.parsed : nil }
        parsed = known ?? (try? file.file)
        let calendars = parsed?.calendars ?? []
        let component = occurrence.event.component
        let place = StoredItem.place(of: uid, kind: Event.componentName, knownAs: component, in: calendars)
        object = place.map { calendars[$0] } ?? CalendarObject(Component(CalendarObject.componentName))
        item = StoredItem(calendar: object, uid: uid, knownAs: component, displayZone: zone, now: .now)
        isForAll = calendars.count == 1 && place != nil && item.rivals.isEmpty
    }

    func isSame(_ uid: String, _ file: StoredFile) -> Bool {
        self.file === file && self.uid.utf8.elementsEqual(uid.utf8)
    }
}
