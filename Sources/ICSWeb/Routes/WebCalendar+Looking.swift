import ICSItems
import ICSPages
import ICSViews
import ICalendar
import ICalendarStore

extension WebCalendar {
    /// Returns a page without changing anything.
    func look(_ page: String, _ request: WebRequest, _ session: WebSessions.Session) throws -> WebAnswer {
        switch page {
        case "style.css": return asset(PageStyle.sheet, "text/css; charset=utf-8")
        case "script.js": return asset(PageStyle.script, "text/javascript; charset=utf-8")
        case "icon.svg": return asset(PageStyle.icon, "image/svg+xml")
        case "": return .redirect(WebAddress("month"))
        case "events":
            var answer = WebAnswer(200, [("Content-Type", "text/event-stream")])
            answer.body = .events(ChangeEvents.stream(of: store.changes, pause: .seconds(15)))
            return answer
        default: break
        }
        let query = request.query
        let scene = try scene(session, query)
        if page == "colors.css" {
            return WebAnswer(200, [("Content-Type", "text/css")], PageStyle.colors(scene.calendars))
        }
        let date = date(query, scene)
        switch page {
        case "month": return .page(try MonthPage(scene: scene, date: date).bytes())
        case "week":
            let monday = date.adding(days: -PageDates.column(date))
            return .page(try DaysPage(scene: scene, first: monday, count: 7).bytes())
        case "day": return .page(try DaysPage(scene: scene, first: date, count: 1).bytes())
        case "agenda": return .page(try AgendaPage(scene: scene, first: date).bytes())
        case "event":
            let event = try self.event(query.text("id"))
            guard let viewed = ViewedEvent(event, in: scene.zone) else { break }
            return .page(EventPage(scene: scene, event: event, viewed: viewed).bytes())
        case "new": return .page(EditorPage(scene: scene, form: newForm(query, date, scene)).bytes())
        case "edit":
            let form = EventForm(try event(query.text("id")), in: scene.zone)
            return .page(EditorPage(scene: scene, form: form).bytes())
        case "calendars": return .page(CalendarsPage(scene: scene).bytes())
        case "reminders": return .page(try remindersPage(scene))
        case "import": return .page(ImportPage(scene: scene).bytes())
        case "history": return .page(HistoryPage(scene: scene, entries: try store.history()).bytes())
        case "help": return .page(HelpPage.bytes(scene))
        default: break
        }
        return .text(404, "not found")
    }

    /// Returns a static file of this program, which the browser caches for the session.
    private func asset(_ bytes: [UInt8], _ type: String) -> WebAnswer {
        WebAnswer(200, [("Content-Type", type), ("Cache-Control", "private, max-age=3600")], bytes)
    }

    /// Returns the day for a page; today by default.
    private func date(_ query: FormFields, _ scene: PageScene) -> CivilDate {
        guard case .date(let date)? = try? EventTime(query.text("date")), (1602...9998).contains(date.year)
        else {
            return scene.today
        }
        return date
    }

    /// Returns the occurrence with an identifier.
    func event(_ identifier: String) throws(StoreError) -> CalendarEvent {
        guard let event = try store.event(withOccurrenceIdentifier: identifier) else {
            throw StoreError(.noSuchItem, nil, "this event no longer exists")
        }
        return event
    }

    func remindersPage(_ scene: PageScene, error: String? = nil) throws -> [UInt8] {
        guard store.authorizationStatus(for: .reminder) == .fullAccess else {
            return RemindersPage(scene: scene, reminders: [], error: "no access to the reminders").bytes()
        }
        let reminders = try store.reminders(matching: store.predicateForReminders())
        return RemindersPage(scene: scene, reminders: reminders, error: error).bytes()
    }

    /// Returns the editor for a new event: at the next full hour for today, or at nine for another day.
    private func newForm(_ query: FormFields, _ date: CivilDate, _ scene: PageScene) -> EventForm {
        var values = EventValues()
        let now = scene.zone.civil(at: scene.now)
        var hour = date == scene.today ? min(now.hour + 1, 22) : 9
        if let asked = Int(query.text("hour")), (0...22).contains(asked) { hour = asked }
        func clock(_ hour: Int) -> String { (hour < 10 ? "0" : "") + "\(hour):00" }
        (values.startDate, values.startTime) = (date.description, clock(hour))
        (values.endDate, values.endTime) = (date.description, clock(hour + 1))
        values.zone = scene.zone.identifier
        let usual = (try? store.defaultCalendarForNewEvents)?.calendarIdentifier
        values.calendar = usual ?? scene.writableCalendars.first?.calendarIdentifier ?? ""
        return EventForm(values)
    }
}
