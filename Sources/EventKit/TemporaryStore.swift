import Foundation
import ICalendarStore

extension EKEventStore {
    /// Creates an event store for a test in an empty temporary folder, which is deleted along with the store and its
    /// objects.
    ///
    /// ```swift
    /// let eventStore = try EKEventStore.temporary(access: .writeOnly)
    /// eventStore.events(matching: NSPredicate(value: true)).isEmpty  // true
    /// ```
    ///
    /// - Parameters:
    ///   - access: The program's access. With `.notDetermined`, every request is granted.
    ///   - calendars: The titles of the calendars to create.
    public static func temporary(
        access: EKAuthorizationStatus = .fullAccess,
        calendars: [String] = ["Calendar"]
    ) throws -> EKEventStore {
        let folder = try TemporaryFolder(access, calendars)
        return EKEventStore(StoreLink(folder.configuration, folder: folder))
    }

    /// Runs an operation with its calendars in a temporary folder.
    ///
    /// `EKEventStore()` and `EKEventStore.authorizationStatus(for:)` use this folder in the operation's task and in the
    /// tasks that the operation starts, so tests can run in parallel.
    ///
    /// ```swift
    /// try await EKEventStore.withTemporary(access: .denied) {
    ///     EKEventStore.authorizationStatus(for: .event)  // .denied
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - access: The program's access. With `.notDetermined`, every request is granted.
    ///   - calendars: The titles of the calendars to create.
    ///   - operation: The code to test.
    public static func withTemporary<Value: Sendable>(
        access: EKAuthorizationStatus = .fullAccess,
        calendars: [String] = ["Calendar"],
        _ operation: () async throws -> Value
    ) async throws -> Value {
        let folder = try TemporaryFolder(access, calendars)
        defer { withExtendedLifetime(folder) {} }
        return try await Configurations.$scoped.withValue(folder.configuration, operation: operation)
    }
}

/// A folder that is deleted along with this object.
final class TemporaryFolder: Sendable {
    let configuration: EKEventStore.Configuration
    private let path: String

    init(_ access: EKAuthorizationStatus, _ calendars: [String]) throws {
        let manager = FileManager.default
        let folder = manager.temporaryDirectory.appending(path: "EventKit-\(UUID().uuidString)")
        path = folder.path(percentEncoded: false)
        let store = folder.appending(path: "calendars")
        let inside: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        // A missing folder means that the program has no access.
        let folders =
            access == .restricted
            ? [folder] : [store] + calendars.indices.map { store.appending(path: "\($0 + 1)") }
        for folder in folders {
            try manager.createDirectory(at: folder, withIntermediateDirectories: true, attributes: inside)
        }
        if access != .restricted {
            for (number, title) in calendars.enumerated() {
                try Data(title.utf8).write(to: store.appending(path: "\(number + 1)/displayname"))
            }
        }
        var configuration = EKEventStore.Configuration(directory: store.path(percentEncoded: false))
        configuration.stateDirectory = folder.appending(path: "state").path(percentEncoded: false)
        configuration.access =
            switch access {
            case .fullAccess: .allow
            case .writeOnly: .granting(.writeOnly)
            case .denied, .restricted: .deny
            case .notDetermined: AccessHandler { _ in .granted }
            }
        self.configuration = configuration
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
