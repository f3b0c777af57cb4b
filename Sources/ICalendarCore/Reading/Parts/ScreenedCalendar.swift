/// One VCALENDAR without the events that a screen rejected.
struct ScreenedCalendar: Sendable {
    /// The calendar's own properties and its VTIMEZONE components.
    private(set) var object: CalendarObject
    /// The kept events, undecoded.
    private(set) var events: [ScheduledEvent] = []
    /// The UIDs of the kept events, stored together for a second pass after reading.
    private var uids: [UIDHash?] = []
    /// The kind and UID of each component other than an event, if the screen records them.
    private(set) var others: [(kind: String, uid: String)] = []
    /// The UID and SEQUENCE of each skipped event that is not an override, before ``settle(_:)`` converts them to
    /// ``revisions``.
    ///
    /// A skipped event may still supersede a kept copy. The affected UIDs are known only after reading ends, so until
    /// then, events are simply appended, at 16 bytes each. The chunks have a bounded size, which avoids copying as the
    /// list grows. Each chunk contains roughly the events skipped in one part.
    private var leftOut: [[UIDTable.Entry]] = []
    private static let leftOutTogether = 256
    /// The highest SEQUENCE among skipped events, by UID; -1 for a UID without skipped events.
    private(set) var revisions = UIDTable()
    /// The skipped overrides.
    ///
    /// A skipped override may be a later revision of a kept one. In that case, the override removes its instance from
    /// the series.
    private(set) var absentOverrides: [ScheduledEvent] = []
    /// The time span that the skipped events cover.
    var coverage = Coverage()

    /// Creates a calendar with its BEGIN on `line`, or with a nil line for components outside any calendar.
    init(line: Int?) {
        object = CalendarObject(Component(name: "VCALENDAR", properties: [], components: [], line: line))
    }

    /// Creates a calendar from a decoded one, keeping all of its contents.
    init(_ calendar: CalendarObject) {
        object = calendar
        object.component.components = calendar.component.components.filter { $0.name == "VTIMEZONE" }
        for event in calendar.events { add(ScheduledEvent(event)) }
    }

    mutating func addProperties(
        _ slice: ComponentSlice,
        _ decoder: ComponentDecoder,
        _ junk: inout JunkRun,
        _ remarks: inout DiagnosticList
    ) {
        let run = decoder.decode(slice, wanting: .all, junk: &junk, diagnostics: &remarks)
        junk.joined = []
        object.component.properties += run.properties
        remarks.checkHeader(run)
    }

    mutating func add(timeZone: Component) {
        object.component.components.append(timeZone)
    }

    mutating func add(_ event: ScheduledEvent) {
        events.append(event)
        uids.append(event.schedule.uidHash)
    }

    mutating func note(_ kind: String, uid: String) {
        others.append((kind, uid))
    }

    /// Adds the contents of a later part of the same calendar.
    mutating func add(_ part: ScreenedCalendar) {
        object.component.properties += part.object.component.properties
        object.component.components += part.object.component.components
        events += part.events
        uids += part.uids
        others += part.others
        absentOverrides += part.absentOverrides
        leftOut += part.leftOut
        coverage.include(part.coverage)
    }

    /// After everything has been read, discards information about skipped events whose UIDs have no kept events.
    ///
    /// Returns the UIDs whose skipped events may affect kept events, either as copies with the same SEQUENCE or as
    /// masters of overrides.
    mutating func settle(_ screen: ComponentScreen) -> Set<UIDHash> {
        defer { uids = [] }
        guard !leftOut.isEmpty || !absentOverrides.isEmpty else { return [] }
        revisions = UIDTable(of: uids, noting: leftOut.joined())
        leftOut = []
        // A UID that has not been generated yet could be any UID.
        if !uids.contains(nil) {
            absentOverrides.removeAll { event in event.schedule.uidHash.map { revisions[$0] == nil } ?? true }
        }
        return doubtfulUIDs(screen)
    }

    private func doubtfulUIDs(_ screen: ComponentScreen) -> Set<UIDHash> {
        var doubtful: Set<UIDHash> = []
        var overridden: Set<UIDHash> = []
        var whole: Set<UIDHash> = []
        for (place, uid) in uids.enumerated() {
            guard let uid, let sequence = revisions.highest(of: uid) else { continue }
            let event = events[place]
            if event.schedule.isOverride {
                if event.schedule.mayReach(into: screen) { overridden.insert(uid) }
            } else {
                // A kept event with a lower SEQUENCE than a skipped event is not the master.
                if sequence <= max(0, event.schedule.sequence) { whole.insert(uid) }
                if sequence == max(0, event.schedule.sequence) { doubtful.insert(uid) }
            }
        }
        return doubtful.union(overridden.subtracting(whole))
    }

    /// Records how a skipped event outside the range still affects events inside it.
    ///
    /// The event must not be an override.
    mutating func noteLeftOut(_ extent: ComponentScreen.Extent) {
        coverage.include(extent)
        guard case .plain(let uid) = extent.uid else { return }
        if leftOut.last.map({ $0.count >= Self.leftOutTogether }) ?? true {
            leftOut.append([])
            leftOut[leftOut.count - 1].reserveCapacity(Self.leftOutTogether)
        }
        let sequence = Int32(clamping: max(0, extent.sequence))
        leftOut[leftOut.count - 1].append(UIDTable.Entry(hash: uid, number: sequence))
    }

    /// Records how a skipped event with an unusual UID still affects events inside the range.
    mutating func noteLeftOut(_ extent: ComponentScreen.Extent, _ decoded: Component) {
        var extent = extent
        let isWhole = !decoded.isOverride
        extent.uid = isWhole ? decoded.text("UID").map { .plain(UIDHash($0)) } ?? .missing : .missing
        noteLeftOut(extent)
    }

    /// Records how a skipped override outside the range still affects events inside it.
    mutating func noteLeftOut(_ override: ScheduledEvent, _ extent: ComponentScreen.Extent) {
        coverage.include(extent)
        // Only a plainly written override can be skipped safely.
        if override.isPlain { absentOverrides.append(override) } else { add(override) }
    }
}

extension EventSchedule {
    /// Returns whether an override may have an instance inside the range, or may affect instances farther from the
    /// range than the screen's margin.
    fileprivate func mayReach(into screen: ComponentScreen) -> Bool {
        // Without DTSTART, the override cancels or replaces an instance of a series that does not extend into the
        // range.
        if start == nil, !appliesToFuture, let second = recurrenceID?.civil.secondNumber {
            return screen.touches(from: second, through: second + 2 * 86_400)
        }
        guard appliesToFuture, let start, let recurrenceID else { return true }
        // Without its master, the override may be a series of its own.
        if isRecurring { return true }
        let from = start.civil.secondNumber
        let shift = from - recurrenceID.civil.secondNumber
        var length = (end?.civil.secondNumber ?? from) - from
        if let duration { length = max(length, duration.days * 86_400 + duration.seconds) }
        length = max(0, length) + (start.isDate ? 86_400 : 0)
        // The master may be a single event, which is skipped unless it overlaps the range itself.
        if screen.touches(from: from, through: from.adding(length)) { return true }
        // The event moves by the shift and then lasts for its own length.
        return Int(shift.magnitude).adding(length) >= ComponentScreen.seriesSlack - 2 * 86_400
    }
}
