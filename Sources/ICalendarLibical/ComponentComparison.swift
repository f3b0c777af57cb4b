#if Libical
    import ICalendarCore

    /// A line-by-line comparison of both engines' results for one component.
    struct ComponentComparison {
        let file: String?
        private(set) var differences: [EngineDifference] = []

        init(file: String?) {
            self.file = file
        }

        /// Compares two components that were read from the same lines and whose subcomponents correspond by position.
        mutating func compare(_ native: Component, _ libical: Component) {
            var pending = [(native, libical)]
            while let (native, libical) = pending.popLast() {
                if let refusal = LibicalDefect.refusal(libical.properties.first),
                    libical.name == LibicalEngine.missing
                {
                    add(native, nil, refusal)
                    continue
                }
                if !TreeReader.knows(component: native.name) {
                    add(native, "BEGIN:X-LIC-INVALID", .unknownComponent)
                }
                compareProperties(native, libical)
                pending += zip(native.components, libical.components)
            }
        }

        private mutating func compareProperties(_ native: Component, _ libical: Component) {
            var theirs: [Int: Property] = [:]
            for property in libical.properties { theirs[property.line ?? 0] = property }
            for ours in native.properties {
                let other = theirs.removeValue(forKey: ours.line ?? 0)
                if ours != other { add(ours, other, in: native) }
            }
            for (_, other) in theirs.sorted(by: { $0.key < $1.key })
            where LibicalDefect.refusal(other) == nil { add(nil, other, in: native) }
        }

        private mutating func add(_ native: Component, _ libical: String?, _ cause: LibicalDefect) {
            differences.append(
                EngineDifference(
                    file: file,
                    line: native.line,
                    component: native.name,
                    subject: .component,
                    native: "BEGIN:\(native.name)",
                    libical: libical,
                    cause: cause
                )
            )
        }

        private mutating func add(_ native: Property?, _ found: Property?, in component: Component) {
            let refusal = LibicalDefect.refusal(found)
            let libical = refusal == nil ? found : nil
            differences.append(
                EngineDifference(
                    file: file,
                    line: (native ?? libical)?.line,
                    component: component.name,
                    subject: .property((native ?? libical)?.name ?? ""),
                    native: native.map(Self.text),
                    libical: libical.map(Self.text),
                    cause: refusal ?? Disagreement(native, libical).cause
                )
            )
        }

        private static func text(_ property: Property) -> String {
            if case .raw(let text) = property.value { return "\(property.name): unreadable: \(text)" }
            return String(decoding: PropertyText.line(property), as: UTF8.self)
        }
    }
#endif
