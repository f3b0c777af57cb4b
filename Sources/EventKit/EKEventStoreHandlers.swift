public import Foundation
import ICalendarStore

/// A block that receives an event and a flag; setting the flag stops the enumeration.
///
/// ```swift
/// let callback: EKEventSearchCallback = { event, stop in stop.pointee = true }
/// ```
public typealias EKEventSearchCallback = (EKEvent, UnsafeMutablePointer<ObjCBool>) -> Void

/// A completion handler for an access request, called on any thread.
///
/// ```swift
/// let handler: EKEventStoreRequestAccessCompletionHandler = { isGranted, error in print(isGranted) }
/// ```
public typealias EKEventStoreRequestAccessCompletionHandler = @Sendable (Bool, (any Error)?) -> Void

extension EKEventStore {
    /// Calls a handler with the result of an access request.
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
    /// Returns true if the program has full access; otherwise, throws an error.
    ///
    /// The deprecated request never prompts, as in apps built for iOS 17.
    func checkFullAccess(to type: EntityType) throws(EKError) -> Bool {
        if store?.authorizationStatus(for: type) == .fullAccess { return true }
        throw EKError(.eventStoreNotAuthorized, "requestAccess(to:) never prompts; request full access")
    }
}
