extension Journal {
    /// A journal entry, with a random UID and the DTSTAMP of now.
    ///
    /// ```swift
    /// let entry = Journal("Meeting with Jane", start: try EventTime("2026-04-01"), text: "We agreed on blue.")
    /// ```
    public init(
        _ summary: String,
        start: EventTime? = nil,
        text: String? = nil,
        uid: String = UniqueIdentifier.random(),
        stamp: Instant = .now
    ) {
        self.init()
        begin(uid: uid, stamp: stamp, summary: summary)
        if let start { self.start = start }
        if let text { journalDescriptions = [text] }
    }
}
