import ICalendar

/// Works out what files shall be when an event is saved or removed; nothing is written here.
///
/// It is used while the store's editing is locked, so that nobody edits meanwhile.
struct StoreEdit {
    let store: EventStore
    /// The time of the edit.
    let now = Instant.now
    /// The UID of what the edit makes, the same whenever it is worked out.
    let newUID: String
    /// The batch that the edit builds upon; nil for the store's own, which need not be copied while it stays.
    let batch: PendingChanges?
    /// What files shall be.
    private(set) var changes: PendingChanges.Changes = []

    init(_ store: EventStore, on batch: PendingChanges?, newUID: String = UniqueIdentifier.random()) {
        self.store = store
        self.batch = batch
        self.newUID = newUID
    }

    var zone: Zone { store.identity.zone }
    var limits: ReadingLimits { store.options.limits }

    /// A file with an item as it is now.
    struct Located {
        /// Where it stands.
        var place: FilePlace
        /// What it was when it was read from the disk; nil for one that is not there.
        var base: FileBase?
        /// What it holds.
        var file: CalendarFile
        /// Which of its calendars has the item.
        var index: Int
        /// Whether the item is gone, and this is what was known of it.
        var isGone = false
        /// The bytes on the disk, and what was read from them with nothing changed; nil for what is to be made anew, and
        /// for what the batch has made.
        var given: (stored: StoredFile, file: CalendarFile)?
    }

    /// What was saved.
    struct Saved {
        let calendar: EventCalendar
        let file: StoredFile
        let occurrence: Occurrence
        /// What finds the occurrence again in what was written.
        let start: Instant
        let slot: OccurrenceTime?
        /// Overrides that are gone, as the changed rules have no slot for them.
        var dropped: [Component] = []
    }

    // MARK: What is there

    /// An item as the store gave it.
    struct Known {
        let uid: String
        /// What it is: `VEVENT` or `VTODO`.
        let kind: String
        /// The component that it came from; nil where its UID and kind say enough.
        var component: Component?
        /// Whether it stands for the series, and not for an occurrence.
        var isSeries = false
        let calendar: EventCalendar
        /// The file that it was in.
        let file: StoredFile
    }

    /// The file of an item: in the batch, or on the disk; nil when the item is in neither.
    ///
    /// It is followed to other calendars that it was moved to since.
    func located(_ origin: Known) throws(StoreError) -> Located? {
        if let found = try followed(origin) { return found }
        // Another program may have moved it this very moment.
        store.lookNow()
        return try followed(origin)
    }

    private func followed(_ origin: Known) throws(StoreError) -> Located? {
        var (place, folder) = (origin.file.place, origin.calendar.folder)
        let mostMoves = 16
        for _ in 0..<mostMoves {
            if let found = try located(origin, in: folder, first: place) { return found }
            guard let next = store.place(movedFrom: folder, uid: origin.uid, in: batch) else { return nil }
            (place, folder) = (next, next.folder)
        }
        return nil
    }

    /// The file of an item in a calendar, in the place where it is thought to be or in another one.
    private func located(
        _ origin: Known,
        in folder: [UInt8],
        first: FilePlace
    ) throws(StoreError) -> Located? {
        let uid = origin.uid
        if let found = try located(origin, at: first) { return found }
        // Another program may have given the file another name, and a batch may have made it anew.
        if let place = pendingPlace(ofUID: uid, in: folder), let found = try located(origin, at: place) {
            return found
        }
        let snapshot = store.snapshot
        let calendar = snapshot.calendars.first { $0.folder == folder }
        let items = calendar.flatMap { snapshot.items[$0.calendarIdentifier] }
        for file in items?.files(ofUID: uid) ?? [] where file.place != first {
            if let found = try located(origin, at: file.place) { return found }
        }
        return nil
    }

    /// The calendar that an item is in now: another one than the store gave it in, where it was moved since.
    func home(of located: Located, givenIn calendar: EventCalendar) -> EventCalendar {
        let folder = located.place.folder
        if folder == calendar.folder { return calendar }
        return store.snapshot.calendars.first { !$0.isFile && $0.folder == folder } ?? calendar
    }

    /// Whether the file at a place has components of a UID, of whatever kind.
    func has(_ uid: String, at place: FilePlace) throws(StoreError) -> Bool {
        guard let current = try current(place) else { return false }
        return try current.parsed().calendars.contains { calendar in
            calendar.component.components.contains { $0.isOwn(of: uid) }
        }
    }

    /// The file at a place, if it has an item.
    private func located(_ origin: Known, at place: FilePlace) throws(StoreError) -> Located? {
        guard let current = try current(place) else { return nil }
        let uid = origin.uid
        let given = try current.parsed()
        var file = given
        guard let index = origin.place(in: file.calendars) else { return nil }
        // What has no UID is given the one that it was made: it would be another one when anything changed.
        for number in file.calendars[index].component.components.indices {
            let component = file.calendars[index].component.components[number]
            guard component.name == origin.kind, component.text("UID") == nil, component.isOwn(of: uid) else {
                continue
            }
            file.calendars[index].component.components[number]
                .set("UID", to: Property("UID", .text(uid)))
        }
        return Located(
            place: place,
            base: current.base,
            file: file,
            index: index,
            given: current.isOfBatch ? nil : (current.stored, given)
        )
    }

