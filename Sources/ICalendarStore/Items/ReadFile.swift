import ICalendar

/// A file that was read just now, and what it says, on the way into an index.
struct ReadFile: Sendable {
    /// The file.
    let file: StoredFile
    /// What it says.
    let indexed: IndexedFile

    /// Reads the bytes of a file once.
    ///
    /// What is no calendar holds nothing, and says so in its diagnostics.
    init(
        _ place: FilePlace,
        _ bytes: [UInt8],
        _ version: FileVersion?,
        in zone: Zone,
        limits: ReadingLimits
    ) {
        let name = StoredFile.name(of: place)
        do throws(CalendarError) {
            indexed = try IndexedFile(bytes, name: name, in: zone, limits: limits)
        } catch {
            indexed = IndexedFile(
                failing: Diagnostic(.error, .framing, file: name, "\(error.detail); the file is left out")
            )
        }
        file = StoredFile(place, bytes, version, limits: limits, name: name, indexed)
    }
}
