/// What a program may do with the events, or the reminders, of a store: the smaller one of what the operating system
/// permits and of what a person granted, with the numbers of `EKAuthorizationStatus`.
///
/// Only what the operating system enforces is security; the rest keeps honest programs honest.
///
/// ```swift
/// AuthorizationStatus.fullAccess.rawValue  // 3
/// AuthorizationStatus.writeOnly.rawValue   // 4
/// ```
public enum AuthorizationStatus: Int, Sendable, Hashable, CaseIterable {
    /// Nobody was asked so far, so that nothing is allowed: `AuthorizationStatus(rawValue: 0) // .notDetermined`.
    case notDetermined = 0
    /// The operating system lets this process neither list nor write a single calendar, as with the mode `0000` of their
    /// folders; asking a person would not help.
    case restricted = 1
    /// A person said no: `AuthorizationStatus(rawValue: 2) // .denied`.
    case denied = 2
    /// Everything, as far as each calendar allows: `AuthorizationStatus(rawValue: 3) // .fullAccess`.
    case fullAccess = 3
    /// New items can be saved, and nothing can be read or removed, as with the mode `0300` of all folders.
    case writeOnly = 4
}

/// What the operating system lets this process do with a store.
enum SystemAccess: Sendable, Hashable {
    /// Nothing: no calendar can be listed or written.
    case none
    /// New items can be written, and no calendar can be listed.
    case writing
    /// At least one calendar can be listed, or there is none yet.
    case full

    /// What can be done with some calendars; `isListed` says whether the store's folder could be listed.
    init(_ calendars: [EventCalendar], isListed: Bool) {
        if calendars.contains(where: \.allowsReading) || calendars.isEmpty && isListed {
            self = .full
        } else {
            self = calendars.contains(where: \.allowsContentModifications) ? .writing : .none
        }
    }
}

/// What somebody wants to do with items.
enum AccessAction: Sendable, Hashable {
    /// Anything that write-only access allows too: to know which calendars there are, as far as they are shown.
    case look
    /// To find and read items.
    case read
    /// To save a new item.
    case write
    /// To change or remove an item, for which it must be read.
    case change
}
