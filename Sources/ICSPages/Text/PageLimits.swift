/// The limits that apply to all pages.
package enum PageLimits {
    /// The maximum number of entries.
    ///
    /// An event has one entry for each day that shows it.
    package static let entries = 100_000
    /// The maximum total size of all text in bytes, before escaping.
    package static let allText = 64 << 20
    /// The maximum length of a title, location or name, in UTF-16 units.
    package static let text = 1000
    /// The maximum length of an event's notes, in UTF-16 units.
    package static let notes = 20_000
    /// The maximum number of people and the maximum number of categories for an event.
    package static let list = 200
}
