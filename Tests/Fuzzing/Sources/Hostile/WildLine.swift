/// The parts of a content line, which can be written according to RFC 5545 or as other programs write it.
public struct WildLine {
    /// A parameter's name and its only value.
    public typealias Parameter = (name: String, value: String)

    /// The property name, or BEGIN or END.
    public var name: String
    /// The parameters, in order.
    public var parameters: [Parameter]
    /// The value as written.
    public var value: String
    /// The text to write instead of the line, for spellings that cannot be expressed in parts.
    public var written: String?

    /// Creates a line that is valid according to RFC 5545.
    public init(_ name: String, _ parameters: [Parameter] = [], _ value: String) {
        self.name = name
        self.parameters = parameters
        self.value = value
    }

    /// The line without its line ending.
    ///
    /// Parameter values are quoted where RFC 5545 requires it.
    public var text: String {
        if let written { return written }
        let parameters = parameters.map { parameter in
            let needsQuotes = parameter.value.contains { ",;:".contains($0) }
            return ";\(parameter.name)=" + (needsQuotes ? "\"\(parameter.value)\"" : parameter.value)
        }
        return name + parameters.joined() + ":" + value
    }

    /// The value of a parameter, or nil if it is absent.
    public subscript(name: String) -> String? {
        get { parameters.first { $0.name == name }?.value }
        set {
            parameters.removeAll { $0.name == name }
            if let newValue { parameters.append((name, newValue)) }
        }
    }
}

/// Folds lines longer than 75 octets.
enum WildFolding {
    /// Returns the physical lines of a content line, each at most `width` octets long, without splitting
    /// characters.
    static func pieces(_ line: String, width: Int = 75) -> [String] {
        var pieces: [String] = []
        var piece = ""
        for character in line.unicodeScalars {
            let room = pieces.isEmpty ? width : width - 1
            if piece.utf8.count + String(character).utf8.count > room {
                pieces.append(piece)
                piece = ""
            }
            piece.unicodeScalars.append(character)
        }
        return pieces + [piece]
    }
}
