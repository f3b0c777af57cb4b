import Foundation
import GRDB
import ICalendar
import ICalendarRecords

@testable import ICalendarStore

/// The names that an example may use without making them; `check.py` puts those that it uses in front of it.
///
/// Each name stands for one fresh copy, so that an example may change what it is about.
struct Prelude {
    /// What `Prelude.text` holds.
    let file: CalendarFile
    /// The one calendar of `file`.
    let calendar: CalendarObject
    /// The stand-up: weekly, in Berlin, with an organizer, two attendees and an alarm.
    let event: Event
    /// A task that is due.
    let todo: Todo
    /// A note about a day.
    let journal: ICalendar.Journal
    /// What somebody says of their free and busy times.
    let freeBusy: FreeBusy
    /// A quarter of an hour before the event.
    let alarm: Alarm
    /// Who invites.
    let organizer: Organizer
    /// Who is invited first, and has accepted.
    let attendee: Attendee
    /// The component of `event`.
    let component: Component
    /// The DTSTART of `event`.
    let property: Property
    /// `FREQ=WEEKLY;BYDAY=MO,WE,FR`, the rule of `event`.
    let rule: RecurrenceRule
    /// Berlin.
    let zone: Zone
    /// Monday, 30 March 2026, midnight in Berlin.
    let monday: Instant
    /// A week later.
    let nextMonday: Instant
    /// From `monday` to `nextMonday`.
    let window: OccurrenceWindow
    /// What happens in `window`.
    let occurrences: Occurrences
    /// The first of them.
    let occurrence: Occurrence
    /// A search in `window` that has read `Prelude.text`.
    let search: OccurrenceSearch
    /// The usual way to expand.
    let options: ExpansionOptions
    /// The usual limits of reading.
    let limits: ReadingLimits
    /// An index of `file`.
    let index: OccurrenceIndex
    /// Why the stand-up happens in `window`.
    let explanation: Explanation
    /// The one series of it.
    let series: SeriesExplanation
    /// The one component of the series.
    let part: SeriesExplanation.Part
    /// The first instance of the series in `window`.
    let entry: SeriesExplanation.Entry
    /// Something that was found wrong.
    let diagnostic: Diagnostic
    /// `file`, as it was before a call was added and the stand-up moved to another room.
    let yesterday: CalendarFile
    /// What it became.
    let today: CalendarFile
    /// From `yesterday` to `today`.
    let difference: CalendarDifference
    /// The call, which was added.
    let item: CalendarDifference.Item
    /// What became of the stand-up.
    let change: CalendarDifference.Change
    /// Its room.
    let changedPart: CalendarDifference.Part
    /// The pairs that take the same time in `window` of `today`.
    let conflicts: Conflicts
    /// The stand-up and the call on Monday.
    let conflict: Conflict
    /// The alarms of `file` in `window`.
    let alarms: Alarms
    /// The first of them.
    let alarmTime: AlarmTime
    /// How it is decided what takes time.
    let busyOptions: BusyOptions
    /// The one period of `freeBusy`.
    let busyPeriod: BusyPeriod
    /// A calendar whose one event ends before it starts.
    let broken: CalendarObject
    /// What is said of that end.
    let violation: Violation
    /// How it is mended.
    let repair: Repair
    /// A meeting that was made in the program.
    let standUp: Event
    /// One instance of `standUp` that is different.
    let moved: Event
    /// How to take part from afar.
    let call: Conference
    /// A picture.
    let image: ImageReference
    /// Somebody who speaks.
    let participant: Participant
    /// What comes before.
    let relation: RelatedComponent
    /// A room that is needed.
    let resource: StructuredResource
    /// When somebody can be had.
    let hours: Availability
    /// `file` as jCal.
    let data: Data
    /// Where a calendar of a store comes from.
    let eventSource: EventSource
    /// A calendar of a store.
    let eventCalendar: EventCalendar
    /// A store with `event` in its calendar `home/studio`.
    let store: EventStore
    /// The week from `monday` on.
    let predicate: EventPredicate
    /// The first occurrence of `event` in that week.
    let calendarEvent: CalendarEvent
    /// A reminder of the store, the to-do of `text`.
    let reminder: Reminder
    /// What names the stand-up.
    let itemIdentifier: ItemIdentifier
    /// How a store is opened.
    let storeOptions: EventStore.Options
    /// What another program did: the stand-up came.
    let storeChange: StoreChange
    /// Why a store cannot do what it is asked.
    let storeError: StoreError
    /// Records of `store`, in memory, with the week from `monday` on.
    let records: EventRecords
    /// The stand-up on `monday`.
    let record: EventRecord
    /// Nora, who takes part in it.
    let person: RecordedPerson
    /// The last change of `records`.
    let recordChange: RecordChange

