/// A list of item hrefs, divided into batches, and a record of the results.
///
/// Some servers reject requests for thousands of items, return only the first thousand, or omit items that do not
/// exist. Each href therefore ends up either reported or in ``unaccounted``. An unaccounted href does not prove that
/// the item is gone.
///
/// ```swift
/// let calendar = try ResourceURL("https://dav.example.com/work/")
/// let hrefs = try (1...250).map { try Href("/work/\($0).ics") }
/// var batches = MultigetBatches(hrefs)
/// while let batch = batches.next() {
///     let request = DAVRequest.multiget(calendar, batch)
///     print(request.body.count)
///     for href in batch { batches.answered(href) }
/// }
/// batches.unaccounted  // []
/// ```
public struct MultigetBatches: Sendable, Hashable {
    /// The hrefs that the server did not report, although it reported others in the same batch:
    /// `MultigetBatches([]).unaccounted // []`.
    ///
    /// Request each of these hrefs separately before drawing a conclusion.
    public private(set) var unaccounted: [Href] = []
    /// The maximum number of hrefs in the next request: `MultigetBatches([]).size // 100`.
    public private(set) var size: Int

    private var pending: [Href]
    private var start = 0
    private var batch: [Href] = []
    private var open: Set<Href> = []

    /// Creates batches of at most `size` hrefs.
    ///
    /// ```swift
    /// MultigetBatches([], size: 10).size  // 10
    /// ```
    public init(_ hrefs: [Href], size: Int = 100) {
        pending = hrefs
        self.size = max(1, size)
    }

    /// Ends the previous request and returns the hrefs for the next one, or nil if none remain.
    ///
    /// Unreported hrefs are retried in later batches, as long as the server reports at least one href from each batch.
    ///
    /// ```swift
    /// var batches = MultigetBatches([try Href("/work/1.ics")])
    /// batches.next()?.count  // 1
    /// batches.next()  // nil
    /// ```
    public mutating func next() -> [Href]? {
        let isProgress = open.count < batch.count
        let left = batch.filter { open.contains($0) }
        if isProgress { pending += left } else { unaccounted += left }
        let end = min(start + size, pending.count)
        (batch, start) = (Array(pending[start..<end]), end)
        open = Set(batch)
        return batch.isEmpty ? nil : batch
    }

    /// Records that the response to the current request contains an item or reports the item gone.
    ///
    /// ```swift
    /// var batches = MultigetBatches([try Href("/work/1.ics")])
    /// _ = batches.next()
    /// batches.answered(try Href("/work/1.ics"))
    /// batches.next()  // nil
    /// ```
    public mutating func answered(_ href: Href) {
        open.remove(href)
    }

    /// Records that the server refused the current request; later batches are smaller.
    ///
    /// ```swift
    /// var batches = MultigetBatches([try Href("/work/1.ics"), try Href("/work/2.ics")])
    /// _ = batches.next()
    /// batches.refused()
    /// batches.size  // 1
    /// ```
    public mutating func refused() {
        if batch.count > 1 {
            size = max(1, batch.count / 2)
            start -= batch.count
        } else {
            unaccounted += batch
        }
        (batch, open) = ([], [])
    }
}
