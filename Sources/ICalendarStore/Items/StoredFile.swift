import ICalendar

/// One file of a store as it was read: an item of a calendar's folder, or a calendar that is a single file.
final class StoredFile: Sendable {
    /// Where it stands.
    let place: FilePlace
    /// What the occurrences of its events call their file, one name a place.
    let name: String
    /// What it was when it was read; nil for contents that are on no disk yet.
    let version: FileVersion?
    /// Its bytes.
    let bytes: [UInt8]
    /// What reading it puts up with.
    private let limits: ReadingLimits

    /// A file with what is in it.
    init(_ place: FilePlace, _ bytes: [UInt8], _ version: FileVersion?, limits: ReadingLimits) {
        self.place = place
        name = Self.name(of: place)
        self.bytes = bytes
        self.version = version
        self.limits = limits
    }

    /// The name of the file at a place.
    static func name(of place: FilePlace) -> String {
        CalendarIdentifier.text(of: place.folder + [UInt8(ascii: "/")] + place.name)
    }

    /// The calendars in it, read anew at each call; none when it holds no calendar.
    var calendars: [CalendarObject] { (try? file)?.calendars ?? [] }

    /// What it holds, read anew at each call.
    var file: CalendarFile {
        get throws(CalendarError) { try CalendarFile(bytes: bytes, name: name, limits: limits, threads: 1) }
    }

    /// The UIDs of the components in it, each once, in the order of the file.
    var uids: [String] {
        var seen: Set<ExactText> = []
        return calendars.flatMap { $0.component.components.compactMap { $0.text("UID") } }
            .filter { seen.insert(ExactText($0)).inserted }
    }

    /// What a change of it begins with.
    var base: FileBase? {
        guard let version else { return nil }
        let bytes = bytes
        return FileBase(version) { bytes }
    }
}
