/// A decoder that converts a ``ComponentSlice`` into a ``Component`` by splitting its lines and reading their values.
///
/// A decoder is stateless, so slices can be decoded on several threads at once.
package final class ComponentDecoder: Sendable {
    package let limits: ReadingLimits
    let file: String?
    private let engine: Engine?

    /// A closure that decodes a whole slice by other means, or returns nil to leave the slice to the decoder.
    package typealias Engine = @Sendable (ComponentSlice, ReadingLimits, inout DiagnosticList) -> Component?

    package init(limits: ReadingLimits, file: String?, engine: Engine? = nil) {
        self.limits = limits
        self.file = file
        self.engine = engine
    }

    /// Decodes the selected properties of a slice and of its nested components.
    package func decode(
        _ slice: ComponentSlice,
        wanting selection: PropertySelection = .all,
        silentOn known: PropertySelection? = nil
    ) -> (component: Component, diagnostics: [Diagnostic]) {
        var diagnostics = DiagnosticList(file: file, limit: limits.diagnostics)
        let component = decode(slice, wanting: selection, silentOn: known, diagnostics: &diagnostics)
        return (component, diagnostics.all)
    }

    func decode(
        _ slice: ComponentSlice,
        wanting selection: PropertySelection,
        silentOn known: PropertySelection? = nil,
        diagnostics: inout DiagnosticList
    ) -> Component {
        if let known {
            var all = DiagnosticList(file: file, limit: limits.diagnostics)
            let component = decode(slice, wanting: selection, diagnostics: &all)
            if all.isEmpty { return component }
            var said = DiagnosticList(file: file, limit: limits.diagnostics)
            _ = decode(slice, wanting: known, diagnostics: &said)
            diagnostics.append(all, without: said)
            return component
        }
        var junk = JunkRun()
        defer { junk.end(&diagnostics) }
        return decode(slice, wanting: selection, junk: &junk, diagnostics: &diagnostics)
    }

    /// Decodes a slice that may begin or end within a run of unusable lines.
    func decode(
        _ slice: ComponentSlice,
        wanting selection: PropertySelection,
        junk: inout JunkRun,
        diagnostics: inout DiagnosticList
    ) -> Component {
        if let engine, selection.isAll, let component = engine(slice, limits, &diagnostics) {
            junk.end(&diagnostics)
            return component
        }
        var assembly = Assembly(slice, keepsBytes: selection.isAll)
        var unfolded: [UInt8] = []
        let bytes = slice.store.bytes
        var next = 0
        // The length of the next line's name, if it was determined from the previous line.
        var nextName = 0
        while next < slice.lines.count {
            let (place, line) = (next, slice.lines[next])
            next += 1
            let range = contentRange(line, in: bytes.span)
            switch line.kind {
            case .begin:
                let name = markerName(bytes, range, line, &unfolded)
                assembly.begin(line, name: name, expecting: properties(of: slice, after: place))
            case .end:
                assembly.end(line)
            case .property:
                let nameLength = line.isFolded ? 0 : nextName
                let following = JoinedLine.nextName(slice.lines, place, range, bytes.span)
                nextName = following ?? 0
                if following == nil, let joined = JoinedLine(slice, place, limit: limits.lineLength) {
                    next += joined.count
                    if slice.isCalendarProperties {
                        junk.joined.formUnion(slice.lines[place + 1..<next].map(\.number))
                    }
                    decode(
                        joined.bytes.span,
                        line,
                        selection,
                        &assembly,
                        &junk,
                        &diagnostics,
                        joined: joined
                    )
                } else if line.isFolded {
                    // A fold may split a name, so unfold the line first unless it is certainly unwanted.
                    if isUnwanted(bytes.span.extracting(range), selection) { continue }
                    let mayBeQuoted = LineFolding.unfold(bytes[range], into: &unfolded)
                    let joined = mayBeQuoted ? JoinedLine(slice, place, limit: limits.lineLength) : nil
                    if let joined { unfolded = joined.bytes }
                    decode(unfolded.span, line, selection, &assembly, &junk, &diagnostics)
                } else {
                    let content = bytes.span.extracting(range)
                    decode(content, line, selection, &assembly, &junk, &diagnostics, nameLength)
                }
            }
        }
        return assembly.finish()
    }

    /// Returns the number of properties between a line and the next BEGIN or END.
    private func properties(of slice: ComponentSlice, after place: Int) -> Int {
        var end = place + 1
        while end < slice.lines.count, slice.lines[end].kind == .property { end += 1 }
        return end - place - 1
    }

    private func isUnwanted(_ line: Span<UInt8>, _ selection: PropertySelection) -> Bool {
        guard let (name, _, oddity) = try? ContentLine.nameEnd(line), oddity == nil,
            let known = PropertyDefinition.index(of: name, in: line)
        else { return false }
        return !selection.wants(known: known)
    }

    /// Returns the range of a line without its final line ending.
    private func contentRange(_ line: ComponentSlice.Line, in bytes: Span<UInt8>) -> Range<Int> {
        let start = line.range.lowerBound
        return start..<LineFolding.contentEnd(bytes, start, line.range.upperBound)
    }

    private func markerName(
        _ bytes: [UInt8],
        _ range: Range<Int>,
        _ line: ComponentSlice.Line,
        _ unfolded: inout [UInt8]
    ) -> String {
        guard line.isFolded else {
            let content = bytes.span.extracting(range)
            return Marker(content)?.capitals(in: content) ?? ""
        }
        LineFolding.unfold(bytes[range], into: &unfolded)
        return Marker(unfolded.span)?.capitals(in: unfolded.span) ?? ""
    }

    /// Decodes one unfolded line; a nonzero `nameLength` is the length of a name known to be plain.
    private func decode(
        _ line: Span<UInt8>,
        _ place: ComponentSlice.Line,
        _ selection: PropertySelection,
        _ assembly: inout Assembly,
        _ junk: inout JunkRun,
        _ diagnostics: inout DiagnosticList,
        _ nameLength: Int = 0,
        joined: JoinedLine? = nil
    ) {
        var remarks: [ValueRemark] = []
        var shownName = ""
        var isNamed = false
        do {
            let (name, end, oddity) =
                nameLength > 0 ? (0..<nameLength, nameLength, nil) : try ContentLine.nameEnd(line)
            isNamed = true
            let known = PropertyDefinition.index(of: name, in: line)
            if let known {
                guard selection.wants(known: known) else { return junk.end(&diagnostics) }
            } else {
                guard selection.wants(unknown: line.extracting(name)) else {
                    return junk.end(&diagnostics)
                }
            }
            let definition = known.map { PropertyDefinition.all[$0] }
            let content = try ContentLine(
                line,
                name: name,
                end: end,
                limit: limits.parameters,
                form: definition?.form,
                &remarks
            )
            junk.end(&diagnostics)
            if !content.parameters.isEmpty { content.parameters.noteUnusedValues(&remarks) }
            shownName = definition?.name ?? ContentLine.capitals(line.extracting(name))
            switch oddity {
            case .blanks?: remarks.note(.propertyName, "blanks around the property name ignored")
            case .bytes?: remarks.note(.propertyName, "not a valid property name; kept")
            case nil: break
            }
            let bytes = line.extracting(content.value)
            let encoded =
                content.parameters.isEmpty
                ? nil
                : EncodedText(bytes, content.parameters, definition?.form, &remarks)
            let parameters = encoded?.parameters ?? content.parameters
            let reader = Self.reader(for: definition, parameters, limit: limits.values, &remarks)
            let value =
                if let encoded {
                    reader.read(encoded.bytes.span, ByteTraits(encoded.bytes.span), &remarks)
                } else {
                    reader.read(bytes, ByteTraits(bytes), &remarks)
                }
            if remarks.count > 1 { Self.dropRefusal(parameters, value, definition, &remarks) }
            if let known {
                if ValueLimits.isLimited(known) {
                    ValueLimits.note(value, of: shownName, at: known, in: assembly.componentName, &remarks)
                }
                if !parameters.isEmpty { ValueLimits.note(parameters, &remarks) }
                if assembly.isIgnored(known) {
                    diagnostics.noteIgnored(shownName, in: assembly.componentName, line: Int(place.number))
                } else if let end = assembly.endBesideDuration(known) {
                    diagnostics.noteDuration(beside: end, line: Int(place.number))
                }
            } else {
                ValueLimits.note(value, ofUnknown: shownName, &remarks)
            }
            let oddEnd = joined?.end ?? (encoded == nil ? nil : place.range.upperBound)
            assembly.add(shownName, parameters, place, value, oddEnd: oddEnd)
            if let joined, joined.looseCount > 0 {
                diagnostics.warn(
                    .layout,
                    line: joined.looseNumber,
                    "\(Words.short(shownName)): \(joined.remark)"
                )
            }
        } catch {
            // Broken lines often come in runs; each run is reported once.
            junk.add(line: Int(place.number), isNamed: isNamed, error, line, &diagnostics)
            // The whole line is skipped, so remarks about its parameters are irrelevant.
            return
        }
        if remarks.isEmpty { return }
        diagnostics.add(remarks, of: Words.short(shownName), line: Int(place.number))
    }

    /// Returns the remark about a VALUE parameter that the property does not allow.
    private static func refusal(of parameter: Parameter, _ usual: Value.DataType) -> ValueRemark {
        let word = parameter.value.trimmingBlanks.uppercased()
        let message = "VALUE=\(word) is not allowed here; read as \(usual.rawValue)"
        return ValueRemark(severity: .warning, code: .badParameter, message: message)
    }

    /// Removes the remark about a VALUE parameter if the value is of that type, because the remark about the value is
    /// enough.
    private static func dropRefusal(
        _ parameters: [Parameter],
        _ value: Value,
        _ definition: PropertyDefinition?,
        _ remarks: inout [ValueRemark]
    ) {
        guard let usual = definition?.kinds.first,
            let parameter = parameters.first(where: { $0.name == "VALUE" }),
            let kind = value.kind, Value.DataType(word: parameter.value) == kind
        else { return }
        let refusal = refusal(of: parameter, usual)
        remarks.removeAll { $0 == refusal }
    }

    /// Returns a reader for a value's form, determined by VALUE, by ENCODING, or by the property's definition.
    package static func reader(
        for definition: PropertyDefinition?,
        _ parameters: [Parameter],
        limit: Int,
        _ remarks: inout [ValueRemark]
    ) -> ValueReader {
        var form = definition?.form ?? .unknown
        var declared: Value.DataType?
        var hasTimeZone = false
        for parameter in parameters {
            switch parameter.name {
            case "TZID": hasTimeZone = true
            case "VALUE" where declared == nil:
                let kind = Value.DataType(word: parameter.value)
                if parameter.value != parameter.value.trimmingBlanks {
                    remarks.note(.badParameter, "blanks around \(parameter.name) ignored")
                }
                if let kind, definition?.kinds.contains(kind) ?? true {
                    declared = kind
                    // Declaring the default type has no effect; the property keeps its special form.
                    if kind != definition?.kinds.first { form = ValueForm(kind) }
                } else if let usual = definition?.kinds.first {
                    remarks.append(refusal(of: parameter, usual))
                }
            default: break
            }
        }
        if form == .uri, parameters["ENCODING"]?.trimmingBlanks.uppercased() == "BASE64" {
            remarks.note(.badParameter, "ENCODING=BASE64 without VALUE=BINARY; read as BINARY")
            form = .binary
        }
        return ValueReader(
            form: form,
            definition: definition,
            declared: declared,
            hasTimeZone: hasTimeZone,
            limit: limit
        )
    }
}
