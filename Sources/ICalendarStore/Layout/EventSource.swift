import ICalendar

/// A source of calendars, like `EKSource`: a folder that contains calendars.
///
/// The store's own folder is a source. A subfolder that contains folders but no items, such as an account's folder, is
/// also a source, and its subfolders are calendars. A calendar's folder is also a source if it contains folders with
/// items.
///
/// ```swift
/// print(eventSource.title, eventSource.sourceType)  // home local
/// ```
public struct EventSource: Sendable, Hashable, Identifiable {
    /// The kind of source, with the same raw values as `EKSourceType`.
    ///
    /// ```swift
    /// EventSource.Kind.subscribed.rawValue  // 4
    /// ```
    public enum Kind: Int, Sendable, Hashable {
        /// Folders on this machine, such as `/srv/calendars/home`.
        case local = 0
        /// The calendars of a server account, such as `/srv/calendars/work`.
        case calDAV = 2
        /// Read-only calendars, such as `holidays.ics`.
        case subscribed = 4
    }

    /// The source's unique identifier in the store: its path relative to the store's folder.
    ///
    /// `eventSource.sourceIdentifier // "home"`.
    public let sourceIdentifier: String
    /// The display name, which is the folder's name: `eventSource.title // "home"`.
    public let title: String
    /// The kind of source: `eventSource.sourceType // .local`.
    public let sourceType: Kind

    /// The source identifier, for use in lists: `eventSource.id // "home"`.
    public var id: String { sourceIdentifier }

    let folder: [UInt8]
}

extension EventSource {
    init(of root: StoreRoot) {
        let name = root.folder.bytes.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
        self.init(
            sourceIdentifier: "",
            title: String(decoding: name, as: UTF8.self),
            sourceType: .local,
            folder: []
        )
    }
}
