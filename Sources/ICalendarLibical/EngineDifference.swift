#if Libical

    /// A difference between this package and libical in how a file is parsed or expanded.
    ///
    /// ```swift
    /// for difference in try EngineDifferences(contentsOf: "team.ics", in: window).all { print(difference) }
    /// // team.ics:12: RDATE of VEVENT: native 20260101T090000Z,…; libical nothing (many-values)
    /// ```
    public struct EngineDifference: Sendable, Hashable {
        /// The file name as given, such as `team.ics`, or nil for data without a name.
        public let file: String?
        /// The 1-based line number of the property or, for an occurrence, of the component, such as `12`, or nil if it
        /// is unknown.
        public let line: Int?
        /// The component name in uppercase, such as `VEVENT`.
        public let component: String
        /// The part that differs, such as `.property("RRULE")`.
        public let subject: Subject
        /// This package's result, or nil if there is none.
        ///
        /// The result is an unfolded content line, such as `PRIORITY:5`, or the start and end of an occurrence.
        public let native: String?
        /// libical's result in the same form as ``native``, such as `PRIORITY:0`, or nil if libical has no result.
        public let libical: String?
        /// The cause, such as the defect `numbers`, or nil if it is unknown.
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
        /// The part of a file that the two engines read differently.
        ///
        /// ```swift
        /// let subject = EngineDifference.Subject.property("RRULE")
        /// subject.name  // "RRULE"
        /// ```
        public enum Subject: Sendable, Hashable {
            /// A property, given by its name in uppercase, such as `.property("RRULE")`.
            case property(String)
            /// An entire component, for example one that libical does not know: `.component`.
            case component
            /// An occurrence of an event: `.occurrence`.
            case occurrence

            /// The property name, `component` or `occurrence`:
            /// `EngineDifference.Subject.occurrence.name // "occurrence"`.
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
        /// The location, both results and the cause on a single line:
        /// `team.ics:12: PRIORITY of VEVENT: native PRIORITY: unreadable: high; libical PRIORITY:0 (numbers)`.
        public var description: String {
            let place = [file, line.map(String.init)].compactMap(\.self).joined(separator: ":")
            return (place.isEmpty ? "" : place + ": ")
                + "\(subject.name) of \(component): native \(native ?? "nothing"); libical \(libical ?? "nothing")"
                + " (\(cause?.name ?? "unknown"))"
        }
    }
#endif
