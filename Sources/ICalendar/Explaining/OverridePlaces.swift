/// Which override stands in the place of which instance of a series.
struct OverridePlaces {
    private var byKey: [Int: SingleOccurrence] = [:]
    private var byDay: [Int: SingleOccurrence] = [:]

    /// The overrides of a series whose masters have this clock.
    init(_ singles: [SingleOccurrence], on clock: SeriesClock, builder: SeriesBuilder) {
        for single in singles where single.isDetached {
            let component = single.member.event.component
            let schedule = EventSchedule(properties: component.all("RECURRENCE-ID"), line: component.line)
            guard let id = schedule.recurrenceID else { continue }
            if id.isDate != (clock.kind == .allDay) {
                byDay[id.dayOfAllDaySeries.dayNumber] = single
            } else {
                byKey[builder.resolver.key(of: id, on: clock, line: schedule.recurrenceIDLine)] = single
            }
        }
    }

    /// The override that replaces an instance, or nil.
    func override(of instance: Instance) -> SingleOccurrence? {
        byKey[instance.key] ?? byDay[floorDivide(instance.civil, 86_400)]
    }
}
