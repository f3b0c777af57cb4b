/// A content line in its parts, so that it can be written as RFC 5545 has it, or as other programs write it.
public struct WildLine {
    /// A parameter: its name and its one value.
    public typealias Parameter = (name: String, value: String)

    /// The property's name, BEGIN and END among them.
    public var name: String
    /// The parameters, in order.
    public var parameters: [Parameter]
    /// The value as it is written.
    public var value: String
    /// The text that replaces the line when it is written, for spellings that have no parts.
    public var written: String?

    /// Creates a line that RFC 5545 allows.
    public init(_ name: String, _ parameters: [Parameter] = [], _ value: String) {
        self.name = name
        self.parameters = parameters
        self.value = value
    }

    /// The line without its end: values of parameters are quoted where RFC 5545 asks for it.
    public var text: String {
        if let written { return written }
        let parameters = parameters.map { parameter in
            let needsQuotes = parameter.value.contains { ",;:".contains($0) }
            return ";\(parameter.name)=" + (needsQuotes ? "\"\(parameter.value)\"" : parameter.value)
        }
        return name + parameters.joined() + ":" + value
    }

    /// The value of a parameter, or nil.
    public subscript(name: String) -> String? {
        get { parameters.first { $0.name == name }?.value }
        set {
            parameters.removeAll { $0.name == name }
            if let newValue { parameters.append((name, newValue)) }
        }
    }
}

/// Folding, for lines that are longer than 75 octets.
enum WildFolding {
    /// Cuts a line into physical lines of at most `width` octets, never inside a character.
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
