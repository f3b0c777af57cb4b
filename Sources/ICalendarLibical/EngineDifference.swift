#if Libical
    import ICalendarCore

    /// One thing that this package and libical read, or expand, differently.
    ///
    /// ```swift
    /// for difference in try EngineDifferences(contentsOf: "team.ics", in: window).all { print(difference) }
    /// // team.ics:12: RDATE of VEVENT: native 20260101T090000Z,…; libical nothing (many-values)
    /// ```
    public struct EngineDifference: Sendable, Hashable {
        /// The file as its name was given, such as `team.ics`; nil for bytes without a name.
        public let file: String?
        /// The line of the property, or of the component that an occurrence belongs to, from 1, such as `12`; nil for what has none.
        public let line: Int?
        /// The name of the component in capitals, such as `VEVENT`.
        public let component: String
        /// What differs, such as `.property("RRULE")`.
        public let subject: Subject
        /// What this package reads: a content line without folds, such as `PRIORITY:5`, or the start and the end of an
        /// occurrence; nil for nothing.
        public let native: String?
        /// What libical reads, in the same form, such as `PRIORITY:0`; nil for nothing.
        public let libical: String?
        /// Why, such as the defect `numbers`; nil for a cause that nobody has named yet.
        public let cause: LibicalDefect?

        var withoutLine: EngineDifference {
            EngineDifference(
                file: file,
                line: nil,
                component: component,
                subject: subject,
                native: native,
                libical: libical,
                cause: cause
            )
        }
    }

    extension EngineDifference {
        /// What differs.
        ///
        /// ```swift
        /// let subject = EngineDifference.Subject.property("RRULE")
        /// subject.name  // "RRULE"
        /// ```
        public enum Subject: Sendable, Hashable {
            /// A property of a name in capitals, such as `.property("RRULE")`.
            case property(String)
            /// A whole component, as where libical knows no `.component` of its name.
            case component
            /// When something happens: `.occurrence`.
            case occurrence

            /// The name of the property, or `component` or `occurrence`: `EngineDifference.Subject.occurrence.name // "occurrence"`.
            public var name: String {
                switch self {
                case .property(let name): name
                case .component: "component"
                case .occurrence: "occurrence"
                }
            }
        }
    }

    extension EngineDifference: CustomStringConvertible {
        /// The place, both readings and the cause on one line:
        /// `team.ics:12: PRIORITY of VEVENT: native PRIORITY: unreadable: high; libical PRIORITY:0 (numbers)`.
        public var description: String {
            let place = [file, line.map(String.init)].compactMap(\.self).joined(separator: ":")
            return (place.isEmpty ? "" : place + ": ")
                + "\(subject.name) of \(component): native \(native ?? "nothing"); libical \(libical ?? "nothing")"
                + " (\(cause?.name ?? "unknown"))"
        }
    }

    /// Compares what the two engines made of one component, line by line.
    struct ComponentComparison {
        let file: String?
        private(set) var differences: [EngineDifference] = []

        init(file: String?) {
            self.file = file
        }

        /// Both were decoded of the same lines, so what is inside them stands in the same places.
        mutating func compare(_ native: Component, _ libical: Component) {
            var pending = [(native, libical)]
            while let (native, libical) = pending.popLast() {
                if libical.name == LibicalEngine.missing {
                    add(native, nil, LibicalDefect.refusal(of: native))
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
            for (_, other) in theirs.sorted(by: { $0.key < $1.key }) { add(nil, other, in: native) }
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

        private mutating func add(_ native: Property?, _ libical: Property?, in component: Component) {
            differences.append(
                EngineDifference(
                    file: file,
                    line: (native ?? libical)?.line,
                    component: component.name,
                    subject: .property((native ?? libical)?.name ?? ""),
                    native: native.map(Self.text),
                    libical: libical.map(Self.text),
                    cause: Disagreement(native, libical, in: component).cause
                )
            )
        }

        private static func text(_ property: Property) -> String {
            if case .raw(let text) = property.value { return "\(property.name): unreadable: \(text)" }
            return String(decoding: PropertyText.line(property), as: UTF8.self)
        }
    }
#endif
