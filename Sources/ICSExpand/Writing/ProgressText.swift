/// How far reading has come, in words: `reading: 512 MB of 2.0 GB, 812 MB/s, 2 s left`.
struct ProgressText: CustomStringConvertible {
    /// The bytes that were read.
    var bytes = 0
    /// All bytes there are, or nil when nobody knows.
    var total: Int?
    /// How long it took.
    var seconds = 0.0

    var description: String {
        let rate = Double(bytes) / max(seconds, 0.001)
        guard let total, total >= bytes else {
            return "reading: \(Self.size(Double(bytes))), \(Self.size(rate))/s"
        }
        let left = rate > 0 ? (Double(total - bytes) / rate).rounded(.up) : 0
        return "reading: \(Self.size(Double(bytes))) of \(Self.size(Double(total))), \(Self.size(rate))/s, "
            + "\(Int(min(left, 1e9))) s left"
    }

    /// A number of bytes with two or three digits that count.
    private static func size(_ bytes: Double) -> String {
        var value = bytes
        var unit = "B"
        for next in ["kB", "MB", "GB", "TB"] where value >= 999.5 {
            value /= 1000
            unit = next
        }
        if value < 9.95, unit != "B" {
            let tenths = Int((value * 10).rounded())
            return "\(tenths / 10).\(tenths % 10) \(unit)"
        }
        return "\(Int(min(value, 1e9).rounded())) \(unit)"
    }
}
