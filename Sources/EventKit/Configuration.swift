import Foundation
public import ICalendarStore
import SystemIO

extension EKEventStore {
    /// An event store's settings, such as the calendar folder and the access prompt.
    ///
    /// ```swift
    /// var configuration = EKEventStore.Configuration(directory: "/srv/calendars")
    /// configuration.access = .allow
    /// let eventStore = EKEventStore(configuration: configuration)
    /// ```
    public struct Configuration: Sendable {
        /// The folder that contains the calendars: `configuration.directory // "/srv/calendars"`.
        public var directory: String
        /// The handler that grants or denies access, for example `configuration.access = .allow`; by default,
        /// it asks the user at the terminal.
        public var access: AccessHandler = .terminal
        /// The program's name in access requests and remembered decisions, for example
        /// `configuration.applicationName = "diary"`; by default, its executable's name.
        public var applicationName = EventStore.Options().applicationName
        /// The folder for remembered decisions, or nil for the user's default: `configuration.stateDirectory // nil`.
        public var stateDirectory: String?
        /// The usage descriptions to show in access requests, keyed by Info.plist key.
        ///
        /// `configuration.usageDescriptions["NSCalendarsFullAccessUsageDescription"] = "Shows your lessons."`
        public var usageDescriptions: [String: String] = [:]
        /// The user's email addresses, which determine ``EKParticipant/isCurrentUser``:
        /// `configuration.userAddresses = ["jane@example.com"]`.
        public var userAddresses: Set<String> = []

        /// Creates a configuration for a folder that contains calendars.
        ///
        /// ```swift
        /// EKEventStore.Configuration(directory: "/srv/calendars").directory  // "/srv/calendars"
        /// ```
        public init(directory: String) {
            self.directory = directory
        }

        var options: EventStore.Options {
            var options = EventStore.Options()
            options.access = access
            options.applicationName = applicationName
            options.stateDirectory = stateDirectory
            options.userAddresses = userAddresses
            options.usageDescriptions = [
                .fullAccessToEvents: usage("NSCalendarsFullAccess", "NSCalendars"),
                .writeOnlyAccessToEvents: usage("NSCalendarsWriteOnlyAccess", "NSCalendars"),
                .fullAccessToReminders: usage("NSRemindersFullAccess", "NSReminders"),
            ].compactMapValues(\.self)
            return options
        }

        private func usage(_ name: String, _ oldName: String) -> String? {
            usageDescriptions[name + "UsageDescription"] ?? usageDescriptions[oldName + "UsageDescription"]
        }
    }

    /// The configuration that `EKEventStore()` uses in this process; by default, it comes from the environment.
    ///
    /// ```swift
    /// EKEventStore.configuration.directory = "/srv/calendars"
    /// ```
    public static var configuration: Configuration {
        get { Configurations.current }
        set { Configurations.set(newValue) }
    }

    /// Creates an event store with the given configuration.
    ///
    /// ```swift
    /// let eventStore = EKEventStore(configuration: EKEventStore.Configuration(directory: "/srv/calendars"))
    /// ```
    public convenience init(configuration: Configuration) {
        self.init(StoreLink(configuration))
    }
}

/// The process's configuration and its overrides for tests.
enum Configurations {
    /// The configuration for a test's task and its child tasks.
    @TaskLocal static var scoped: EKEventStore.Configuration?

    private static let process = Lock<EKEventStore.Configuration?>(nil)

    static var current: EKEventStore.Configuration {
        scoped
            ?? process.withLock { known in
                let configuration = known ?? fromEnvironment(ProcessInfo.processInfo.environment)
                known = configuration
                return configuration
            }
    }

    static func set(_ configuration: EKEventStore.Configuration) {
        process.withLock { $0 = configuration }
        OpenStores.forgetUnused()
    }

    static func fromEnvironment(_ environment: [String: String]) -> EKEventStore.Configuration {
        var configuration = EKEventStore.Configuration(directory: directory(environment))
        configuration.access = access(environment["ICALENDAR_ACCESS"])
        configuration.usageDescriptions = Bundle.main.executablePath.map(usageDescriptions(beside:)) ?? [:]
        return configuration
    }

    /// Returns the usage descriptions in the file next to a program, or none if the file is missing or invalid.
    static func usageDescriptions(beside program: String) -> [String: String] {
        let data = FileManager.default.contents(atPath: program + ".usage.json")
        return data.flatMap { try? JSONDecoder().decode([String: String].self, from: $0) } ?? [:]
    }

    /// Returns the folder that contains the calendars.
    ///
    /// If the default folder does not exist, creates it with one calendar.
    private static func directory(_ environment: [String: String]) -> String {
        if let directory = environment["ICALENDAR_STORE"], !directory.isEmpty { return directory }
        let home = environment["HOME"] ?? NSHomeDirectory()
        // The XDG Base Directory Specification requires ignoring relative paths.
        let data =
            environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/share"
        let directory = data + "/calendars"
        if !FileManager.default.fileExists(atPath: directory) {
            try? FileManager.default.createDirectory(
                atPath: directory + "/Calendar",
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        }
        return directory
    }

    private static func access(_ word: String?) -> AccessHandler {
        switch word {
        case nil, "": return .terminal
        case "full": return .allow
        case "writeOnly": return .granting(.writeOnly)
        case "denied": return .deny
        case let word?:
            let message = "ICALENDAR_ACCESS: '\(word)' is not full, writeOnly or denied; ignored\n"
            try? FileHandle.standardError.write(contentsOf: Data(message.utf8))
            return .terminal
        }
    }
}
