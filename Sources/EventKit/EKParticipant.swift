public import Foundation
import ICalendar

/// An attendee or the organizer of an event, which EventKit cannot create or change.
///
/// ```swift
/// for attendee in ekEvent.attendees ?? [] { print(attendee.name ?? "", attendee.participantStatus == .accepted) }
/// ```
// The class is Sendable because it never changes.
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

    /// Creates an organizer, whose answer is among those of the attendees, if any.
    convenience init(_ organizer: Organizer, among attendees: [Attendee], isOneOf users: Set<String>) {
        let same = attendees.first { $0.email == organizer.email && organizer.email != nil }
        self.init(same ?? Attendee(organizer.property), isOneOf: users, isOrganizer: same == nil)
    }

    /// The address, such as `mailto:sam@client.example`: `ekEvent.attendees?.first?.url`.
    ///
    /// An address in unusual case or with escapes is written in the plain form.
    open var url: URL {
        let address = attendee.email.map(CalendarAddress.mailto) ?? attendee.uri
        return URL(string: address) ?? URL(filePath: "/")
    }

    /// The name (CN), or nil: `ekEvent.attendees?.first?.name // "Nora Lind"`.
    open var name: String? { attendee.name }

    /// The answer to the invitation: `ekEvent.attendees?.first?.participantStatus // .accepted`.
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

    /// The role, which is the chair for an organizer who is not an attendee: `ekEvent.organizer?.participantRole`.
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

    /// Whether this is the user at the computer, by ``EKEventStore/Configuration/userAddresses``:
    /// `ekEvent.organizer?.isCurrentUser // false`.
    open var isCurrentUser: Bool { isUser }

    /// A predicate for contacts, which matches none, since Linux has no Contacts framework.
    ///
    /// `ekEvent.organizer?.contactPredicate.evaluate(with: nil) // false`
    open var contactPredicate: NSPredicate { NSPredicate(value: false) }

    /// Returns the participant itself, which never changes.
    ///
    /// ```swift
    /// let copy = ekEvent.organizer?.copy() as? EKParticipant
    /// ```
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