    /// What was known of an item that is gone, to be made anew.
    func recreated(_ origin: Known) throws(StoreError) -> Located {
        let uid = origin.uid
        // A file that somebody writes just now may have it in a moment.
        if let now = try current(origin.file.place),
            LostLines.first(of: now.stored.bytes, in: try now.parsed()) != nil
        {
            throw StoreError(
                .eventNotMutable,
                origin.file.name,
                "another program has changed the file, a part of which cannot be read, and nothing was saved"
            )
        }
        var file = try Self.parsed(origin.file)
        guard let index = origin.place(in: file.calendars) else {
            throw StoreError(.noSuchItem, uid, "nothing is known of the item any longer")
        }
        file.calendars = [file.calendars[index]]
        let kind = origin.kind
        file.calendars[0].component.components.removeAll {
            $0.name != "VTIMEZONE" && !($0.name == kind && $0.isOwn(of: uid))
        }
        let place = try freePlace(for: uid, in: origin.calendar, preferring: origin.file.place.name)
        return Located(place: place, base: nil, file: file, index: 0, isGone: true)
    }

    /// A file as it is now.
    private struct Current {
        let stored: StoredFile
        let base: FileBase?
        /// Whether the batch has made it what it is, so that nothing in it can be lost that was not refused before.
        var isOfBatch = false
        /// What it says, where that is known.
        var file: CalendarFile?

        /// What it says.
        func parsed() throws(StoreError) -> CalendarFile {
            if let file { return file }
            do throws(StoreError) {
                return try StoreEdit.parsed(stored)
            } catch {
                // The item was in it when the store read it.
                throw isOfBatch ? error : error.afterForeignChange
            }
        }
    }

    /// What a file is now, in the batch or on the disk; nil when there is none.
    private func current(_ place: FilePlace) throws(StoreError) -> Current? {
        if let pending = self.pending(at: place) {
            guard let content = pending.content else { return nil }
            let stored = pending.read?.stored ?? StoredFile(place, content, nil, limits: limits)
            return Current(
                stored: stored,
                base: pending.base,
                isOfBatch: true,
                file: pending.read?.file
            )
        }
        do {
            guard let contents = try store.reader.settled(place) else { return nil }
            let now = StoredFile(place, contents.bytes, FileVersion(contents), limits: limits)
            return Current(stored: now, base: now.base)
        } catch {
            throw StoreError(caught: error)
        }
    }

    // MARK: What shall be

    /// Notes what a file shall be; nil when it shall go.
    mutating func put(
        _ file: CalendarFile?,
        at place: FilePlace,
        over base: FileBase?,
        about subject: ItemSubject,
        moved: [ExactText: FilePlace] = [:]
    ) {
        var uids: Set<ExactText> = []
        for calendar in file?.calendars ?? [] {
            for component in calendar.component.components where component.name != "VTIMEZONE" {
                if let uid = component.text("UID") { uids.insert(ExactText(uid)) }
            }
        }
        let content = file.map(Self.bytes(of:))
        var change = PendingChanges.File(base: base, content: content, uids: uids, subject: subject)
        change.moved = moved
        changes.append((place, change))
    }

    /// What was not changed keeps its bytes; zones that an edit brought in are defined.
    private static func bytes(of file: CalendarFile) -> [UInt8] {
        var options = WritingOptions.asRead
        options.addsTimeZones = true
        return file.icsBytes(options)
    }

    /// Notes what was read back of a change, by its place among the changes.
    mutating func note(_ read: PendingChanges.Read, ofChange number: Int) {
        changes[number].file.read = read
    }

    /// What an edit is about: an item with a title, in the calendars with these identifiers.
    func subject(
        _ title: String,
        _ uid: String,
        in calendar: EventCalendar,
        from origin: EventCalendar?
    ) -> ItemSubject {
        var subject = ItemSubject(
            text: "\(title.isEmpty ? uid : title) in \(calendar.title)",
            identifiers: []
        )
        for identifier in Set([calendar.calendarIdentifier, origin?.calendarIdentifier]) {
            guard let identifier else { continue }
            subject.identifiers.insert(ItemIdentifier(calendarIdentifier: identifier, uid: uid).description)
        }
        return subject
    }

    /// What an edit of an event is about.
    func subject(_ event: CalendarEvent, in calendar: EventCalendar) -> ItemSubject {
        let uid = event.calendarItemExternalIdentifier
        return subject(event.title, uid, in: calendar, from: event.origin?.calendar)
    }
}

extension CalendarEvent.Origin {
    /// What finds the event's file.
    var known: StoreEdit.Known {
        .init(
            uid: occurrence.uid,
            kind: Event.componentName,
            component: occurrence.event.component,
            isSeries: isSeries,
            calendar: calendar,
            file: file
        )
    }
}

extension StoreEdit.Known {
    /// Which of some calendars has the item.
    fileprivate func place(in calendars: [CalendarObject]) -> Int? {
        ItemEditor.place(of: uid, kind: kind, knownAs: component, in: calendars)
    }
}

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

extension StoreEdit {
    /// Works out how an event is removed; what is gone already, or was never saved, is left alone.
    mutating func remove(_ event: CalendarEvent, span: EventSpan) throws(StoreError) {
        guard let origin = event.origin else { return }
        guard origin.store == store.identity else {
            throw StoreError(
                .objectBelongsToDifferentStore,
                event.title,
                "the event was given by another store"
            )
        }
        try store.checkWriting(store.present(origin.calendar))
        guard let located = try editable(origin.known) else { return }
        let home = home(of: located, givenIn: origin.calendar)
        if home != origin.calendar { try store.checkWriting(home) }
        let editor = try origin.known.editor(located.file.calendars[located.index], self)
        let outcome = try editor.remove(slot: origin.occurrence.recurrenceID, span: span)
        guard outcome.calendar != editor.calendar else { return }
        takeOut(located, outcome.calendar, subject(event, in: home))
    }
}
