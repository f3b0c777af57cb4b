import ICSItems
import ICSViews
import ICalendar
import ICalendarStore
import ICalendarUI

extension WebCalendar {
    /// Processes a submitted form and returns the next page.
    func change(_ page: String, _ request: WebRequest, _ session: WebSessions.Session) throws -> WebAnswer {
        guard request.body.count <= (page == "import" ? Self.mostBodyBytes : WebGuard.mostBytes) else {
            let limit =
                page == "import" ? "an import can have at most 32 MiB" : "a form can have at most 1 MiB"
            return .text(413, "limit reached: \(limit)")
        }
        let form = request.form
        guard SecretText.areEqual(form["token"] ?? "", session.formToken) else {
            return .text(403, "the form is not from this session")
        }
        let scene = try scene(session)
        switch page {
        case "save": return try save(EventForm(form), form.text("action"), scene)
        case "move": return try move(form, scene)
        case "remove": return try remove(form, scene)
        case "undo": return try undo(form, scene)
        case "show":
            var session = session
            let shown = Set(form.all("calendar"))
            let all = scene.calendars.map(\.calendarIdentifier)
            session.hiddenCalendars = Set(all.filter { !shown.contains($0) })
            sessions.update(session)
            return .redirect(WebAddress("month"))
        case "create": return try create(form, scene)
        case "remind": return try remind(form, scene)
        case "done":
            guard var reminder = try store.reminder(withIdentifier: form.text("id")) else {
                throw StoreError(.noSuchItem, nil, "this reminder no longer exists")
            }
            reminder.isCompleted = form.text("done") == "yes"
            try store.save(&reminder)
            return try done("reminders")
        case "import": return try FileImport(calendar: self, scene: scene).answer(form)
        default: return .text(404, "not found")
        }
    }

    /// Saves an event, or returns the page that asks which part of the series to change.
    func save(_ form: EventForm, _ action: String, _ scene: PageScene) throws -> WebAnswer {
        let now = try form.identifier.map { identifier throws(StoreError) in try self.event(identifier) }
        func editor(_ error: FieldError?) -> WebAnswer {
            let bytes = EditorPage(scene: scene, form: form, error: error).bytes()
            return WebAnswer.page(bytes, status: error == nil ? 200 : 422)
        }
        if action == "preview" {
            do throws(FieldError) { _ = try form.values.fields() } catch { return editor(error) }
            return editor(nil)
        }
        let given = scene.task?.given
        var event = now ?? given?.event ?? CalendarEvent(Event())
        do throws(FieldError) {
            try form.apply(to: &event, in: scene.zone, scene.writableCalendars)
        } catch {
            return editor(error)
        }
        guard let now else {
            do throws(StoreError) {
                if let given {
                    let components = [event.event.component] + given.components.dropFirst()
                    _ = try store.add(components, of: given.calendar, to: event.calendar, .event)
                } else {
                    try store.save(&event, span: .thisEvent)
                }
            } catch {
                return editor(FieldError(reason: error.description))
            }
            return try saved(event, scene)
        }
        guard event.hasChanges else {
            if scene.task != nil { return try saved(now, scene) }
            return .redirect(WebAddress("event", ["id": now.occurrenceIdentifier ?? ""]))
        }
        guard let span = form.span ?? (now.isInSeries ? nil : .thisEvent) else {
            return .page(try spanPage(form, event, scene))
        }
        do throws(StoreError) { try store.save(&event, span: span) } catch {
            guard now.isInSeries else { return editor(FieldError(reason: error.description)) }
            return .page(try spanPage(form, now, scene, error: error.description), status: 422)
        }
        return try saved(event, scene)
    }

    /// Returns the page to show after a save, or the session's last page for a program's editor.
    private func saved(_ event: CalendarEvent, _ scene: PageScene) throws -> WebAnswer {
        guard let task = scene.task else {
            return try done("event", ["id": event.occurrenceIdentifier ?? ""])
        }
        if task.request.page == .viewer {
            task.identifier = event.occurrenceIdentifier
            return .redirect(WebAddress("task"))
        }
        task.finish(.saved)
        return .page(HelpPage.farewell(.saved))
    }

    private func spanPage(
        _ form: EventForm,
        _ event: CalendarEvent,
        _ scene: PageScene,
        error: String? = nil
    ) throws -> [UInt8] {
        let isMoved = form.values.calendar != form.shown.calendar
        return SpanPage(
            scene: scene,
            event: event,
            action: "save",
            fields: [("id", form.identifier ?? "")] + form.values.pairs
                + form.shown.pairs.map { ("was.\($0.name)", $0.value) },
            changes: try form.changes(),
            dropped: form.changesRule && error == nil
                ? try store.overridesDropped(bySaving: event, span: .allEvents) : [],
            mayBeOne: !form.changesRule && !isMoved,
            error: error
        ).bytes()
    }

