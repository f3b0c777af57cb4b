import ICalendar

/// The identity of a completed instance that is a to-do of its own: `20260402t160000z-plants`, made from the original
/// start and the UID of the series.
///
/// It is the same in every program that completes the instance, so that the instance is completed only once.
struct CompletedInstance: Hashable {
    let slot: String
    let series: String

    init(slot: String, of series: String) {
        self.slot = slot
        self.series = series
    }

    /// Reads what a to-do of its own says about the series that it is from; nil for any other.
    init?(_ todo: Component) {
        guard let uid = todo.text("UID"), let dash = uid.utf8.firstIndex(of: UInt8(ascii: "-")) else {
            return nil
        }
        slot = uid[..<dash].uppercased()
        series = String(uid[uid.utf8.index(after: dash)...])
        guard ItemIdentifier.time(ofSlot: slot) != nil,
            todo.all("RELATED-TO").contains(where: { $0.value == .text(series) })
        else { return nil }
    }

    func isOf(_ uid: String) -> Bool { ExactText(series) == ExactText(uid) }

    /// The UID of the to-do: letters of one case, as far as the series' are, so that it can name a file.
    var uid: String {
        let hasSmall = series.utf8.contains { (0x61...0x7A).contains($0) }
        return "\(hasSmall ? slot.lowercased() : slot)-\(series)"
    }
}
