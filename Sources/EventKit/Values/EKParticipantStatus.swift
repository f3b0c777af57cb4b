/// The participation status of an attendee (PARTSTAT, RFC 5545 section 3.2.12).
///
/// ```swift
/// let coming = ekEvent.attendees?.filter { $0.participantStatus == .accepted }
/// ```
public enum EKParticipantStatus: Int, Sendable {
    /// A status that RFC 5545 does not define: `EKParticipantStatus.unknown.rawValue // 0`.
    case unknown = 0
    /// No reply yet: `EKParticipantStatus.pending.rawValue // 1`.
    case pending = 1
    /// Accepted: `EKParticipantStatus.accepted.rawValue // 2`.
    case accepted = 2
    /// Declined: `EKParticipantStatus.declined.rawValue // 3`.
    case declined = 3
    /// Accepted tentatively: `EKParticipantStatus.tentative.rawValue // 4`.
    case tentative = 4
    /// Delegated to someone else: `EKParticipantStatus.delegated.rawValue // 5`.
    case delegated = 5
    /// The participant has completed the task: `EKParticipantStatus.completed.rawValue // 6`.
    case completed = 6
    /// The participant is working on the task: `EKParticipantStatus.inProcess.rawValue // 7`.
    case inProcess = 7
}

/// The role of a participant (ROLE, RFC 5545 section 3.2.16).
///
/// ```swift
/// let required = ekEvent.attendees?.filter { $0.participantRole == .required }
/// ```
public enum EKParticipantRole: Int, Sendable {
    /// A role that RFC 5545 does not define: `EKParticipantRole.unknown.rawValue // 0`.
    case unknown = 0
    /// Participation is required: `EKParticipantRole.required.rawValue // 1`.
    case required = 1
    /// Participation is optional: `EKParticipantRole.optional.rawValue // 2`.
    case optional = 2
    /// The chair: `EKParticipantRole.chair.rawValue // 3`.
    case chair = 3
    /// Informed but not participating: `EKParticipantRole.nonParticipant.rawValue // 4`.
    case nonParticipant = 4
}

/// The type of a participant (CUTYPE, RFC 5545 section 3.2.3).
///
/// ```swift
/// let rooms = ekEvent.attendees?.filter { $0.participantType == .room }
/// ```
public enum EKParticipantType: Int, Sendable {
    /// A type that RFC 5545 does not define: `EKParticipantType.unknown.rawValue // 0`.
    case unknown = 0
    /// A person: `EKParticipantType.person.rawValue // 1`.
    case person = 1
    /// A room: `EKParticipantType.room.rawValue // 2`.
    case room = 2
    /// A resource, such as a projector: `EKParticipantType.resource.rawValue // 3`.
    case resource = 3
    /// A group of people: `EKParticipantType.group.rawValue // 4`.
    case group = 4
}

/// The delivery status of an invitation.
///
/// ```swift
/// let isThere = EKParticipantScheduleStatus(rawValue: 3) == .delivered
/// ```
public enum EKParticipantScheduleStatus: Int, Sendable {
    /// No status: `EKParticipantScheduleStatus.none.rawValue // 0`.
    case none = 0
    /// Delivery has not started: `EKParticipantScheduleStatus.pending.rawValue // 1`.
    case pending = 1
    /// The invitation was sent: `EKParticipantScheduleStatus.sent.rawValue // 2`.
    case sent = 2
    /// The invitation was delivered: `EKParticipantScheduleStatus.delivered.rawValue // 3`.
    case delivered = 3
    /// The address is unknown: `EKParticipantScheduleStatus.recipientNotRecognized.rawValue // 4`.
    case recipientNotRecognized = 4
    /// The sender is not allowed to invite the recipient:
    /// `EKParticipantScheduleStatus.noPrivileges.rawValue // 5`.
    case noPrivileges = 5
    /// Delivery failed temporarily: `EKParticipantScheduleStatus.deliveryFailed.rawValue // 6`.
    case deliveryFailed = 6
    /// Delivery is impossible: `EKParticipantScheduleStatus.cannotDeliver.rawValue // 7`.
    case cannotDeliver = 7
    /// The recipient is not allowed: `EKParticipantScheduleStatus.recipientNotAllowed.rawValue // 8`.
    case recipientNotAllowed = 8
}
