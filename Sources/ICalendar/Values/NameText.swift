/// The names of properties, parameters and components, made safe to be written.
enum NameText {
    /// The bytes of a property's name; empty when nothing of it can be written.
    static func property(_ name: String) -> [UInt8] {
        name.utf8.filter { isTolerable($0) }
    }

    /// The bytes of a parameter's name, of which reading puts up with more; empty when nothing of it can be written.
    static func parameter(_ name: String) -> [UInt8] {
        let bytes = name.utf8.filter {
            !TextEscapes.isControl($0) && $0 != Ascii.equals && $0 != Ascii.colon && $0 != Ascii.semicolon
        }
        return Array(bytes[Blanks.trim(bytes.span, 0..<bytes.count)])
    }

    /// Whether a line of this name would start or end a component, so that it is the name of no property.
    static func isMarker(_ name: Span<UInt8>) -> Bool {
        guard name.count == 3 || name.count == 5 else { return false }
        var word: UInt64 = 0
        for index in name.indices { word = word << 8 | UInt64(Ascii.capital(name[index])) }
        // BEGIN, or END.
        return word == 0x42_4547_494E || word == 0x45_4E44
    }

    /// The bytes of a component's name.
    static func component(_ name: String) -> [UInt8] {
        name.utf8.filter { !TextEscapes.isControl($0) }
    }

    /// Whether a byte may stand in the name of a property that is odd but can be kept: a printable one of ASCII that
    /// opens nothing.
    static func isTolerable(_ byte: UInt8) -> Bool {
        guard byte > Ascii.space, byte < 0x7F else { return false }
        switch byte {
        case Ascii.quote, Ascii.equals, Ascii.comma, Ascii.colon, Ascii.semicolon, 0x3C, 0x3E: return false
        default: return true
        }
    }
}
