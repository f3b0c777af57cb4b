import ICSItems
import ICSViews
import ICalendar
import ICalendarStore
import ICalendarUI

/// The routes for a program's session.
///
/// Such a session is limited to one event or one choice.
struct TaskRoutes {
    let calendar: WebCalendar
    let task: WebTask
    let session: WebSessions.Session

    func answer(_ page: String, _ request: WebRequest) throws -> WebAnswer {
        try task.use {
            if request.method == "POST" { return try act(page, request) }
            switch page {
            case "style.css", "script.js", "icon.svg", "colors.css":
                return try calendar.look(page, request, session)
            case _ where task.isFinished: return .page(HelpPage.ended, status: 403)
            case "events":
                var answer = WebAnswer(200, [("Content-Type", "text/event-stream")])
                answer.body = .events(task.events(of: calendar.store))
                return answer
            case "window.gif":
                var answer = WebAnswer(200, [("Content-Type", WindowImage.type)])
                answer.body = .events(task.window())
                return answer
            case "task": return try show(isEditor: request.query.text("edit") == "yes")
            default: return .text(404, "not found")
            }
        }
    }

    private func act(_ page: String, _ request: WebRequest) throws -> WebAnswer {
        guard request.body.count <= WebGuard.mostBytes else {
            return .text(413, "limit reached: a form can have at most 1 MiB")
        }
        let form = request.form
        guard SecretText.areEqual(form["token"] ?? "", session.formToken) else {
            return .text(403, "the form is not from this session")
        }
        guard !task.isFinished else { return .page(HelpPage.ended, status: 403) }
        let scene = try calendar.scene(session)
        switch (page, task.request.page) {
        case ("save", _) where task.mayEdit: return try save(form, scene)
        case ("remove", _) where task.mayEdit && task.identifier != nil:
            var form = form
            form.set("id", task.identifier ?? "")
            return try calendar.remove(form, scene)
        case ("answer", .viewer): return finish(.done)
        case ("answer", .chooser): return choose(form, scene)
        case ("answer", .access): return decide(form, scene)
        default: return .text(404, "not found")
        }
    }

    /// Ends the session and returns its last page.
    private func finish(_ action: PageReply.Action) -> WebAnswer { finish(PageReply(action)) }

    private func finish(_ reply: PageReply) -> WebAnswer {
        task.finish(reply)
        return .page(HelpPage.farewell(reply.action))
    }

    private func show(isEditor: Bool) throws -> WebAnswer {
        let scene = try calendar.scene(session)
        switch task.request.page {
        case .chooser: return .page(ChooserPage(scene: scene, request: task.request).bytes())
        case .access: return .page(AccessPage(scene: scene, request: task.request).bytes())
        case .viewer where !(isEditor && task.mayEdit):
            let event = try calendar.event(task.identifier ?? "")
            guard let viewed = ViewedEvent(event, in: scene.zone) else { return .text(404, "not found") }
            return .page(EventPage(scene: scene, event: event, viewed: viewed).bytes())
        case .editor, .viewer: return .page(EditorPage(scene: scene, form: try form(scene)).bytes())
        }
    }

    /// Returns the editor's controls for the program's event, or for the stored event with the program's changes.
    private func form(_ scene: PageScene) throws -> EventForm {
        var form: EventForm
        let given = task.given.flatMap(\.event)
        if let identifier = task.identifier {
            form = EventForm(try calendar.event(identifier), in: scene.zone)
            if let given {
                let chosen = form.values.calendar
                form.values = EventValues(given, in: scene.zone)
                form.values.calendar = chosen
            }
        } else {
            form = EventForm(EventValues(given ?? CalendarEvent(Event()), in: scene.zone))
            let usual = (try? calendar.store.defaultCalendarForNewEvents)?.calendarIdentifier
            form.values.calendar = usual ?? ""
        }
        let writable = Set(scene.writableCalendars.map(\.calendarIdentifier))
        if let wanted = task.request.selection?.first, writable.contains(wanted) {
            form.values.calendar = wanted
        }
        return form
    }

    private func save(_ fields: FormFields, _ scene: PageScene) throws -> WebAnswer {
        let action = fields.text("action")
        switch action {
        case "cancel":
            return task.request.page == .viewer ? .redirect(WebAddress("task")) : finish(.canceled)
        case "delete" where task.identifier != nil:
            var form = FormFields()
            form.set("id", task.identifier ?? "")
            return try calendar.remove(form, scene)
        default: break
        }
        var form = EventForm(fields)
        form.identifier = task.identifier
        form.isGiven = task.given != nil
        return try calendar.save(form, action, scene)
    }

    private func choose(_ form: FormFields, _ scene: PageScene) -> WebAnswer {
        guard form.text("action") == "choose" else { return finish(.canceled) }
        let page = ChooserPage(scene: scene, request: task.request)
        let chosen = page.calendars.filter { form.all("calendar").contains($0.calendarIdentifier) }
        guard task.request.isMultiple == true || chosen.count == 1 else {
            return .page(page.bytes(error: "choose one calendar"), status: 422)
        }
        return finish(PageReply(.chosen, calendars: chosen.map(PageReply.Choice.init)))
    }

    private func decide(_ form: FormFields, _ scene: PageScene) -> WebAnswer {
        guard form.text("action") == "allow" else { return finish(.refused) }
        let page = AccessPage(scene: scene, request: task.request)
        let chosen = page.calendars.filter { $0.calendarIdentifier == form.text("calendar") }
        return finish(PageReply(.granted, calendars: chosen.map(PageReply.Choice.init)))
    }
}

extension PageReply.Choice {
    init(_ calendar: EventCalendar) {
        self.init(
            identifier: calendar.calendarIdentifier,
            title: calendar.title,
            color: calendar.color?.description
        )
    }
}

extension ImportedItem {
    /// The first component, as a new event.
    var event: CalendarEvent? { components.first.map { CalendarEvent(Event($0)) } }
}
