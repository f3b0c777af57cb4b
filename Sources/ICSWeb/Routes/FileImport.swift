import ICSItems
import ICSPages
import ICalendar
import ICalendarStore

/// An import of a file with events and reminders into a calendar.
struct FileImport {
    let calendar: WebCalendar
    let scene: PageScene

    /// Returns the page with the outcome for each item.
    func answer(_ form: FormFields) throws -> WebAnswer {
        let store = self.calendar.store
        let named = scene.calendars.first { $0.calendarIdentifier == form.text("calendar") }
        guard let file = form.files.first(where: { $0.name == "file" }), let calendar = named else {
            return .page(ImportPage(scene: scene, error: "choose a file and a calendar").bytes(), status: 422)
        }
        let read: CalendarFile
        do {
            read = try CalendarFile(bytes: file.bytes, name: PageText.line(file.fileName, atMost: 200))
        } catch {
            return .page(ImportPage(scene: scene, error: "\(error)").bytes(), status: 422)
        }
        var lines: [String] = []
        var isAnyChanged = false
        for item in ImportedItem.all(in: read) {
            guard item.reason == nil else {
                lines.append("skipped: \(item.title): \(item.reason ?? "")")
                continue
            }
            do throws(StoreError) {
                let (_, outcome) = try store.receive(
                    item.message,
                    of: item.calendar,
                    to: calendar,
                    item.type,
                    commit: false
                )
                isAnyChanged = isAnyChanged || ![.unchanged, .ignored].contains(outcome.action)
                let more = outcome.words.isEmpty ? "" : ": \(outcome.words)"
                lines.append("\(outcome.action): \(item.title)\(more)")
            } catch {
                lines.append("skipped: \(item.title): \(item.shortened(error.detail))")
            }
        }
        do throws(StoreError) {
            if isAnyChanged { try store.commit() }
        } catch {
            try? store.reset()
            return .page(ImportPage(scene: scene, error: error.description).bytes(), status: 422)
        }
        let remarks = ImportedItem.remarks(on: read, in: scene.zone) { store.holds($0, in: calendar) }
        lines += (read.diagnostics + remarks).prefix(50).map(\.description)
        var after = try self.calendar.scene(scene.session)
        if isAnyChanged, let last = try store.history().first {
            after.notice = PageNotice(words: "Done: \(last.summary)", entry: last)
        }
        if lines.isEmpty { lines = ["the file has no events and no reminders"] }
        return .page(ImportPage(scene: after, lines: lines).bytes())
    }
}
