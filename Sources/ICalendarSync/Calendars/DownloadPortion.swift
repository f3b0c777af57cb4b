/// The portion sizes for downloading a large calendar's new items.
enum DownloadPortion {
    /// The minimum number of new items for a download in portions.
    static let leastItems = 500
    private static let mostItems = 750
    /// The size at which a portion is complete, in bytes.
    static let mostBytes = 4 << 20

    /// Returns the number of items in each portion.
    ///
    /// Portions are similar in size, because each one requires a fixed amount of extra work.
    static func size(of items: Int) -> Int {
        let portions = max(1, (items + mostItems - 1) / mostItems)
        return (items + portions - 1) / portions
    }
}
