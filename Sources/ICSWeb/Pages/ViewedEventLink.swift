import ICSPages
import ICSViews
import ICalendar

/// The data that a grid shows for an event on one of the event's days.
struct ViewedEventLink {
    let identifier: String
    let title: String
    let time: String
    let color: Int
    let isOff: Bool
    let isTentative: Bool

    init(_ entry: DayList.Entry, _ scene: PageScene, time: String) {
        identifier = entry.event.identifier ?? ""
        title = entry.event.shownTitle
        self.time = time
        color = scene.color(entry.event.calendar.identifier)
        isOff = entry.event.isOff
        isTentative = entry.event.status == .tentative
    }
}