    /// Changes an event's start or end, for example after dragging; times are in the display zone.
    private func move(_ fields: FormFields, _ scene: PageScene) throws -> WebAnswer {
        let event = try self.event(fields.text("id"))
        var form = EventForm(event, in: scene.zone)
        guard let viewed = ViewedEvent(event, in: scene.zone) else { return .text(404, "not found") }
        let own = (try? Zone(identifier: form.values.zone)) ?? scene.zone
        func moved(_ instant: Instant, _ name: String) -> CivilDateTime? {
            guard case .date(let day)? = try? EventTime(fields.text(name)) else { return nil }
            let clock = fields.text("\(name)-time")
            if !clock.isEmpty, let time = try? EventTime("\(day) \(clock)") {
                return own.civil(at: scene.zone.instant(of: time.civil))
            }
            let days = day.dayNumber - scene.zone.civil(at: instant).date.dayNumber
            return own.civil(at: instant).adding(seconds: days * 86_400)
        }
        func clock(_ civil: CivilDateTime) -> String {
            form.values.isAllDay ? "" : String(EventFields.text(.floating(civil)).dropFirst(11))
        }
        if let start = moved(viewed.span.lowerBound, "start") {
            (form.values.startDate, form.values.startTime) = (start.date.description, clock(start))
        }
        if let end = moved(viewed.span.upperBound, "end"), form.values.endZone.isEmpty {
            (form.values.endDate, form.values.endTime) = (end.date.description, clock(end))
        }
        return try save(form, "", scene)
    }

    /// Removes an event, or returns the page that asks which part of the series to remove.
    func remove(_ form: FormFields, _ scene: PageScene) throws -> WebAnswer {
        let event = try self.event(form.text("id"))
        guard let span = SpanWords.span(form.text("span")) ?? (event.isInSeries ? nil : .thisEvent) else {
            let fields = [(name: "id", value: form.text("id"))]
            return .page(SpanPage(scene: scene, event: event, action: "remove", fields: fields).bytes())
        }
        let date = event.startDate.map { scene.zone.civil(at: Instant($0)).date } ?? scene.today
        try store.remove(event, span: span)
        if let task = scene.task {
            task.finish(.deleted)
            return .page(HelpPage.farewell(.deleted))
        }
        return try done("month", ["date": date.description])
    }

    private func undo(_ form: FormFields, _ scene: PageScene) throws -> WebAnswer {
        guard let number = Int(form.text("number")),
            let entry = try store.history().first(where: { $0.number == number })
        else { throw StoreError(.noSuchItem, nil, "this change is no longer in the history") }
        let changed = try store.steps(ofUndoing: entry).filter(\.isChangedSince)
        guard changed.isEmpty || form.text("overwrite") == "yes" else {
            return .page(HistoryPage.question(entry, changed, scene))
        }
        try store.undo(entry, overwriting: !changed.isEmpty)
        let date = form.text("date")
        return try done("month", date.isEmpty ? [:] : ["date": date])
    }

    private func create(_ form: FormFields, _ scene: PageScene) throws -> WebAnswer {
        let name = form.text("name")
        guard !name.isEmpty, let source = try store.sources.first else {
            return .page(CalendarsPage(scene: scene, error: "a calendar needs a name").bytes(), status: 422)
        }
        guard !scene.calendars.contains(where: { $0.title.lowercased() == name.lowercased() }) else {
            let error = "the calendar '\(name)' already exists"
            return .page(CalendarsPage(scene: scene, error: error).bytes(), status: 422)
        }
        var calendar = EventCalendar(title: name, color: CalendarColor(form.text("color")), source: source)
        try store.saveCalendar(&calendar)
        return .redirect(WebAddress("calendars"))
    }

    private func remind(_ form: FormFields, _ scene: PageScene) throws -> WebAnswer {
        let (date, time) = (form.text("due"), form.text("due-time"))
        let calendar = scene.calendars.first { $0.calendarIdentifier == form.text("calendar") }
        var fields = EventFields()
        fields.names = EventField.ofReminders
        fields.put(.title, form.text("title"))
        fields.put(.due, time.isEmpty ? date : "\(date) \(time)")
        var reminder = Reminder(Todo(), calendar: calendar)
        do throws(FieldError) {
            guard !form.text("title").isEmpty else {
                throw FieldError(field: .title, reason: "a reminder needs a title")
            }
            try fields.apply(over: EventFields(Reminder(Todo())), to: &reminder, in: scene.zone)
        } catch {
            return .page(try remindersPage(scene, error: error.text), status: 422)
        }
        try store.save(&reminder)
        return try done("reminders")
    }
}

extension CalendarEvent {
    /// Whether the event belongs to a series.
    var isInSeries: Bool { hasRecurrenceRules || occurrence?.recurrenceID != nil }
}
