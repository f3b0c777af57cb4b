import ICalendar

/// Where calendars come from, as of `EKSource`: a folder with calendars in it.
///
/// A store has a source for its own folder. A folder in it that holds no items but folders, such as one an account, is
/// a source too, and its folders are calendars; so is a calendar's folder with folders in it that hold items.
///
/// ```swift
/// print(eventSource.title, eventSource.sourceType)  // home local
/// ```
public struct EventSource: Sendable, Hashable, Identifiable {
    /// What kind of source it is, with the numbers of `EKSourceType`.
    ///
    /// ```swift
    /// EventSource.Kind.subscribed.rawValue  // 4
    /// ```
    public enum Kind: Int, Sendable, Hashable {
        /// Folders on this machine, such as `/srv/calendars/home`.
        case local = 0
        /// Calendars that cannot be changed here, such as `holidays.ics`.
        case subscribed = 4
    }

    /// What tells it from the other sources of the store; the path below the store's folder:
    /// `eventSource.sourceIdentifier // "home"`.
    public let sourceIdentifier: String
    /// Its name for people, that of its folder: `eventSource.title // "home"`.
    public let title: String
    /// What kind of source it is: `eventSource.sourceType // .local`.
    public let sourceType: Kind

    /// The same as the identifier, so that lists of a user interface can tell sources apart:
    /// `eventSource.id // "home"`.
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
