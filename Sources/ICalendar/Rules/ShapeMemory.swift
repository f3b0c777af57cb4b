/// The days of the shapes that a ``PeriodPlan`` met last, kept where finding them takes long.
///
/// Thousands of parts and overrides of a series ask each of its hundred rules, most of them for the same few years. A file
/// can have thousands of rules, too: nothing is kept before a rule was asked several times, and no more than for the years
/// of a window.
final class ShapeMemory: Sendable {
    /// What is known of a shape.
    private struct Kept {
        var key: Int
        var days: DaySet
        /// The days, or picked times, in seconds from the start of the period; nil as long as nobody wanted them.
        var entries: [Int32]?
    }

    private struct State {
        var asked = 0
        var kept: [Kept] = []
        /// The place that is given away next.
        var next = 0
    }

    private static let mostKept = 4
    /// So many questions are answered by looking anew.
    private static let fewAsked = 16

    private let state = Lock(State())

    /// The days of a shape before BYSETPOS picks any; `find` is asked where they are not at hand.
    func days(ofShape key: Int, _ find: () -> DaySet) -> DaySet {
        state.withLock { state in
            guard let place = Self.place(of: key, in: &state, find) else { return find() }
            return state.kept[place].days
        }
    }

    /// Adds the entries of a shape to a list; `find` makes them of its days, and `findDays` finds these.
    func addEntries(
        ofShape key: Int,
        to list: inout [Int],
        findDays: () -> DaySet,
        _ find: (DaySet) -> [Int]
    ) {
        list += state.withLock { state in
            guard let place = Self.place(of: key, in: &state, findDays) else { return find(findDays()) }
            if let entries = state.kept[place].entries { return entries.map(Int.init) }
            let entries = find(state.kept[place].days)
            state.kept[place].entries = entries.map(Int32.init)
            return entries
        }
    }

    /// Where a shape is kept from now on; nil where it is not worth while yet.
    private static func place(of key: Int, in state: inout State, _ find: () -> DaySet) -> Int? {
        if let place = state.kept.firstIndex(where: { $0.key == key }) { return place }
        state.asked += 1
        if state.asked <= fewAsked { return nil }
        let kept = Kept(key: key, days: find())
        if state.kept.count < mostKept {
            state.kept.append(kept)
            return state.kept.count - 1
        }
        defer { state.next = (state.next + 1) % mostKept }
        state.kept[state.next] = kept
        return state.next
    }
}
