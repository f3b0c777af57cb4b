import EventKit
import Foundation

/// The record of a participant.
struct Participant: Codable, Equatable {
    var name: String
    var email: String
    var status: String

    init(_ participant: EKParticipant) {
        email = participant.url.absoluteString.replacingOccurrences(of: "mailto:", with: "")
        name = participant.name ?? email
        status =
            switch participant.participantStatus {
            case .accepted: "accepted"
            case .declined: "declined"
            case .tentative: "tentative"
            case .pending: "pending"
            default: "unknown"
            }
    }
}

/// The record of one occurrence of an event.
struct EventRecord: Codable, Equatable {
    var title: String
    var start: Date
    var end: Date
    var calendarTitle: String
    var participants: [Participant]
    /// Whether the event has disappeared from the calendars.
    var isOrphaned = false

    init(_ event: EKEvent) {
        title = event.title ?? ""
        start = event.startDate
        end = event.endDate
        calendarTitle = event.calendar?.title ?? ""
        participants = (event.attendees ?? []).map { Participant($0) }
    }

    /// Returns an identifier of an occurrence that remains valid after a move or a full sync.
    static func identifier(of event: EKEvent) -> String {
        let identifier = event.calendarItemExternalIdentifier ?? event.calendarItemIdentifier
        return "\(identifier)/\(Int(event.occurrenceDate.timeIntervalSince1970))"
    }
}

enum CalendarServiceError: LocalizedError {
    case accessDenied

    var errorDescription: String? { "Access to the calendars was denied." }
}

/// A service that keeps records of the events in the user's calendars.
final class CalendarService {
    private let eventStore = EKEventStore()
    private(set) var records: [String: EventRecord]

    init(records: [String: EventRecord] = [:]) { self.records = records }

    /// Requests full access unless the program has it.
    func requestAccess() async throws {
        switch EKEventStore.authorizationStatus(for: .event) {
        case .fullAccess:
            return
        case .notDetermined, .writeOnly:
            guard try await eventStore.requestFullAccessToEvents() else {
                throw CalendarServiceError.accessDenied
            }
        default:
            throw CalendarServiceError.accessDenied
        }
    }

    /// Returns the events of a number of days in all readable calendars.
    func events(from start: Date, days: Int) -> [EKEvent] {
        let end = start.addingTimeInterval(TimeInterval(days) * 86_400)
        let calendars = eventStore.calendars(for: .event)
        let predicate = eventStore.predicateForEvents(withStart: start, end: end, calendars: calendars)
        return eventStore.events(matching: predicate).sorted { $0.startDate < $1.startDate }
    }

    /// Updates the records of a number of days, and marks those whose events have disappeared as orphaned.
    ///
    /// - Returns: The numbers of added, changed and orphaned records.
    func sync(from start: Date, days: Int) -> (added: Int, changed: Int, orphaned: Int) {
        var result = (added: 0, changed: 0, orphaned: 0)
        var seen: Set<String> = []
        for event in events(from: start, days: days) {
            let (identifier, record) = (EventRecord.identifier(of: event), EventRecord(event))
            seen.insert(identifier)
            if records[identifier] == nil {
                result.added += 1
            } else if records[identifier] != record {
                result.changed += 1
            }
            records[identifier] = record
        }
        let end = start.addingTimeInterval(TimeInterval(days) * 86_400)
        for (identifier, record) in records
        where !seen.contains(identifier) && !record.isOrphaned && record.start < end && record.end > start {
            records[identifier]?.isOrphaned = true
            result.orphaned += 1
        }
        return result
    }

    /// Calls a function whenever the calendars change.
    func observe(_ changed: @escaping () -> Void) async {
        for await _ in NotificationCenter.default.notifications(named: .EKEventStoreChanged) { changed() }
    }
}
