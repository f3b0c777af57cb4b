public import Foundation
import ICalendar

/// An event's attendee or organizer. EventKit cannot create or change participants.
///
/// ```swift
/// for attendee in ekEvent.attendees ?? [] { print(attendee.name ?? "", attendee.participantStatus == .accepted) }
/// ```
// The class is Sendable because it is immutable.
open class EKParticipant: EKObject, NSCopying, @unchecked Sendable {
    private let attendee: Attendee
    private let isUser: Bool
    private let isOrganizer: Bool

    init(_ attendee: Attendee, isOneOf users: Set<String>, isOrganizer: Bool = false) {
        self.attendee = attendee
        self.isOrganizer = isOrganizer
        let email = attendee.email?.lowercased()
        isUser = users.contains { $0.lowercased() == email }
        super.init()
    }

    /// Creates the organizer, with the participation status of the matching attendee, if any.
    convenience init(_ organizer: Organizer, among attendees: [Attendee], isOneOf users: Set<String>) {
        let same = attendees.first { $0.email == organizer.email && organizer.email != nil }
        self.init(same ?? Attendee(organizer.property), isOneOf: users, isOrganizer: same == nil)
    }

    /// The address, such as `mailto:sam@client.example`: `ekEvent.attendees?.first?.url`.
    ///
    /// An address with unusual case or percent-escapes is normalized.
    open var url: URL {
        let address = attendee.email.map(CalendarAddress.mailto) ?? attendee.uri
        return URL(string: address) ?? URL(filePath: "/")
    }

    /// The name (CN), or nil: `ekEvent.attendees?.first?.name // "Nora Lind"`.
    open var name: String? { attendee.name }

    /// The participation status: `ekEvent.attendees?.first?.participantStatus // .accepted`.
    open var participantStatus: EKParticipantStatus {
        if isOrganizer { return .unknown }
        return switch attendee.status {
        case .pending: .pending
        case .accepted: .accepted
        case .declined: .declined
        case .tentative: .tentative
        case .delegated: .delegated
        case .completed: .completed
        case .inProcess: .inProcess
        case .unknown: .unknown
        }
    }

    /// The role; chair for an organizer who is not an attendee: `ekEvent.organizer?.participantRole`.
    open var participantRole: EKParticipantRole {
        if isOrganizer { return .chair }
        return switch attendee.role {
        case .required: .required
        case .optional: .optional
        case .chair: .chair
        case .nonParticipant: .nonParticipant
        case .unknown: .unknown
        }
    }

    /// The type: `ekEvent.attendees?.first?.participantType // .person`.
    open var participantType: EKParticipantType {
        switch attendee.type {
        case .person: .person
        case .room: .room
        case .resource: .resource
        case .group: .group
        case .unknown: .unknown
        }
    }

    /// Whether the participant is the current user, according to ``EKEventStore/Configuration/userAddresses``:
    /// `ekEvent.organizer?.isCurrentUser // false`.
    open var isCurrentUser: Bool { isUser }

    /// A contact predicate that matches nothing, because Linux has no Contacts framework.
    ///
    /// `ekEvent.organizer?.contactPredicate.evaluate(with: nil) // false`
    open var contactPredicate: NSPredicate { NSPredicate(value: false) }

    /// Returns whether another object has the same address, name, status, role and type.
    ///
    /// ```swift
    /// ekEvent.organizer == ekEvent.organizer  // true
    /// ```
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? EKParticipant else { return false }
        return attendee == other.attendee && isOrganizer == other.isOrganizer
    }

    /// The hash value of the participant: `Set(ekEvent.attendees ?? []).count // 2`.
    open override var hash: Int { attendee.hashValue }

    /// Returns the participant itself, since it is immutable.
    ///
    /// ```swift
    /// let copy = ekEvent.organizer?.copy() as? EKParticipant
    /// ```
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
