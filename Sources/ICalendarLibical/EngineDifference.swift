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
#endif
