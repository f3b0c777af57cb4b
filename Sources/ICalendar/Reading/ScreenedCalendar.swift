/// One VCALENDAR without the events that a screen left out.
struct ScreenedCalendar: Sendable {
    /// The calendar's own properties and its VTIMEZONE components.
    private(set) var object: CalendarObject
    /// The events that were kept, undecoded.
    private(set) var events: [ScheduledEvent] = []
    /// The highest SEQUENCE above 0 of whole events that were left out, by UID.
    private(set) var revisions = RevisionTable()
    /// Overrides that were left out: each may be a later revision of one that was kept, and takes its instance out of
    /// the series all the same.
    private(set) var absentOverrides: [ScheduledEvent] = []
    /// What the events that were left out cover.
    var coverage = ScreenedCoverage()

    /// A calendar whose BEGIN is on this line; nil for components outside any.
    init(line: Int?) {
        object = CalendarObject(Component(name: "VCALENDAR", properties: [], components: [], line: line))
    }

    /// Adds a component that was kept; other kinds than events and time zones are of no interest.
    mutating func add(
        _ slice: ComponentSlice,
        _ decoder: ComponentDecoder,
        _ texts: inout RecentTexts,
        _ junk: inout JunkRun,
        _ remarks: inout DiagnosticList
    ) {
        if slice.isCalendarProperties {
            let run = decoder.decode(slice, wanting: .all, junk: &junk, diagnostics: &remarks)
            object.component.properties += run.properties
            remarks.checkVersion(run)
            return
        }
        junk.end(&remarks)
        if slice.name == "VTIMEZONE" {
            object.component.components.append(DecodedZones.shared.component(slice, decoder, &remarks))
        } else if slice.name == "VEVENT" {
            events.append(ScheduledEvent(slice, decoder, &texts, &remarks))
        }
    }

    /// Adds what a later part of the same calendar holds.
    mutating func add(_ part: ScreenedCalendar) {
        object.component.properties += part.object.component.properties
        object.component.components += part.object.component.components
        events += part.events
        absentOverrides += part.absentOverrides
        revisions.add(part.revisions)
        coverage.include(part.coverage)
    }

    /// Forgets, when all was read, what events that were left out say about series of which nothing was kept.
    mutating func forgetOthers() {
        guard revisions.count > 0 || !absentOverrides.isEmpty else { return }
        var hashes: Set<UIDHash> = []
        for event in events {
            // A UID that is still to be made may be any.
            guard let uid = event.schedule.uid else { return }
            hashes.insert(UIDHash(uid))
        }
        revisions = revisions.only(hashes)
        absentOverrides = absentOverrides.filter { hashes.contains(UIDHash($0.schedule.uid ?? "")) }
    }

    /// UIDs of which events were kept, and others left out that may decide what becomes of the kept ones: a copy with
    /// the same SEQUENCE, or the master of an override.
    var doubtfulUIDs: Set<UIDHash> {
        guard revisions.count > 0 else { return [] }
        var doubtful: Set<UIDHash> = []
        var overridden: Set<UIDHash> = []
        var whole: Set<UIDHash> = []
        for event in events {
            guard let uid = event.schedule.uid, let sequence = revisions.highest(of: uid) else { continue }
            let hash = UIDHash(uid)
            if event.schedule.isOverride {
                if event.schedule.mayReachFar { overridden.insert(hash) }
            } else {
                whole.insert(hash)
                if sequence == max(0, event.schedule.sequence) { doubtful.insert(hash) }
            }
        }
        return doubtful.union(overridden.subtracting(whole))
    }

    /// Keeps in mind what a whole event outside the range still decides inside it.
    mutating func noteLeftOut(_ extent: ComponentScreen.Extent, _ uidHash: UIDHash?) {
        coverage.include(extent)
        if let uidHash { revisions.note(uidHash, extent.sequence) }
    }

    /// Keeps in mind what an override outside the range, or an event with an odd UID, still decides inside it.
    mutating func noteLeftOut(
        _ slice: ComponentSlice,
        _ extent: ComponentScreen.Extent,
        _ decoder: ComponentDecoder,
        _ texts: inout RecentTexts,
        _ remarks: inout DiagnosticList
    ) {
        guard extent.isOverride else {
            let component = decoder.decode(slice, wanting: .revision).component
            let isWhole = component.first("RECURRENCE-ID") == nil
            return noteLeftOut(extent, isWhole ? component.text("UID").map(UIDHash.init) : nil)
        }
        coverage.include(extent)
        let event = ScheduledEvent(slice, decoder, &texts, &remarks)
        // Only a plain one was left out for sure.
        if event.isPlain { absentOverrides.append(event.withoutContent) } else { events.append(event) }
    }
}

/// The stretch of time that events cover which were left out, in civil seconds.
struct ScreenedCoverage: Sendable {
    /// The first start.
    private(set) var start: Int?
    /// The last end.
    private(set) var end: Int?
    /// Whether one of them never ends.
    private(set) var isEndless = false

    /// Widens the stretch.
    mutating func include(_ extent: ComponentScreen.Extent) {
        start = min(start ?? extent.start, extent.start)
        guard let last = extent.end else {
            isEndless = true
            return
        }
        end = max(end ?? last, last)
    }

    /// Widens the stretch by another.
    mutating func include(_ other: ScreenedCoverage) {
        isEndless = isEndless || other.isEndless
        if let first = other.start { start = min(start ?? first, first) }
        if let last = other.end { end = max(end ?? last, last) }
    }
}

extension EventSchedule {
    /// Whether an override may show something of its own inside the range, or change instances that are further from
    /// the range than those of a series that is kept.
    fileprivate var mayReachFar: Bool {
        guard appliesToFuture, let start, let recurrenceID else { return true }
        let from = start.civil.secondNumber
        let shift = from - recurrenceID.civil.secondNumber
        var length = (end?.civil.secondNumber ?? from) - from
        if let duration { length = max(length, duration.days * 86_400 + duration.seconds) }
        return max(Int(shift.magnitude), length) >= ComponentScreen.seriesSlack - 2 * 86_400
    }
}
