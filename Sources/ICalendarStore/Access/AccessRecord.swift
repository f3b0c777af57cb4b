import EssentialFoundation
import ICalendar

struct AccessRecord: Sendable, Hashable, Codable {
    enum Grant: String, Sendable, Hashable, Codable {
        case denied
        case writeOnly
        case fullAccess
    }

    var store: String
    var application: String
    /// The decision about events, or `nil` if access has not been requested yet.
    var events: Grant?
    /// The decision about reminders, or `nil` if access has not been requested yet.
    var reminders: Grant?
    var isUpgradeRefused: Bool?
    var calendar: String?

    init(store: String, application: String) {
        self.store = store
        self.application = application
    }

    subscript(type: EntityType) -> Grant? {
        get { type == .event ? events : reminders }
        set { if type == .event { events = newValue } else { reminders = newValue } }
    }

    func status(for type: EntityType, _ permitted: SystemAccess) -> AuthorizationStatus {
        switch (permitted, self[type]) {
        case (.none, _): .restricted
        case (_, nil): .notDetermined
        case (_, .denied): .denied
        case (_, .writeOnly), (.writing, .fullAccess): .writeOnly
        case (.full, .fullAccess): .fullAccess
        }
    }

    /// Returns whether the requested access needs the user's confirmation.
    ///
    /// Each increase in access requires a separate confirmation.
    func mustAsk(for wanted: Grant, _ type: EntityType) -> Bool {
        guard let present = self[type] else { return true }
        return present == .writeOnly && wanted == .fullAccess && isUpgradeRefused != true
    }

    /// The record that would result if the user answered yes to every pending question.
    var agreed: AccessRecord {
        var record = self
        for type in EntityType.allCases where mustAsk(for: .fullAccess, type) { record[type] = .fullAccess }
        return record
    }

    mutating func take(_ decision: AccessDecision, to wanted: Grant, _ type: EntityType) {
        if decision.isGranted {
            // Another process may have obtained more access in the meantime.
            if self[type] != .fullAccess { self[type] = wanted }
            calendar = decision.calendarIdentifier ?? calendar
        } else if self[type] == nil {
            self[type] = .denied
        } else {
            isUpgradeRefused = true
        }
    }

    static func read(_ bytes: [UInt8], store: String, application: String) -> AccessRecord? {
        guard let record = AccessRecord(bytes), record.store == store, record.application == application
        else { return nil }
        return record
    }

    init?(_ bytes: [UInt8]) {
        guard let record = try? JSONDecoder().decode(AccessRecord.self, from: Data(bytes)) else { return nil }
        self = record
    }

    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return ((try? encoder.encode(self)).map(Array.init) ?? []) + [0x0A]
    }
}

struct StateNames: Sendable, Hashable {
    /// A digest that identifies the store.
    ///
    /// The record contains a digest because the store's path may contain arbitrary characters.
    private let store: String

    init(_ realPath: CalendarPath) {
        store = Self.digest(realPath.bytes)
    }

    var defaults: String { "calendars-\(store).json" }

    var decisions: String { "access-\(store)-" }

    func decision(about application: String) -> String {
        decisions + Self.digest(Array(application.utf8)) + ".json"
    }

    private static func digest(_ bytes: [UInt8]) -> String { String(FileDigest(of: bytes).text.prefix(32)) }
}
