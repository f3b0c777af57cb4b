#if Libical
    /// Something that libical 3.0.16 does otherwise than RFC 5545 says, by name.
    ///
    /// ```swift
    /// for defect in LibicalDefect.all where defect.isRefused { print(defect.name, defect.behavior) }
    /// ```
    public struct LibicalDefect: Sendable, Hashable {
        /// A short name, such as `request-status`.
        public let name: String
        /// What libical does: `"reads the third part after it was freed"`.
        public let behavior: String
        /// Where the RFCs say otherwise, such as `RFC 5545 section 3.8.8.3`.
        public let section: String
        /// A line or a component on which it shows: `REQUEST-STATUS:2.0;Success;more`.
        public let example: String
        /// Whether libical does not get such input, as it would corrupt memory, read what was freed, or take very long.
        public let isRefused: Bool
    }

    extension LibicalDefect {
        private static func refused(_ name: String, _ behavior: String, _ section: String, _ example: String)
            -> LibicalDefect
        {
            LibicalDefect(
                name: name,
                behavior: behavior,
                section: "RFC 5545 section \(section)",
                example: example,
                isRefused: true
            )
        }

        static let requestStatus = refused(
            "request-status",
            "keeps a pointer into a buffer that it uses again, and replaces the description",
            "3.8.8.3",
            "REQUEST-STATUS:2.0;Success;DTSTART:20260101"
        )
        static let nul = refused("nul", "ends the text at the first NUL", "3.1", "SUMMARY:a<NUL>b")
        static let manyParameters = refused(
            "many-parameters",
            "moves all parameters after the hundredth into the value, in quadratic time",
            "3.2",
            "X-A;X-1=1;X-2=2;…;X-101=101:b"
        )
        static let longLine = refused(
            "long-line",
            "scans and copies a line again for each of its parts",
            "3.1",
            "SUMMARY:<65,536 bytes>"
        )
        static let manyValues = refused(
            "many-values",
            "copies all parameters for each value of a list, and drops those after the five hundredth",
            "3.1.2",
            "EXDATE:<501 values>"
        )
        static let errorName = refused(
            "error-name",
            "keeps its own errors in properties of this name, so a file can forge them",
            "3.8.8.2",
            "X-LIC-ERROR:forged"
        )
        static let manyProperties = refused(
            "many-properties",
            "goes through all properties of a component to remove one",
            "3.6",
            "BEGIN:VEVENT<4,001 lines>END:VEVENT"
        )
        static let deepNesting = refused(
            "deep-nesting",
            "frees a tree by calling itself once a level, until the stack ends",
            "3.6",
            "BEGIN:VEVENT<65 times>"
        )
        static let noTree = refused(
            "no-tree",
            "gives no component at all",
            "3.6",
            "BEGIN:VEVENT…END:VEVENT"
        )
    }
#endif
