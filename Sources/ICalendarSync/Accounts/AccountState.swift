package import CalDAV
package import ICalendarStore

/// An account's calendar that exists on both sides.
package struct AccountCalendar: Sendable, Hashable {
    /// The calendar on the server.
    package var href: Href
    /// The name of the calendar's folder in the account's folder.
    package var folder: [UInt8]
    /// The folder's inode, which identifies the folder even if it is renamed.
    package var inode: UInt64
    /// The name of the folder that contains the calendar's state.
    package let state: String
    /// The title and color that both sides last agreed on.
    package var title: String
    package var color: String?
    package var isReadOnly: Bool
    /// The kinds of components that the calendar accepts, or an empty array if the server does not list them.
    package var components: [String]

    var line: [UInt8] {
        var line = StateLine(UInt8(ascii: "B"))
        line.add(href.bytes)
        line.add(folder)
        line.add(String(inode))
        line.add(state)
        line.add(title)
        line.add(color)
        line.add(isReadOnly ? 1 : 0)
        line.add(components.joined(separator: ","))
        return line.bytes
    }

    init(
        href: Href,
        folder: [UInt8],
        inode: UInt64,
        title: String,
        color: String?,
        isReadOnly: Bool,
        components: [String]
    ) {
        (self.href, self.folder, self.inode, self.title) = (href, folder, inode, title)
        (self.color, self.isReadOnly, self.components) = (color, isReadOnly, components)
        state = "calendar-\(ItemDigest(href.bytes + [0] + folder).text)"
    }

    init?(_ line: ArraySlice<UInt8>) {
        guard line.first == UInt8(ascii: "B") else { return nil }
        var fields = StateLine.Fields(line)
        guard let href = try? Href(path: fields.bytes()[...]) else { return nil }
        self.href = href
        folder = fields.bytes()
        inode = UInt64(fields.text()) ?? 0
        state = fields.text()
        title = fields.text()
        color = fields.optional()
        isReadOnly = fields.number() == 1
        components = fields.text().split(separator: ",").map(String.init)
    }
}

/// An account's calendars that exist on both sides.
package struct AccountState: Sendable {
    private static let name = "calendars"
    private static let version = "ics-store account 1"

    package let files: StateFiles
    package var calendars: [AccountCalendar] = []
    /// The time of the last listing with all properties, in seconds since 1970.
    package var lastComplete = 0
    /// Whether all calendars had sync tokens at the time of the last full listing.
    ///
    /// If any calendar had no sync token, listings also request change tags.
    package var hasTokens = false
    /// The bytes on disk, cached so that identical bytes are not rewritten.
    private var stored: [UInt8]

    package init(_ files: StateFiles) throws(FileFailure) {
        self.files = files
        stored = try files.contents(of: Self.name) ?? []
        let lines = stored.split(separator: 0x0A)
        guard lines.first?.elementsEqual(Self.version.utf8) == true else { return }
        calendars = lines.dropFirst().compactMap { AccountCalendar($0) }
        if let line = lines.first(where: { $0.first == UInt8(ascii: "T") }) {
            var fields = StateLine.Fields(line)
            lastComplete = fields.number() ?? 0
            hasTokens = fields.number() == 1
        }
    }

    package mutating func save() throws(FileFailure) {
        var bytes = Array("\(Self.version)\n".utf8)
        for calendar in calendars { bytes += calendar.line + [0x0A] }
        var line = StateLine(UInt8(ascii: "T"))
        line.add(lastComplete)
        line.add(hasTokens ? 1 : 0)
        bytes += line.bytes + [0x0A]
        guard bytes != stored else { return }
        try files.replace(Self.name, with: bytes)
        stored = bytes
    }
}
