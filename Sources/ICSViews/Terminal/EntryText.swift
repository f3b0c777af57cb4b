import ICalendar

/// The text for one event in agendas and grids.
enum EntryText {
    static func title(_ event: ViewedEvent) -> String { Words.title(event.title) }

    /// Returns the remarks about an event, such as `(tentative, overlaps)`, if any.
    static func marks(_ event: ViewedEvent, place: String?, isConflicting: Bool) -> String? {
        var marks: [String] = []
        if let place { marks.append(place) }
        switch event.status {
        case .cancelled: marks.append("canceled")
        case .tentative: marks.append("tentative")
        case .confirmed, nil: break
        }
        switch event.participation {
        case .declined: marks.append("declined")
        case .pending: marks.append("not answered")
        default: break
        }
        if isConflicting { marks.append("overlaps") }
        return marks.isEmpty ? nil : "(\(marks.joined(separator: ", ")))"
    }

    static func style(_ event: ViewedEvent) -> StyledLine.Style {
        StyledLine.Style {
            $0.isStruck = event.status == .cancelled
            $0.isDim = event.status == .cancelled || event.participation == .declined
        }
    }

    /// Returns a line of at most `width` columns: the title, the remarks, and, if there is room, the place.
    static func line(
        _ event: ViewedEvent,
        place: String?,
        isConflicting: Bool,
        width: Int
    ) -> StyledLine {
        var line = StyledLine()
        let marks = marks(event, place: place, isConflicting: isConflicting)
        let reserved = marks.map { TextWidth.columns($0) + 1 } ?? 0
        // A very narrow line has room only for the title.
        let isRoomy = reserved + 6 <= width
        if isConflicting, !isRoomy { line.add("! ", .warning) }
        line.add(title(event), style(event), cutTo: isRoomy ? width - reserved : width - line.columns)
        if let marks, isRoomy {
            line.add(" ")
            line.add(marks, isConflicting ? .warning : .dim)
        }
        if let location = event.location, !location.isEmpty, width - line.columns >= 8 {
            line.add("  ")
            line.add(location, .dim, cutTo: width - line.columns)
        }
        return line
    }
}
