/// The names of new calendars' folders.
enum CalendarFolderName {
    /// The longest name that is made, in bytes, so that a number has room behind it.
    private static let longest = 100

    /// The name for a calendar of a title: its letters and digits in small letters, with `-` for what stands between.
    ///
    /// `attempt` gives further names, for when the first ones are taken.
    static func forTitle(_ title: String, attempt: Int) -> [UInt8] {
        var name = ""
        var isBetween = false
        for character in title.lowercased() {
            guard character.isLetter || character.isNumber else {
                isBetween = !name.isEmpty
                continue
            }
            let part = (isBetween ? "-" : "") + String(character)
            guard name.utf8.count + part.utf8.count <= longest else { break }
            name += part
            isBetween = false
        }
        if name.isEmpty { name = "calendar" }
        return Array((attempt == 0 ? name : "\(name)-\(attempt + 1)").utf8)
    }
}
