import ICalendar

extension EventStore {
    /// The files that only calendars have.
    private static let ofCalendars: Set<[UInt8]> = [
        ItemName.displayName, ItemName.color, CollectionProperties.name,
    ]

    /// What keeps calendars from becoming the folders of accounts, as they have folders in them and lose their last items
    /// in a commit: the file that says what they are called, as vdir has it.
    func marks(ofCalendarsEmptiedBy pending: PendingChanges) -> [FileChange] {
        let snapshot = snapshot
        let removed = Dictionary(
            grouping: pending.places.filter { pending[$0]?.content == nil },
            by: \.folder
        )
        let kept = Set(pending.places.filter { pending[$0]?.content != nil }.map(\.folder))
        var marks: [FileChange] = []
        for calendar in snapshot.calendars where !calendar.isFile && !kept.contains(calendar.folder) {
            guard let gone = removed[calendar.folder],
                let items = snapshot.items[calendar.calendarIdentifier],
                items.count > 0, gone.count(where: { items.file(named: $0.name) != nil }) == items.count,
                let names = try? files.names(in: calendar.path),
                names.contains(where: { $0.kind == .folder && $0.name.first != UInt8(ascii: ".") }),
                !names.contains(where: { Self.ofCalendars.contains($0.name) }),
                let place = FilePlace(folder: calendar.folder, name: ItemName.displayName)
            else { continue }
            var change = FileChange.put(
                Array((calendar.title.trimmedOnOneLine + "\n").utf8),
                at: place,
                over: nil
            )
            change.group = PendingChanges.noGroup
            marks.append(change)
        }
        return marks
    }
}
