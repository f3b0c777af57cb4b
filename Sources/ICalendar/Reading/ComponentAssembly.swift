/// Collects the properties of a component and of those inside it, waits for libical's answers, and builds the tree.
///
/// Without recursion, so that no nesting can exhaust the stack.
struct ComponentAssembly {
    /// A component on its way; components are kept in the order of their BEGIN.
    private struct Frame {
        let name: String
        let line: Int?
        let parent: Int
        var properties: [Property] = []
        /// The components inside, the last one first.
        var components: [Component] = []
    }

    /// A property whose value libical is asked for, and who reads it if libical refuses.
    private struct Question {
        let frame: Int
        let property: Int
        let place: SliceLine
        let bytes: ArraySlice<UInt8>
        let reader: ValueReader
    }

    private let store: ByteStore
    private var frames: [Frame] = []
    private var openFrames: [Int] = []
    private var tree = LibicalTree()
    private var questions: [Question] = []

    /// Starts with the slice's own component; for a run of properties that is a VCALENDAR without BEGIN.
    init(_ slice: ComponentSlice) {
        store = slice.store

        if slice.isCalendarProperties { open("VCALENDAR", line: nil) }
    }

    /// Starts a component.
    mutating func begin(_ line: SliceLine, name: String) {
        open(name, line: Int(line.number))
    }

    private mutating func open(_ name: String, line: Int?) {
        frames.append(Frame(name: name, line: line, parent: openFrames.last ?? -1))
        openFrames.append(frames.count - 1)
        tree.begin(name)
    }

    /// Ends the component that was started last.
    mutating func end() {
        guard openFrames.popLast() != nil else { return }
        tree.end()
    }

    /// Adds a property whose value is known.
    mutating func add(_ name: String, _ parameters: [Parameter], _ place: SliceLine, _ value: Value) {
        guard let frame = openFrames.last else { return }
        frames[frame].properties.append(
            Property(
                name: name,
                parameters: parameters,
                value: value,
                line: Int(place.number),
                source: SourceLine(store: store, range: place.range)
            )
        )
    }

    /// Adds a property whose value libical is to read; `reader` reads it if libical refuses.
    mutating func add(
        _ name: String,
        _ parameters: [Parameter],
        _ place: SliceLine,
        askingLibical definition: PropertyDefinition,
        _ bytes: ArraySlice<UInt8>,
        orElse reader: ValueReader
    ) {
        guard let frame = openFrames.last else { return }
        let property = frames[frame].properties.count
        questions.append(
            Question(frame: frame, property: property, place: place, bytes: bytes, reader: reader)
        )
        tree.add(definition, bytes)
        // The answer takes the place of this value.
        add(name, parameters, place, .raw(""))
    }

    /// Asks libical, and builds the component.
    consuming func finish(_ diagnostics: inout DiagnosticList) -> Component {
        while !openFrames.isEmpty { end() }
        guard !frames.isEmpty else { return Component("") }
        for (question, answer) in zip(questions, tree.values()) {
            let asked = frames[question.frame].properties[question.property]
            frames[question.frame].properties[question.property] = Property(
                name: asked.name,
                parameters: asked.parameters,
                value: answer ?? second(question, asked.name, &diagnostics),
                line: Int(question.place.number),
                source: SourceLine(store: store, range: question.place.range)
            )
        }
        // A component begins before those inside it, so going backwards finishes the inner ones first.
        for index in frames.indices.dropFirst().reversed() {
            let inner = component(of: frames[index])
            if frames[index].parent >= 0 { frames[frames[index].parent].components.append(inner) }
        }
        return component(of: frames[0])
    }

    private func component(of frame: Frame) -> Component {
        Component(
            name: frame.name,
            properties: frame.properties,
            components: frame.components.reversed(),
            line: frame.line
        )
    }

    /// Reads a value that libical refused.
    ///
    /// No value that passed the guards is known to be refused.
    private func second(_ question: Question, _ name: String, _ diagnostics: inout DiagnosticList) -> Value {
        var remarks: [ValueRemark] = []
        let value = question.reader.read(question.bytes, ByteTraits(question.bytes.span), &remarks)
        diagnostics.warn(
            .badValue,
            line: Int(question.place.number),
            "\(name): libical does not take the value; read without it"
        )
        return value
    }
}
