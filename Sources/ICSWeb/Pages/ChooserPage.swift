import ICSPages
import ICalendarStore
import ICalendarUI

/// A page where the user chooses one or more calendars for a program.
struct ChooserPage {
    let scene: PageScene
    let request: PageRequest

    /// The calendars to choose from.
    var calendars: [EventCalendar] {
        let type: EntityType = request.isForReminders == true ? .reminder : .event
        return scene.calendars.filter { calendar in
            calendar.allowedEntityTypes.contains(EntityTypes(type))
                && (request.isWritableOnly != true || calendar.allowsContentModifications)
        }
    }

    func bytes(error: String? = nil) -> [UInt8] {
        let isMultiple = request.isMultiple == true
        let frame = PageFrame(title: isMultiple ? "Choose calendars" : "Choose a calendar", page: "choose")
        return frame.bytes(scene) { writer in
            writer.error(error)
            if calendars.isEmpty {
                writer.markup("<p class=\"empty\">There is no such calendar.</p>\n")
            }
            writer.form("answer", scene, " class=\"editor\"")
            writer.choice(
                of: calendars,
                in: scene,
                legend: "Calendars",
                chosen: Set(request.selection ?? []),
                isMultiple: isMultiple
            )
            writer.markup("<p class=\"actions\">")
            if !calendars.isEmpty {
                writer.markup("<button class=\"primary\" name=\"action\" value=\"choose\">Choose</button>")
            }
            writer.cancel()
            writer.markup("</p></form>\n")
        }
    }
}

/// A page that asks whether a program may use the calendars.
struct AccessPage {
    let scene: PageScene
    let request: PageRequest

    /// The calendars that a write-only program can add events to.
    var calendars: [EventCalendar] {
        request.isWriteOnly == true ? scene.writableCalendars : []
    }

    func bytes() -> [UInt8] {
        PageFrame(title: "Allow access?", page: "access").bytes(scene) { writer in
            writer.markup("<p><bdi>\(request.access ?? "", atMost: 2000)</bdi>.</p>\n")
            if let reason = request.reason, !reason.isEmpty {
                writer.markup("<p>Its reason: <bdi id=\"reason\">\(reason, atMost: 2000)</bdi></p>\n")
            }
            writer.form("answer", scene, " class=\"editor\"")
            if !calendars.isEmpty {
                writer.choice(
                    of: calendars,
                    in: scene,
                    legend: "New events go to",
                    chosen: Set(calendars.prefix(1).map(\.calendarIdentifier)),
                    isMultiple: false
                )
            }
            writer.markup("<p>The answer is remembered.</p><p class=\"actions\"><button class=\"primary\"")
            writer.markup(" name=\"action\" value=\"allow\">Allow</button><button name=\"action\"")
            writer.markup(" value=\"refuse\" formnovalidate>Don’t allow</button></p></form>\n")
        }
    }
}

extension MarkupWriter {
    /// Appends the Cancel button for a page that another program opened.
    mutating func cancel() {
        markup("<button id=\"back\" name=\"action\" value=\"cancel\" formnovalidate>Cancel</button>")
    }

    /// Appends an error that the user can correct.
    mutating func error(_ words: String?) {
        guard let words else { return }
        markup("<p class=\"error\" role=\"alert\" id=\"error\">\(words)</p>\n")
    }

    /// Appends a control for choosing among calendars, shown with their colors.
    mutating func choice(
        of calendars: [EventCalendar],
        in scene: PageScene,
        legend: String,
        chosen: Set<String>,
        isMultiple: Bool
    ) {
        markup("<fieldset><legend>\(legend)</legend><ul class=\"calendars\">\n")
        for calendar in calendars {
            let number = scene.color(calendar.calendarIdentifier)
            markup("<li class=\"check c\(number)\">")
            markup(isMultiple ? "<input type=\"checkbox\"" : "<input type=\"radio\" required")
            markup(" name=\"calendar\" id=\"calendar-\(number)\"")
            markup(" value=\"\(calendar.calendarIdentifier, atMost: 16_384)")
            markup(chosen.contains(calendar.calendarIdentifier) ? "\" checked>" : "\">")
            markup("<label for=\"calendar-\(number)\"><span class=\"swatch\"></span>")
            markup("<bdi>\(calendar.title, atMost: 200)</bdi>")
            if !calendar.allowsContentModifications { markup(" <span class=\"tag\">read-only</span>") }
            markup("</label></li>\n")
        }
        markup("</ul></fieldset>\n")
    }
}