    /// Reads the text, and makes the rest of it.
    init() throws {
        file = try CalendarFile(text: Prelude.text)
        calendar = try file.calendars.first.orThrow()
        event = try calendar.events.first.orThrow()
        component = event.component
        let others = calendar.component.components
        todo = Todo(try others.first { $0.name == "VTODO" }.orThrow())
        journal = ICalendar.Journal(try others.first { $0.name == "VJOURNAL" }.orThrow())
        freeBusy = FreeBusy(try others.first { $0.name == "VFREEBUSY" }.orThrow())
        alarm = try event.alarms.first.orThrow()
        organizer = try event.organizer.orThrow()
        attendee = try event.attendees.first.orThrow()
        property = try component.first("DTSTART").orThrow()
        rule = try RecurrenceRule(text: "FREQ=WEEKLY;BYDAY=MO,WE,FR")
        zone = try Zone(identifier: "Europe/Berlin")
        monday = Instant(secondsSince1970: 1_774_821_600)
        nextMonday = monday.adding(seconds: 7 * 86_400)
        window = try OccurrenceWindow(from: monday, to: nextMonday, in: zone)
        occurrences = file.occurrences(in: window)
        occurrence = try occurrences.first { _ in true }.orThrow()
        options = ExpansionOptions()
        limits = ReadingLimits()
        var reading = OccurrenceSearch(in: window)
        try reading.read(bytes: Array(Prelude.text.utf8))
        search = reading
        index = OccurrenceIndex(of: [file], in: zone)
        explanation = try Explanation(of: event.uid ?? "", in: [file], window: window).orThrow()
        series = try explanation.series.first.orThrow()
        part = try series.components.first.orThrow()
        entry = try series.instances.first.orThrow()
        diagnostic = Diagnostic(.warning, .badValue, file: "team.ics", line: 12, "GEO: 'here' is no place")
        yesterday = file
        today = try CalendarFile(
            text: Prelude.text.replacingOccurrences(of: "Room 4", with: "Room 5") + Prelude.callText
        )
        difference = CalendarDifference(from: yesterday, to: today)
        item = try difference.added.first.orThrow()
        change = try difference.changed.first.orThrow()
        changedPart = try change.parts.first.orThrow()
        conflicts = today.conflicts(in: window)
        conflict = try conflicts.first.orThrow()
        alarms = file.alarms(in: window)
        alarmTime = try alarms.first.orThrow()
        busyOptions = BusyOptions()
        busyPeriod = try freeBusy.periods.first.orThrow()
        let brokenFile = try CalendarFile(text: Prelude.brokenText, name: "team.ics")
        broken = try brokenFile.calendars.first.orThrow()
        violation = try brokenFile.validate().first { $0.code == .endNotAfterStart }.orThrow()
        repair = try brokenFile.repaired().repairs.first { $0.violation.code == .endNotAfterStart }.orThrow()
        var made = try Event(
            "Stand-up",
            start: EventTime("2026-03-30 09:30", in: "Europe/Berlin"),
            duration: .minutes(15),
            recurring: .weekly(on: .monday, .friday)
        )
        made.attendees = [Attendee(email: "nora@studio.example"), Attendee(email: "sam@client.example")]
        made.organizer = Organizer(email: "nora@studio.example")
        standUp = made
        moved = standUp.override(at: try EventTime("2026-04-06 09:30", in: "Europe/Berlin"))
        call = Conference(uri: "https://meet.example.com/42", features: [.video])
        image = ImageReference(uri: "https://example.com/kiln.png")
        participant = Participant(type: .speaker, summary: "Nora Lind")
        relation = RelatedComponent(uid: "kiln@studio.example", relation: .parent)
        resource = StructuredResource("Kiln room", type: .room)
        hours = Availability("Office hours")
        data = file.jCalData()
        eventSource = EventSource(
            sourceIdentifier: "home",
            title: "home",
            sourceType: .local,
            folder: Array("home".utf8)
        )
        eventCalendar = EventCalendar(
            calendarIdentifier: "home/studio",
            path: CalendarPath("/srv/calendars/home/studio"),
            source: eventSource,
            type: .local,
            title: "Studio",
            color: CalendarColor("#33AA55"),
            allowedEntityTypes: [.event, .reminder],
            allowsContentModifications: true,
            isImmutable: false,
            allowsReading: true,
            isFile: false,
            folder: Array("home/studio".utf8)
        )
        store = try Prelude.store(zone)
        predicate = try store.predicateForEvents(withStart: monday.date, end: nextMonday.date)
        calendarEvent = try store.events(matching: predicate).first.orThrow()
        reminder = try store.reminders(matching: store.predicateForReminders()).first.orThrow()
        itemIdentifier = ItemIdentifier(calendarIdentifier: "home/studio", uid: "stand-up@studio.example")
        storeOptions = EventStore.Options()
        var told = StoreChange(origin: .foreign)
        told.inserted = [ItemIdentifier(calendarIdentifier: "home/studio", uid: "stand-up@studio.example")]
        storeChange = told
        storeError = StoreError(.calendarReadOnly, "Holidays", "the calendar is read-only")
        records = try EventRecords(try DatabaseQueue())
        try records.sync(with: store, from: monday.date, to: nextMonday.date)
        record = try records.events(from: monday.date, to: nextMonday.date).first.orThrow()
        person = try record.attendees.first.orThrow()
        recordChange = try records.changes(after: 0).last.orThrow()
    }

    /// A store in a folder of its own that has the events of `text` in a file.
    private static func store(_ zone: Zone) throws -> EventStore {
        let folder = FileManager.default.temporaryDirectory.appending(path: "examples-\(UUID().uuidString)")
        let studio = folder.appending(path: "home/studio")
        try FileManager.default.createDirectory(at: studio, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: studio.appending(path: "team.ics"))
        var options = EventStore.Options()
        options.timeZone = zone
        options.access = .allow
        options.stateDirectory = folder.appending(path: ".state").path
        return try EventStore(directory: folder.path, options: options)
    }
}

/// What there must be for the examples to make sense.
struct Missing: Error {}

extension Optional {
    /// What is there, or an error.
    func orThrow() throws -> Wrapped {
        guard let self else { throw Missing() }
        return self
    }
}
