/// The limits of pages, which hold for any calendar.
package enum PageLimits {
    /// The maximum number of entries: events, each counted once for every day on which a page shows it.
    package static let entries = 100_000
    /// The maximum number of bytes of all texts before they are escaped.
    package static let allText = 64 << 20
    /// The maximum number of UTF-16 units of a title, a place or a name.
    package static let text = 1000
    /// The maximum number of UTF-16 units of the notes of an event.
    package static let notes = 20_000
    /// The maximum number of people and categories of an event.
    package static let list = 200
}
