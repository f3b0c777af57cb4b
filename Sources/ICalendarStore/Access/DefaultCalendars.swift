import EssentialFoundation
import ICalendar
import SystemIO

/// The user's default calendars for new items.
///
/// The defaults are stored in the user's state folder, since the calendars themselves may be shared with
/// other users.
final class DefaultCalendars: Sendable {
    private struct Record: Sendable, Hashable, Codable {
        var store: String
        var events: String?
        var reminders: String?
    }

    private struct State: Sendable {
        var record: Record
        var stamp: FileStamp?
    }

    private let folder: StateFolder?
    private let file: String
    private let state: Lock<State>

    init(_ directory: CalendarPath, _ folder: StateFolder?) {
        self.folder = folder
        file = StateNames(directory).defaults
        state = Lock(State(record: Record(store: directory.description)))
    }

    subscript(type: EntityType) -> String? {
        type == .event ? record.events : record.reminders
    }

    func set(_ identifier: String?, for type: EntityType) throws(FileFailure) {
        var record = record
        if type == .event { record.events = identifier } else { record.reminders = identifier }
        var stamp: FileStamp?
        if let folder {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
            let bytes = ((try? encoder.encode(record)).map(Array.init) ?? []) + [0x0A]
            try folder.write(bytes, to: file)
            stamp = folder.stamp(of: file)
        }
        state.withLock { $0 = State(record: record, stamp: stamp) }
    }

    private var record: Record {
        guard let folder else { return state.withLock { $0.record } }
        let stamp = folder.stamp(of: file)
        let known = state.withLock { $0 }
        if known.stamp == stamp { return known.record }
        let contents = folder.contents(of: file)
        let found = contents.flatMap { try? JSONDecoder().decode(Record.self, from: Data($0.bytes)) }
        // Ignore an invalid record or another store's record.
        let isOwn = found?.store == known.record.store
        let record = found.flatMap { isOwn ? $0 : nil } ?? Record(store: known.record.store)
        state.withLock { $0 = State(record: record, stamp: contents?.stamp) }
        return record
    }
}
