import ICSPhrases
package import ICalendar

package struct UnknownUID: CustomStringConvertible {
    /// The message: `no event has the UID "standup@studio.example"; similar UIDs: stand-up@studio.example`.
    package let description: String

    private static let mostNamed = 3
    private static let longestCompared = 120

    /// Creates the message for a UID that no event in the files has; `uids` are the UIDs of their events.
    package init(_ uid: String, in files: [CalendarFile], among uids: [String]) {
        let components = files.lazy.flatMap(\.calendars).flatMap(\.component.components)
        if let other = components.first(where: { $0.text("UID") == uid }) {
            description = "the UID \"\(uid)\" belongs to a \(other.name), not to an event"
            return
        }
        var text = "no event has the UID \"\(uid)\""
        let near = UnknownUID.near(uid, among: uids)
        if !near.isEmpty { text += "; similar UIDs: " + near.joined(separator: ", ") }
        description = text
    }

    /// Returns the UIDs that contain the given one or are most similar to it, closest first.
    package static func near(_ uid: String, among uids: [String]) -> [String] {
        let wanted = Array(uid.lowercased().utf8.prefix(longestCompared))
        guard !wanted.isEmpty else { return [] }
        let limit = max(2, wanted.count / 3)
        var found: [(distance: Int, uid: String)] = []
        for candidate in uids {
            let lowercased = candidate.lowercased()
            let other = Array(lowercased.utf8.prefix(longestCompared))
            if wanted.count >= 3, lowercased.contains(uid.lowercased()) {
                // A partial UID is more likely than a misspelled one.
                found.append((0, candidate))
            } else if abs(other.count - wanted.count) <= limit {
                let distance = Spelling.distance(wanted, other)
                if distance <= limit { found.append((distance, candidate)) }
            }
        }
        let best = found.map(\.distance).min() ?? 0
        return found.filter { $0.distance <= best + 1 }
            .sorted { ($0.distance, $0.uid) < ($1.distance, $1.uid) }.prefix(mostNamed).map(\.uid)
    }
}
