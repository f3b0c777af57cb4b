/// The address of a page, relative to the other pages.
struct WebAddress: Sendable, Hashable {
    var path: String
    var query: [String: String] = [:]

    init(_ path: String, _ query: [String: String] = [:]) {
        self.path = path
        self.query = query
    }

    /// The address as ASCII text.
    var text: String {
        guard !query.isEmpty else { return path }
        let pairs = query.sorted { $0.key < $1.key }.map { "\($0.key)=\(Self.encoded($0.value))" }
        return path + "?" + pairs.joined(separator: "&")
    }

    /// Returns percent-encoded text; only letters, digits and `-_.~` are left unchanged.
    static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "."), UInt8(ascii: "~"):
                bytes.append(byte)
            default:
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
