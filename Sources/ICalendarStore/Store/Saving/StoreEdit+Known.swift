import ICalendar

extension StoreEdit.Known {
    /// What edits the item in a calendar.
    ///
    /// - Throws: ``StoreError/Code/noSuchItem`` where several whole items have the UID, or had when the store read them, and
    ///   the one that is meant is none of those that are there now: another one is not changed in its stead.
    func editor(_ calendar: CalendarObject, _ edit: StoreEdit) throws(StoreError) -> ItemEditor {
        let editor = editor(calendar, edit, knownAs: component)
        guard let component, !editor.isMaster(of: component), !editor.rivals.isEmpty || wereSeveral(edit)
        else { return editor }
        throw StoreError(
            .noSuchItem,
            component.text("SUMMARY") ?? uid,
            "\(file.name) has, or had, several items with this UID, and the one that is meant is not there any more "
                + "as it was read; nothing was changed"
        )
    }

    /// Whether there were several whole items of the UID and kind in the file that the item came from.
    private func wereSeveral(_ edit: StoreEdit) -> Bool {
        StoreEdit.standing(uid, kind, in: file.calendars, edit.zone, edit.now).count > 1
    }

    private func editor(_ calendar: CalendarObject, _ edit: StoreEdit, knownAs known: Component?)
        -> ItemEditor
    {
        ItemEditor(
            calendar: calendar,
            uid: uid,
            kind: kind,
            knownAs: known,
            isOfSeries: isSeries,
            displayZone: edit.zone,
            now: edit.now
        )
    }
}

extension StoreEdit {
    /// The whole items of a UID and kind that stand in some calendars of a file.
    static func standing(
        _ uid: String,
        _ kind: String,
        in calendars: [CalendarObject],
        _ zone: Zone,
        _ now: Instant
    ) -> [(editor: ItemEditor, master: Component)] {
        calendars.flatMap { calendar in
            let editor = ItemEditor(
                calendar: calendar,
                uid: uid,
                kind: kind,
                displayZone: zone,
                now: now
            )
            return (editor.master.map { [$0] + editor.rivals } ?? []).map { (editor, $0) }
        }
    }
}
