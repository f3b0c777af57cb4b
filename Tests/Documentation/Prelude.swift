import CalDAV
import Foundation
import GRDB
import ICalendar
import ICalendarRecords
import ICalendarSync

@testable import ICalendarStore
@testable import ICalendarUI

/// The names that an example can use without declaring them.
///
/// `check.py` declares the names at the start of each example that uses them. Each name is a fresh copy, so
/// an example can modify it.
struct Prelude {
    /// The contents of `Prelude.text`.
    let file: CalendarFile
    /// The only calendar in `file`.
    let calendar: CalendarObject
    /// The stand-up: weekly, in Berlin, with an organizer, two attendees and an alarm.
    let event: Event
    /// A task with a due date.
    let todo: Todo
    /// A journal entry for one day.
    let journal: ICalendar.Journal
    /// A published free/busy component.
    let freeBusy: FreeBusy
    /// An alarm 15 minutes before the event.
    let alarm: Alarm
    /// The organizer of `event`.
    let organizer: Organizer
    /// The first attendee of `event`, who has accepted.
    let attendee: Attendee
    /// The component of `event`.
    let component: Component
    /// The DTSTART of `event`.
    let property: Property
    /// `FREQ=WEEKLY;BYDAY=MO,WE,FR`, the rule of `event`.
    let rule: RecurrenceRule
    /// The Europe/Berlin time zone.
    let zone: Zone
    /// Monday, 30 March 2026, midnight in Berlin.
    let monday: Instant
    /// Midnight in Berlin, one week after `monday`.
    let nextMonday: Instant
    /// The window from `monday` to `nextMonday`.
    let window: OccurrenceWindow
    /// The occurrences in `window`.
    let occurrences: Occurrences
    /// The first of the occurrences.
    let occurrence: Occurrence
    /// A search in `window` that has read `Prelude.text`.
    let search: OccurrenceSearch
    /// The default expansion options.
    let options: ExpansionOptions
    /// The default reading limits.
    let limits: ReadingLimits
    /// An index of `file`.
    let index: OccurrenceIndex
    /// The explanation of why the stand-up occurs in `window`.
    let explanation: Explanation
    /// The first instance of the explanation.
    let instance: Explanation.Instance
    /// A diagnostic for an invalid value.
    let diagnostic: Diagnostic
    /// The contents of `file` before a call was added and the stand-up was moved to another room.
    let yesterday: CalendarFile
    /// The contents after these changes.
    let today: CalendarFile
    /// The difference between `yesterday` and `today`.
    let difference: CalendarDifference
    /// The added call.
    let item: CalendarDifference.Item
    /// The change to the stand-up.
    let change: CalendarDifference.Change
    /// The change to its room.
    let changedPart: CalendarDifference.Part
    /// The pairs of overlapping occurrences in `window` of `today`.
    let conflicts: Conflicts
    /// The conflict between the stand-up and the call on Monday.
    let conflict: Conflict
    /// The alarms in `file` during `window`.
    let alarms: Alarms
    /// The first of the alarms.
    let alarmTime: AlarmTime
    /// The options that decide which occurrences count as busy.
    let busyOptions: BusyOptions
    /// The only period in `freeBusy`.
    let busyPeriod: BusyPeriod
    /// A calendar whose only event ends before it starts.
    let broken: CalendarObject
    /// The violation found in `broken`.
    let violation: Violation
    /// The repair of that violation.
    let repair: Repair
    /// A meeting created in code.
    let standUp: Event
    /// An override of one instance of `standUp`.
    let moved: Event
    /// A way to join remotely.
    let call: Conference
    /// An image.
    let image: ImageReference
    /// A participant who gives a talk.
    let participant: Participant
    /// A link to the preceding event.
    let relation: RelatedComponent
    /// A room that the event requires.
    let resource: StructuredResource
    /// A calendar owner's availability.
    let hours: Availability
    /// `file` as jCal.
    let data: Data
    /// The source of a calendar in a store.
    let eventSource: EventSource
    /// A calendar in a store.
    let eventCalendar: EventCalendar
    /// A store with `event` in its calendar `home/studio`.
    let store: EventStore
    /// The week that starts on `monday`.
    let predicate: EventPredicate
    /// The first occurrence of `event` in that week.
    let calendarEvent: CalendarEvent
    /// A reminder in the store: the to-do in `text`.
    let reminder: Reminder
    /// The identifier of the stand-up.
    let itemIdentifier: ItemIdentifier
    /// The commit that changed the stand-up's location.
    let entry: HistoryEntry
    /// The options for opening a store.
    let storeOptions: EventStore.Options
    /// The installed program that shows pages.
    let pageProgram: PageProgram
    /// The error thrown when the user closes a page.
    let pageError: PageError
    /// A change made by another program: the stand-up was added.
    let storeChange: StoreChange
    /// An error thrown by a store.
    let storeError: StoreError
    /// In-memory records from `store` for the week that starts on `monday`.
    let records: EventRecords
    /// The stand-up on `monday`.
    let record: EventRecord
    /// Nora, an attendee of the stand-up.
    let person: RecordedPerson
    /// The latest change in `records`.
    let recordChange: RecordChange
    /// The address of Nora's calendar on a server.
    let url: ResourceURL
    /// The path of that calendar.
    let href: Href
    /// Nora's discovered account.
    let account: DiscoveredAccount
    /// The only calendar in `account`, named Work.
    let serverCalendar: ServerCalendar
    /// The properties of that calendar.
    let properties: ResourceProperties
    /// Its resource types.
    let types: ResourceTypes
    /// Nora's privileges for the calendar.
    let privileges: Privileges
    /// The reports that the calendar supports.
    let reports: SupportedReports
    /// A Radicale server's profile.
    let profile: ServerProfile
    /// The quirks of that server.
    let quirks: Set<ServerQuirk>
    /// A request for the calendar's changes.
    let davRequest: DAVRequest
    /// A response with an error: the sync token is unknown.
    let answer: DAVAnswer
    /// The header fields of `answer`.
    let fields: HTTPFields
    /// The error described in `answer`.
    let refusal: DAVRefusal
    /// The failed preconditions in `answer`.
    let preconditions: [Precondition]
    /// The only response element in the calendar's changes.
    let response: MultistatusResponse
    /// The summary at the end of these changes.
    let summary: MultistatusSummary
    /// These changes, interpreted as a report.
    let report: CollectionReport
    /// The item in these changes.
    let listedItem: CollectionReport.Item
    /// The settings of a new calendar.
    let settings: CalendarSettings
    /// A subscribed calendar.
    let feed: Feed
    /// The settings of an account.
    let accountSettings: AccountSettings
    /// The options of a refresh.
    let refreshOptions: SyncAccounts.RefreshOptions
    /// The report of an account without changes.
    let accountReport: AccountReport
    /// The report of a calendar without changes.
    let calendarReport: CalendarReport

