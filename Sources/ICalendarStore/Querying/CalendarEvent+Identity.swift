import ICalendar

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension CalendarEvent: Identifiable {
    /// What tells it from other occurrences, also of its own series: ``occurrenceIdentifier``, or the UID of an event
    /// that was never saved: `calendarEvent.id == calendarEvent.occurrenceIdentifier // true`.
    public var id: String { occurrenceIdentifier ?? calendarItemExternalIdentifier }

    /// The identifier of the event, the same for all its occurrences, as `EKEvent.eventIdentifier`; nil until it is
    /// saved.
    ///
    /// It changes when the event is moved to another calendar: `calendarEvent.eventIdentifier // "home/studio:stand-up%40studio.example"`.
    public var eventIdentifier: String? { identifier(withSlot: false)?.description }

    /// The identifier of this very occurrence, which EventKit lacks: with it the occurrence can be found again, changed
    /// and removed; nil until it is saved.
    ///
    /// ```swift
    /// calendarEvent.occurrenceIdentifier  // "home/studio:stand-up%40studio.example/RID=20260330T071500Z"
    /// ```
    public var occurrenceIdentifier: String? { identifier(withSlot: true)?.description }

    /// The identifier of the item in its calendar, as `EKCalendarItem.calendarItemIdentifier`; here the same as
    /// ``eventIdentifier``, and the UID for a new event.
    public var calendarItemIdentifier: String { eventIdentifier ?? calendarItemExternalIdentifier }

    /// The UID, the same on every machine, as `EKCalendarItem.calendarItemExternalIdentifier`:
    /// `calendarEvent.calendarItemExternalIdentifier // "stand-up@studio.example"`.
    public var calendarItemExternalIdentifier: String { origin?.occurrence.uid ?? draft?.event.uid ?? "" }

    private func identifier(withSlot: Bool) -> ItemIdentifier? {
        origin.map { origin in
            ItemIdentifier(
                calendarIdentifier: origin.calendar.calendarIdentifier,
                uid: origin.occurrence.uid,
                slot: withSlot ? ItemIdentifier.slot(of: origin.occurrence) : nil
            )
        }
    }

    /// The original start of the occurrence in its series, wherever it was moved to, as `EKEvent.occurrenceDate`; for an
    /// event that does not recur its start.
    public var occurrenceDate: Date? {
        guard let origin, let slot = origin.occurrence.recurrenceID else { return startDate }
        return slot.instant(in: origin.store.zone).date
    }

    /// Whether it differs from what its series' rule says, as `EKEvent.isDetached`: it has a component of its own, with
    /// RECURRENCE-ID.
    public var isDetached: Bool { origin?.occurrence.isDetached ?? false }
}
