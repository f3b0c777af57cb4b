public import Foundation
import ICalendarStore

/// A block that is called with an event and a flag, which it sets to stop.
///
/// ```swift
/// let callback: EKEventSearchCallback = { event, stop in stop.pointee = true }
/// ```
public typealias EKEventSearchCallback = (EKEvent, UnsafeMutablePointer<ObjCBool>) -> Void

/// A handler that gets the answer to a request for access, on any thread.
///
/// ```swift
/// let handler: EKEventStoreRequestAccessCompletionHandler = { isGranted, error in print(isGranted) }
/// ```
public typealias EKEventStoreRequestAccessCompletionHandler = @Sendable (Bool, (any Error)?) -> Void

extension EKEventStore {
    /// Calls a handler with the answer to a request.
    func answer(
        _ completion: @escaping @Sendable (Bool, (any Error)?) -> Void,
        _ request: @escaping @Sendable (EKEventStore) async throws -> Bool
    ) {
        Task.detached { [self] in
            do { completion(try await request(self), nil) } catch { completion(false, error) }
        }
    }
}

extension StoreLink {
    /// Returns true with full access, or throws: the old request never asks, as in programs for iOS 17 or later.
    func checkFullAccess(to type: EntityType) throws(EKError) -> Bool {
        if store?.authorizationStatus(for: type) == .fullAccess { return true }
        throw EKError(.eventStoreNotAuthorized, "requestAccess(to:) never asks; request full access instead")
    }
}
