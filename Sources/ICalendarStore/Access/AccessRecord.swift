import ICalendar

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What was decided about one program and one store, as it is remembered.
struct AccessRecord: Sendable, Hashable, Codable {
    /// What a person granted.
    enum Grant: String, Sendable, Hashable, Codable {
        /// Nothing.
        case denied
        /// To save new items.
        case writeOnly
        /// Everything.
        case fullAccess
    }

    /// The store's folder, for people and for who lists what was decided.
    var store: String
    /// The program.
    var application: String
    /// What was granted for events; nil while nobody was asked.
    var events: Grant?
    /// What was granted for reminders; nil while nobody was asked.
    var reminders: Grant?
    /// Whether a person was asked to let the program read too, and said no.
    var isUpgradeRefused: Bool?
    /// The identifier of the calendar that takes what is saved with write-only access.
    var calendar: String?

    /// A record in which nothing was decided.
    init(store: String, application: String) {
        self.store = store
        self.application = application
    }

    /// What was granted for a kind of items.
    subscript(type: EntityType) -> Grant? {
        get { type == .event ? events : reminders }
        set { if type == .event { events = newValue } else { reminders = newValue } }
    }

    /// The status that the system and a person together make.
    func status(for type: EntityType, _ permitted: SystemAccess) -> AuthorizationStatus {
        switch (permitted, self[type]) {
        case (.none, _): .restricted
        case (_, nil): .notDetermined
        case (_, .denied): .denied
        case (_, .writeOnly), (.writing, .fullAccess): .writeOnly
        case (.full, .fullAccess): .fullAccess
        }
    }

    /// Whether a person is to be asked before a program gets a kind of access: once for each step.
    func mustAsk(for wanted: Grant, _ type: EntityType) -> Bool {
        guard let present = self[type] else { return true }
        return present == .writeOnly && wanted == .fullAccess && isUpgradeRefused != true
    }

    /// The record of somebody who says yes to whatever a person would be asked.
    var agreed: AccessRecord {
        var record = self
        for type in EntityType.allCases where mustAsk(for: .fullAccess, type) { record[type] = .fullAccess }
        return record
    }

    /// Takes in an answer.
    mutating func take(_ decision: AccessDecision, to wanted: Grant, _ type: EntityType) {
        if decision.isGranted {
            // Another process may have been granted more meanwhile.
            if self[type] != .fullAccess { self[type] = wanted }
            calendar = decision.calendarIdentifier ?? calendar
        } else if self[type] == nil {
            self[type] = .denied
        } else {
            isUpgradeRefused = true
        }
    }
}

extension AccessRecord {
    /// What is in a file; nil for anything that is no record, or that of another store or program.
    static func read(_ bytes: [UInt8], store: String, application: String) -> AccessRecord? {
        guard let record = AccessRecord(bytes), record.store == store, record.application == application
        else { return nil }
        return record
    }

    /// What is in a file; nil for anything that is no record.
    init?(_ bytes: [UInt8]) {
        guard let record = try? JSONDecoder().decode(AccessRecord.self, from: Data(bytes)) else { return nil }
        self = record
    }

    /// The file.
    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return ((try? encoder.encode(self)).map(Array.init) ?? []) + [0x0A]
    }
}

/// The names of what is remembered of a store.
struct StateNames: Sendable, Hashable {
    /// What tells the store from others, as its path may be anything.
    private let store: String

    /// The names for the store of a folder without links in it.
    init(_ realPath: CalendarPath) {
        store = Self.digest(realPath.bytes)
    }

    /// The file of the calendars for new items.
    var defaults: String { "calendars-\(store).json" }

    /// How the files of decisions begin.
    var decisions: String { "access-\(store)-" }

    /// The file of the decisions about a program.
    func decision(about application: String) -> String {
        decisions + Self.digest(Array(application.utf8)) + ".json"
    }

    private static func digest(_ bytes: [UInt8]) -> String { String(FileDigest(of: bytes).text.prefix(32)) }
}
