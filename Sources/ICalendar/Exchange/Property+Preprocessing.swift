#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Property {
    /// The property as jCal and xCal hold it: neither has ENCODING, but for BINARY, which stays BASE64 (RFC 7265 section
    /// 3.1, RFC 6321 section 3.1).
    ///
    /// Any other text in BASE64 is decoded. One that is no BASE64 of UTF-8, or of control characters, which neither
    /// format can hold, stays as it is with its ENCODING, so that nothing is lost.
    var preprocessed: Property {
        guard let encoding else { return self }
        var property = self
        switch value {
        case .binary: return self
        case .text(let text): property.value = Property.decoded(text, encoding).map(Value.text) ?? value
        case .raw(let text): property.value = Property.decoded(text, encoding).map(Value.raw) ?? value
        case .uri(let text): property.value = Property.decoded(text, encoding).map(Value.uri) ?? value
        default: break
        }
        if property.value != value || ExchangeName.capitals(encoding) == "8BIT" {
            property[parameter: "ENCODING"] = nil
        }
        return property
    }

    private static func decoded(_ text: String, _ encoding: String) -> String? {
        guard ExchangeName.capitals(encoding) == "BASE64", !text.isEmpty,
            let data = Data(base64Encoded: text)
        else { return nil }
        let isHeld = data.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        return isHeld ? String(validating: data, as: UTF8.self) : nil
    }
}
