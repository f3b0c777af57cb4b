/// Why the events of one UID happen when they do: the components, what their rules say in words, where each instance
/// comes from, what became of it, and every guess that was made.
///
/// ```swift
/// if let explanation = Explanation(of: "stand-up@studio.example", in: [file], window: window) {
///     print(explanation)
/// }
/// ```
public struct Explanation: Sendable {
    /// The UID, such as `stand-up@studio.example`, or the one made for an event that has none.
    public let uid: String
    /// The window whose instances are explained, as given; `explanation.window.zone` is the zone of floating times.
    public let window: OccurrenceWindow
    /// One series for each calendar that has the UID, in the order of the files: `explanation.series.first?.summary`.
    public let series: [SeriesExplanation]

    /// Explains the events of a UID; nil when no calendar has any.
    ///
    /// At most `limit` instances of each series are listed, and of all series together no more than that or 100,000.
    ///
    /// ```swift
    /// let explanation = Explanation(of: "stand-up@studio.example", in: [file], window: window, limit: 20)
    /// print(explanation?.description ?? "no such event")
    /// ```
    public init?(
        of uid: String,
        in files: [CalendarFile],
        window: OccurrenceWindow,
        options: ExpansionOptions = .init(),
        limit: Int = 1000
    ) {
        self.uid = uid
        self.window = window
        var found: [SeriesExplanation] = []
        // A file can hold thousands of calendars.
        var budget = SearchBudget(options.limits)
        var left = max(limit, Self.mostInstances)
        var changesLeft = ClockChangeSearch.mostVisits
        for file in files {
            for calendar in file.calendars {
                let explainer = SeriesExplainer(
                    uid: uid,
                    calendar: calendar,
                    file: file,
                    window: window,
                    options: options,
                    budget: budget.series
                )
                guard let explainer else { continue }
                let most = max(0, min(limit, left))
                found.append(
                    explainer.explanation(
                        limit: most,
                        isSecond: found.count == 1,
                        &budget,
                        changesLeft: &changesLeft
                    )
                )
                left -= found.last?.instances.count ?? 0
            }
        }
        guard !found.isEmpty else { return nil }
        series = found
    }

    /// So many instances of all series are listed.
    private static let mostInstances = 100_000

    /// The UIDs of all events, those made for events without one too, each once and in the order of the files.
    ///
    /// ```swift
    /// for uid in Explanation.uids(in: [file]) where uid.hasSuffix("@studio.example") { print(uid) }
    /// ```
    public static func uids(in files: [CalendarFile]) -> [String] {
        var seen: Set<ExactText> = []
        var uids: [String] = []
        for event in files.flatMap(\.calendars).flatMap(\.events) {
            let uid = event.seriesUID
            if seen.insert(ExactText(uid)).inserted { uids.append(uid) }
        }
        return uids
    }

    /// Everything that was skipped, mended or guessed in the series, such as a `DTEND` before its `DTSTART`.
    public var diagnostics: [Diagnostic] { series.flatMap(\.diagnostics) }
}

extension Event {
    /// The UID by which the event is put to a series: its own, or one made from its content.
    var seriesUID: String {
        EventSchedule(properties: component.all("UID"), line: nil).uid ?? StableIdentifier.uid(for: component)
    }
}
