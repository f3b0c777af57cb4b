/// One VCALENDAR without the events that a screen left out.
struct ScreenedCalendar: Sendable {
    /// The calendar's own properties and its VTIMEZONE components.
    private(set) var object: CalendarObject
    /// The events that were kept, undecoded.
    private(set) var events: [ScheduledEvent] = []
    /// The UIDs of these, as they are looked at again when all was read, and lie side by side here.
    private var uids: [UIDHash?] = []
    /// The to-dos, journals and others, each as its kind and its UID, where the screen notes them.
    private(set) var others: [(kind: String, uid: String)] = []
    /// Whole events that were left out, until ``settle(_:)`` makes ``revisions`` of them.
    private var leftOut = LeftOutEvents()
    /// The highest SEQUENCE among skipped events, by UID; -1 for a UID without any.
    private(set) var revisions = UIDTable()
    /// Overrides that were left out: each may be a later revision of one that was kept, and takes its instance out of
    /// the series all the same.
    private(set) var absentOverrides: [ScheduledEvent] = []
    /// What the events that were left out cover.
    var coverage = ScreenedCoverage()

    /// A calendar whose BEGIN is on this line; nil for components outside any.
    init(line: Int?) {
        object = CalendarObject(Component(name: "VCALENDAR", properties: [], components: [], line: line))
    }

    /// A calendar that was decoded, of which everything is kept.
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
        remarks.checkVersion(run)
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

    /// Adds what a later part of the same calendar holds.
    mutating func add(_ part: ScreenedCalendar) {
        object.component.properties += part.object.component.properties
        object.component.components += part.object.component.components
        events += part.events
        uids += part.uids
        others += part.others
        absentOverrides += part.absentOverrides
        leftOut.add(part.leftOut)
        coverage.include(part.coverage)
    }

    /// Forgets, when all was read, what events that were left out say about UIDs of which nothing was kept.
    ///
    /// Gives the UIDs of which events were kept, and others left out that may decide what becomes of the kept ones: a
    /// copy with the same SEQUENCE, or the master of an override.
    mutating func settle(_ screen: ComponentScreen) -> Set<UIDHash> {
        defer { uids = [] }
        guard !leftOut.isEmpty || !absentOverrides.isEmpty else { return [] }
        revisions = UIDTable(of: uids, noting: leftOut)
        leftOut = LeftOutEvents()
        // A UID that is still to be made may be any.
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
                // One that is beaten by another that was left out is no master.
                if sequence <= max(0, event.schedule.sequence) { whole.insert(uid) }
                if sequence == max(0, event.schedule.sequence) { doubtful.insert(uid) }
            }
        }
        return doubtful.union(overridden.subtracting(whole))
    }

    /// Keeps in mind what a whole event outside the range still decides inside it.
    mutating func noteLeftOut(_ extent: ComponentScreen.Extent) {
        coverage.include(extent)
        if case .plain(let uid) = extent.uid { leftOut.append(uid, extent.sequence) }
    }

    /// Keeps in mind what a whole event with an odd UID still decides inside the range.
    mutating func noteLeftOut(_ extent: ComponentScreen.Extent, _ decoded: Component) {
        var extent = extent
        let isWhole = decoded.first("RECURRENCE-ID") == nil
        extent.uid = isWhole ? decoded.text("UID").map { .plain(UIDHash($0)) } ?? .missing : .missing
        noteLeftOut(extent)
    }

    /// Keeps in mind what an override outside the range still decides inside it.
    mutating func noteLeftOut(_ override: ScheduledEvent, _ extent: ComponentScreen.Extent) {
        coverage.include(extent)
        // Only a plain one was left out for sure.
        if override.isPlain { absentOverrides.append(override) } else { add(override) }
    }
}

/// The stretch of time that events cover which were left out, in civil seconds.
package struct ScreenedCoverage: Sendable {
    private(set) var start: Int?
    private(set) var end: Int?
    private(set) var isEndless = false

    mutating func include(_ extent: ComponentScreen.Extent) {
        start = min(start ?? extent.start, extent.start)
        guard let last = extent.end else {
            isEndless = true
            return
        }
        end = max(end ?? last, last)
    }

    mutating func include(_ other: ScreenedCoverage) {
        isEndless = isEndless || other.isEndless
        if let first = other.start { start = min(start ?? first, first) }
        if let last = other.end { end = max(end ?? last, last) }
    }
}

extension EventSchedule {
    /// Whether an override may show something of its own inside the range, or change instances that are further from
    /// the range than those of a series that is kept.
    fileprivate func mayReach(into screen: ComponentScreen) -> Bool {
        // One without DTSTART cancels an instance of a series that does not reach the range, or stands where that was.
        if start == nil, !appliesToFuture, let second = recurrenceID?.civil.secondNumber {
            return screen.touches(from: second, through: second + 2 * 86_400)
        }
        guard appliesToFuture, let start, let recurrenceID else { return true }
        // Without its master it may be a series by itself.
        if isRecurring { return true }
        let from = start.civil.secondNumber
        let shift = from - recurrenceID.civil.secondNumber
        var length = (end?.civil.secondNumber ?? from) - from
        if let duration { length = max(length, duration.days * 86_400 + duration.seconds) }
        length = max(0, length) + (start.isDate ? 86_400 : 0)
        // The master may be a single event, which is left out wherever it does not touch the range itself.
        if screen.touches(from: from, through: from.adding(length)) { return true }
        // It is moved, and then lasts.
        return Int(shift.magnitude).adding(length) >= ComponentScreen.seriesSlack - 2 * 86_400
    }
}
