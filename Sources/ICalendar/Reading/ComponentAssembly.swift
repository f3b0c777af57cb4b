/// Collects the properties of a component and of those inside it, waits for libical's answers, and builds the tree.
///
/// Without recursion, so that no nesting can exhaust the stack.
struct ComponentAssembly {
    /// A property on its way.
    struct Entry {
        let name: String
        let parameters: [Parameter]
        let line: SliceLine
        /// The value, or nil while libical is asked.
        var value: Value?
        /// Who reads the value if libical refuses it.
        var fallback: ValueReader?
    }

    /// A component on its way; components are kept in the order of their BEGIN.
    private struct Frame {
        let name: String
        let line: Int?
        let parent: Int
        var properties: [Property] = []
        /// The components inside, the last one first.
        var components: [Component] = []
    }

    private let store: ByteStore
    private var frames: [Frame] = []
    private var openFrames: [Int] = []
    private var entries: [(entry: Entry, frame: Int, question: Int)] = []
    private var tree = LibicalTree()
    private var questions: [ArraySlice<UInt8>] = []

    /// Starts with the slice's own component; for a run of properties that is a VCALENDAR without BEGIN.
    init(_ slice: ComponentSlice) {
        store = slice.store
        entries.reserveCapacity(slice.lines.count)
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
    mutating func add(_ entry: Entry) {
        entries.append((entry, openFrames.last ?? 0, -1))
    }

    /// Adds a property whose value libical is to read.
    mutating func add(
        _ entry: Entry,
        askingLibical definition: PropertyDefinition,
        _ bytes: ArraySlice<UInt8>
    ) {
        entries.append((entry, openFrames.last ?? 0, questions.count))
        questions.append(bytes)
        tree.add(definition, bytes)
    }

    /// Asks libical, and builds the component.
    consuming func finish(_ diagnostics: inout DiagnosticList) -> Component {
        while !openFrames.isEmpty { end() }
        guard !frames.isEmpty else { return Component("") }
        let answers = tree.values()
        for (entry, frame, question) in entries {
            let value = entry.value ?? (question >= 0 ? answers[question] : nil)
            frames[frame].properties.append(
                Property(
                    name: entry.name,
                    parameters: entry.parameters,
                    value: value ?? second(entry, question, &diagnostics),
                    line: Int(entry.line.number),
                    source: SourceLine(store: store, range: entry.line.range)
                )
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
    private func second(_ entry: Entry, _ question: Int, _ diagnostics: inout DiagnosticList) -> Value {
        guard let reader = entry.fallback, question >= 0 else { return .raw("") }
        var remarks: [ValueRemark] = []
        let bytes = questions[question]
        let value = reader.read(bytes, ByteTraits(bytes.span), &remarks)
        diagnostics.warn(
            .badValue,
            line: Int(entry.line.number),
            "\(entry.name): libical does not take the value; read without it"
        )
        return value
    }
}
