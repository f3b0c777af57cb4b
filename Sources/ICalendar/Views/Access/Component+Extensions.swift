/// Properties that no RFC defines, such as X-WR-CALNAME: they are read exactly as written, and typed here.
extension Component {
    /// A text, its escapes undone; nil when it is absent or empty.
    subscript(extensionText name: String) -> String? {
        get { first(name)?.extensionText }
        set {
            let isText = first(name)?.declaredKind == .text
            setExtension(name, isText ? newValue : newValue.map(Component.escape), asText: isText)
        }
    }

    /// A URI or a word, as written; nil when it is absent or empty.
    subscript(extensionWord name: String) -> String? {
        get { text(name)?.trimmingBlanks }
        set { setExtension(name, newValue) }
    }

    /// `TRUE` or `FALSE` in any case; nil when it is absent or something else.
    subscript(extensionFlag name: String) -> Bool? {
        get {
            if case .boolean(let flag)? = first(name)?.value { return flag }
            switch text(name)?.trimmingBlanks.uppercased() {
            case "TRUE"?, "1"?: return true
            case "FALSE"?, "0"?: return false
            default: return nil
            }
        }
        set { setExtension(name, newValue.map { $0 ? "TRUE" : "FALSE" }) }
    }

    /// A duration, with VALUE=DURATION or as written.
    subscript(extensionDuration name: String) -> NominalDuration? {
        get {
            if case .duration(let duration)? = first(name)?.value { return duration }
            guard let text = text(name)?.trimmingBlanks else { return nil }
            var remarks: [ValueRemark] = []
            return DurationText.parse(Array(text.utf8).span, &remarks)
        }
        set {
            guard newValue == nil || newValue != self[extensionDuration: name] else { return }
            setValue(name, newValue.map(Value.duration), declaring: .duration)
        }
    }

    /// Writes a value exactly so, but for control characters, which no line may hold.
    mutating func setExtension(_ name: String, _ text: String?, asText: Bool = false) {
        guard let text else { return set(name, to: nil) }
        if asText { return setValue(name, .text(text)) }
        var plain = String.UnicodeScalarView()
        plain.append(
            contentsOf: text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" }
        )
        let written = String(plain)
        guard first(name)?.value.string != written || all(name).count > 1 else { return }
        setValue(name, .raw(written))
    }

    /// A text with the escapes of RFC 5545 section 3.3.11.
    private static func escape(_ text: String) -> String {
        var bytes: [UInt8] = []
        TextEscapes.append(text: text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Property {
    /// The first value as a text, its escapes undone where it was read as it stood; nil when it is empty.
    var extensionText: String? {
        guard let value = value.elements.first, let text = value.string, !text.isEmpty else { return nil }
        if case .raw = value { return TextEscapes.undo(text) }
        return text
    }
}
