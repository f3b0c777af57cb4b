import ICalendar

struct RunStatistics {
    /// The number of bytes read, or nil if not counted.
    var bytes: Int?
    var files = 0
    /// The number of the calendars' direct children, plus the number of runs of calendar properties.
    var components = 0
    var screenedOut = 0
    var kept = 0
    /// The number of bytes in kept components, or nil if not counted.
    var keptBytes: Int?
    /// The number of occurrences printed or counted, or nil for other requests.
    var occurrences: Int?
    var threads = 1
    var reading = Duration.zero
    var series: Duration?
    var output = Duration.zero

    init() {}

    init(_ files: [CalendarFile]) {
        self.files = files.count
        components = files.reduce(0) { files, file in
            file.calendars.reduce(files) { $0 + $1.component.components.count }
        }
        kept = components
    }

    var lines: [String] {
        var rows: [(String, String)] = []
        if let bytes { rows.append(("bytes read", "\(bytes)")) }
        rows.append(("files", "\(files)"))
        rows.append(("components", "\(components)"))
        rows.append(("screened out", "\(screenedOut)"))
        rows.append(("kept", "\(kept)"))
        if let keptBytes { rows.append(("bytes kept", "\(keptBytes)")) }
        if let occurrences { rows.append(("occurrences", "\(occurrences)")) }
        rows.append(("threads", "\(threads)"))
        rows.append(("reading", Self.seconds(reading)))
        if let series { rows.append(("series", Self.seconds(series))) }
        rows.append(("output", Self.seconds(output)))
        return rows.map { name, figure in
            let label = name + String(repeating: " ", count: max(0, 14 - name.count))
            return label + String(repeating: " ", count: max(0, 16 - figure.count)) + figure
        }
    }

    private static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let thousandths = "\(1000 + attoseconds / 1_000_000_000_000_000)".dropFirst()
        return "\(seconds).\(thousandths) s"
    }
}