    /// Reads the text and derives all other values from it.
    init() throws {
        let servers = try ServerAnswers()
        (url, href, account) = (servers.url, servers.url.href, servers.account)
        serverCalendar = try account.calendars.first.orThrow()
        properties = serverCalendar.properties
        types = properties.types
        privileges = try properties.privileges.orThrow()
        reports = try properties.reports.orThrow()
        profile = try ServerProfile.named("Radicale").orThrow()
        quirks = profile.quirks
        davRequest = .syncCollection(url, since: properties.syncToken)
        fields = HTTPFields(lines: ["DAV: 1, calendar-access", "Content-Type: text/xml"])
        answer = DAVAnswer(
            HTTPStatus(403),
            fields,
            body: Array("<error xmlns='DAV:'><valid-sync-token/></error>".utf8)
        )
        refusal = try DAVRefusal(answer).orThrow()
        preconditions = refusal.preconditions
        (response, summary) = (servers.response, servers.summary)
        (report, listedItem) = (servers.report, servers.listedItem)
        settings = CalendarSettings()
        feed = Feed(at: url)
        accountSettings = AccountSettings("home", at: "https://dav.example.com/nora/")
        refreshOptions = SyncAccounts.RefreshOptions()
        (accountReport, calendarReport) = (AccountReport(), CalendarReport())
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
        limits = ReadingLimits.standard
        var reading = OccurrenceSearch(in: window)
        try reading.read(bytes: Array(Prelude.text.utf8))
        search = reading
        index = OccurrenceIndex(of: file, in: zone)
        explanation = try Explanation(of: event.uid ?? "", in: file, window: window).orThrow()
        instance = try explanation.instances.first.orThrow()
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
        let other = try Prelude.store(zone)
        let week = try other.predicateForEvents(withStart: monday.date, end: nextMonday.date)
        var edited = try other.events(matching: week).first.orThrow()
        edited.location = "Room 5"
        try other.save(&edited, span: .futureEvents)
        entry = try other.history().first.orThrow()
        storeOptions = EventStore.Options()
        pageProgram = PageProgram()
        pageError = PageError(.closed, "the user closed the page")
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

    /// Creates a store in its own folder, with the events in `text` in one file.
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

/// Thrown when a value that the examples need is missing.
struct Missing: Error {}

extension Optional {
    /// Returns the unwrapped value, or throws an error.
    func orThrow() throws -> Wrapped {
        guard let self else { throw Missing() }
        return self
    }
}
