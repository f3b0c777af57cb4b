/// Writes properties that were made or changed in the program (RFC 5545 section 3.1).
package enum PropertyText {
    /// The content line of a property without folds and line end; empty when its name cannot be written.
    package static func line(_ property: Property) -> [UInt8] {
        let (line, colon) = line(property, quoting: false)
        // A value that is none of its form may be taken for a part of a parameter in front of it.
        guard !property.parameters.isEmpty, !isStart(line, colon, of: property) else { return line }
        return self.line(property, quoting: true).line
    }

    private static func isStart(_ line: [UInt8], _ colon: Int, of property: Property) -> Bool {
        guard colon < line.count else { return true }
        let name = NameText.property(property.name)
        var start = ValueStart(PropertyDefinition.form(of: name.indices, in: name.span))
        for parameter in property.parameters {
            if parameter.name == "TZID" { start.heedZone() }
            if parameter.name == "VALUE" { start.heed(declaration: parameter) }
        }
        return start.isStart(line.span, colon)
    }

    private static func line(_ property: Property, quoting: Bool) -> (line: [UInt8], colon: Int) {
        var bytes = NameText.property(property.name)
        guard !bytes.isEmpty, !NameText.isMarker(bytes.span) else { return ([], 0) }
        let definition = PropertyDefinition.index(of: bytes.indices, in: bytes.span)
            .map { PropertyDefinition.all[$0] }
        let declaration = ValueDeclaration(of: property, definition)
        for parameter in property.parameters {
            // What VALUE says must be what the value is.
            if parameter.name == "VALUE", declaration.replacesOthers { continue }
            ParameterText.append(parameter, quoting: quoting, to: &bytes)
        }
        if let kind = declaration.added {
            ParameterText.append(Parameter("VALUE", kind.rawValue), to: &bytes)
        }
        if case .binary = property.value, property.parameters["ENCODING"] == nil {
            ParameterText.append(Parameter("ENCODING", "BASE64"), to: &bytes)
        }
        let colon = bytes.count
        bytes.append(Ascii.colon)
        ValueText.append(property.value, strings: declaration.strings, to: &bytes)
        return (bytes, colon)
    }
}

/// What the parameter VALUE of a property must say (RFC 5545 section 3.2.20), and how its strings are written.
private struct ValueDeclaration {
    /// The type that is to be declared and is not yet.
    var added: Value.Kind?
    var replacesOthers = false
    /// How strings are written where their own type cannot be declared.
    var strings = ValueText.StringForm.own

    init(of property: Property, _ definition: PropertyDefinition?) {
        // A value that could not be read stands as it is, with what was said of it.
        guard let kind = property.value.elements.lazy.compactMap(\.declaredKind).first else { return }
        let written = property.parameters.lazy.filter { $0.name == "VALUE" }
            .compactMap { Value.Kind(rawValue: $0.value.uppercased()) }
            .first { definition?.kinds.contains($0) ?? true }
            .map { $0.isWritten(as: kind) ? kind : $0 }
        guard let definition else {
            // The type of an unknown property is TEXT (section 3.8.8.2), which nobody writes down.
            if written == kind || written == nil && kind == .text { return }
            replacesOthers = true
            if kind != .text { added = kind }
            return
        }
        // These have a form of their own, which has no name.
        if definition.form == .geo || definition.form == .requestStatus { return }
        guard definition.kinds.contains(kind) else {
            if definition.kinds.first == .text { strings = .text }
            if definition.kinds.first == .uri || definition.kinds.first == .calendarAddress { strings = .uri }
            return
        }
        if written == kind { return }
        let isUsual = kind == definition.kinds.first && !PropertyGrammar.needsDeclaredType(definition.name)
        if isUsual, written == nil { return }
        replacesOthers = true
        if !isUsual { added = kind }
    }
}

extension Value.Kind {
    /// Whether values of the type are texts or links, as those of RFC 9253 section 7 are, which stay what they were called.
    fileprivate func isWritten(as kind: Value.Kind) -> Bool {
        self == .uid && kind == .text || self == .xmlReference && kind == .uri
    }
}

extension Value {
    /// The type that VALUE can name; nil for what has a form of its own, no type, or several.
    fileprivate var declaredKind: Kind? {
        switch self {
        case .geo, .requestStatus: nil
        default: kind
        }
    }
}

/// Parameters as text (RFC 5545 section 3.2), with the carets of RFC 6868.
enum ParameterText {
    /// Adds `;NAME=value,value`, or nothing for a parameter without a usable name or without values.
    ///
    /// A value is quoted where it holds a colon, a semicolon or a comma, or ends with a backslash, which some programs
    /// take for an escape of what follows. Line breaks, carets and quotes are written as
    /// `^n`, `^^` and `^'`; control characters other than the tab, for which there is no form, are left out.
    ///
    /// So are several values of a parameter that may have one, as a comma without quotes is read as a part of it, and all
    /// values with `quoting`.
    static func append(_ parameter: Parameter, quoting: Bool = false, to bytes: inout [UInt8]) {
        let name = NameText.parameter(parameter.name)
        let values = parameter.values
        guard !name.isEmpty, !values.isEmpty else { return }
        bytes.append(Ascii.semicolon)
        bytes += name
        let quoting =
            quoting || values.count > 1 && ParameterGrammar.mayHoldComma(parameter.name.uppercased())
        var separator = Ascii.equals
        for value in values {
            bytes.append(separator)
            append(value, quoting: quoting, to: &bytes)
            separator = Ascii.comma
        }
    }

    private static func append(_ value: String, quoting: Bool, to bytes: inout [UInt8]) {
        let isQuoted =
            quoting || value.utf8.last == Ascii.backslash
            || value.utf8.contains { $0 == Ascii.colon || $0 == Ascii.semicolon || $0 == Ascii.comma }
        if isQuoted { bytes.append(Ascii.quote) }
        var previous: UInt8 = 0
        for byte in value.utf8 {
            switch byte {
            case Ascii.caret: bytes += [Ascii.caret, Ascii.caret]
            case Ascii.quote: bytes += [Ascii.caret, Ascii.apostrophe]
            case Ascii.lineFeed where previous == Ascii.carriageReturn: break
            case Ascii.lineFeed, Ascii.carriageReturn: bytes += [Ascii.caret, 0x6E]
            case _ where TextEscapes.isControl(byte): break
            default: bytes.append(byte)
            }
            previous = byte
        }
        if isQuoted { bytes.append(Ascii.quote) }
    }
}
