import ICSConsole
import ICalendar
import SystemIO

/// A collection of stored items for one file.
///
/// Items from several files share time zone definitions. If two files define the same zone differently, the later file
/// starts a separate calendar object, so no times change.
struct CollectedItems {
    private var calendars: [CalendarObject] = []
    private var zones: [String: Component] = [:]
    /// The number of components, excluding zone definitions.
    private(set) var count = 0

    static let productID = "-//swift-icalendar//ics-store//EN"

    mutating func add(_ uid: String, from path: CalendarPath) throws {
        for calendar in try CalendarFile(contentsOf: path).calendars {
            let own = calendar.component.components.filter { $0.name != "VTIMEZONE" && $0.text("UID") == uid }
            if !own.isEmpty { add(own, of: calendar) }
        }
    }

    /// Adds the items in a file, optionally including reminders.
    ///
    /// Returns the number of omitted items.
    mutating func add(_ file: CalendarFile, withReminders: Bool) -> Int {
        var count = 0
        for calendar in file.calendars {
            var items = calendar.component.components.filter { $0.name != "VTIMEZONE" }
            count += items.count
            if !withReminders { items.removeAll { $0.name == "VTODO" } }
            count -= items.count
            if !items.isEmpty { add(items, of: calendar) }
        }
        return count
    }

    private mutating func add(_ items: [Component], of calendar: CalendarObject) {
        let definitions = calendar.timeZoneDefinitions
        let isRival = definitions.contains { definition in
            guard let name = definition.text("TZID"), let known = zones[name] else { return false }
            return known != definition
        }
        if calendars.isEmpty || isRival {
            calendars.append(CalendarObject(productID: Self.productID))
            zones = [:]
        }
        let last = calendars.count - 1
        for definition in definitions {
            guard let name = definition.text("TZID"), zones[name] == nil else { continue }
            zones[name] = definition
            calendars[last].component.components.append(definition)
        }
        calendars[last].component.components += items
        count += items.count
    }

    var bytes: [UInt8] {
        guard calendars.isEmpty else { return CalendarFile(calendars: calendars).icsBytes() }
        let (opening, closing) = (EventForm.ics.opening(by: Self.productID), EventForm.ics.closing)
        return Array(opening.utf8) + EventForm.ics.nothing + Array(closing.utf8)
    }
}

/// Streams events as one calendar.
///
/// Memory use does not grow with the number of events.
///
/// The events are standalone. All times are in UTC, so time zone definitions are not needed.
struct StreamedCalendar {
    private let form: EventForm
    private let descriptor: Descriptor
    private var bytes: [UInt8]
    private var isEmpty = true

    private static let blockSize = 1 << 16

    init(_ form: EventForm, to descriptor: Descriptor) {
        self.form = form
        self.descriptor = descriptor
        bytes = Array(form.opening(by: CollectedItems.productID).utf8)
    }

    mutating func add(_ event: Event) throws(WriteError) {
        if !isEmpty { bytes += Array(form.separator.utf8) }
        isEmpty = false
        bytes += form.bytes(of: event.component)
        if bytes.count >= Self.blockSize { try flush() }
    }

    mutating func finish() throws(WriteError) {
        if isEmpty { bytes += form.nothing }
        bytes += Array(form.closing.utf8)
        try flush()
    }

    private mutating func flush() throws(WriteError) {
        try descriptor.writeShown(bytes, isJSON: form == .jcal)
        bytes.removeAll(keepingCapacity: true)
    }
}
