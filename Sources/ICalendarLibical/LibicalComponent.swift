#if Libical
    import CLibical
    public import ICalendarCore

    /// A component of libical's that this value owns: an `icalcomponent` with all that is inside it.
    ///
    /// It is freed when the value goes out of scope. Everything that looks at the tree is `mutating`, as libical keeps its
    /// iterators inside of the tree, so that nobody may read it twice at once; moved to another thread it can be used there.
    ///
    /// ```swift
    /// let tree = unsafe LibicalComponent(adopting: icalcomponent_new(ICAL_VEVENT_COMPONENT))
    /// ```
    ///
    /// Needs the trait `Libical`, which is on by default.
    @safe public struct LibicalComponent: ~Copyable, @unchecked Sendable {
        private let root: OpaquePointer
        /// Whether the tree is still this value's to free.
        private var isOwned = true
        /// What was found wrong, or is missing, of what it was made from; empty for a component of somebody else's.
        ///
        /// ```swift
        /// let tree = try LibicalComponent(parsing: [UInt8](calendar.icsData()))
        /// for diagnostic in tree.diagnostics { print(diagnostic) }
        /// ```
        public let diagnostics: [Diagnostic]

        /// Takes over an `icalcomponent` that has no parent: from now on this value frees it, and nobody else may.
        ///
        /// ```swift
        /// let tree = unsafe LibicalComponent(adopting: icalcomponent_new(ICAL_VEVENT_COMPONENT))
        /// ```
        ///
        /// A REQUEST-STATUS in it points into a buffer of the thread that parsed it (libical 3.0), so that thread must still
        /// run, and must not have parsed much since.
        @unsafe public init(adopting root: OpaquePointer) {
            unsafe self.root = root
            diagnostics = []
        }

        /// Copies an `icalcomponent`, which stays its owner's.
        ///
        /// ```swift
        /// let pointer: OpaquePointer = unsafe icalcomponent_new(ICAL_VEVENT_COMPONENT)
        /// defer { unsafe icalcomponent_free(pointer) }
        /// let copy = unsafe LibicalComponent(copying: pointer)
        /// ```
        @unsafe public init(copying component: OpaquePointer) {
            unsafe self.init(adopting: icalcomponent_new_clone(component))
        }

        /// Parses a calendar with libical, a component at a time; the root is a `VCALENDAR`, or an `XROOT` of several.
        ///
        /// What libical cannot be given, as it would corrupt memory or take very long, is missing, which ``diagnostics``
        /// say.
        ///
        /// ```swift
        /// var tree = try LibicalComponent(parsing: [UInt8](calendar.icsData()))
        /// let events = unsafe tree.withUnsafePointer { icalcomponent_count_components($0, ICAL_VEVENT_COMPONENT) }
        /// ```
        ///
        /// Throws `.notACalendar` when the bytes hold no calendar.
        public init(parsing bytes: [UInt8], limits: ReadingLimits = .init()) throws(CalendarError) {
            let (pointer, diagnostics) = try TreeBuilder.read(ByteSource(bytes: bytes, name: nil), limits)
            unsafe root = pointer.value
            self.diagnostics = diagnostics
        }

        /// Makes libical's tree of a component; ``EngineDifference`` says of each thing that libical does not hold.
        ///
        /// ```swift
        /// var losses: [EngineDifference] = []
        /// let tree = try LibicalComponent(event.component, losses: &losses)
        /// // ATTENDEE of VEVENT: native …; libical …
        /// ```
        ///
        /// Throws `.invalidValue` when libical gets nothing of it.
        public init(_ component: Component, losses: inout [EngineDifference]) throws(CalendarError) {
            let isCalendar = component.name == "VCALENDAR"
            let calendar = isCalendar ? component : Component("VCALENDAR", components: [component])
            var options = WritingOptions()
            options.addsTimeZones = false
            options.addsRequiredProperties = false
            let bytes = CalendarObject(calendar).icsBytes(options)
            losses += try EngineDifferences.ofProperties(in: bytes)
            let (pointer, diagnostics) = try TreeBuilder.read(
                ByteSource(bytes: bytes, name: nil),
                ReadingLimits()
            )
            let made = unsafe isCalendar ? pointer.value : TreeBuilder.takeOnlyChild(of: pointer.value)
            guard let made = unsafe made else {
                throw CalendarError(.invalidValue, "libical does not get \(component.name)")
            }
            unsafe root = made
            self.diagnostics = diagnostics
        }

        deinit {
            if isOwned { unsafe icalcomponent_free(root) }
        }

        /// The component as this package's values; properties that libical split a list into stay split.
        ///
        /// ```swift
        /// var tree = try LibicalComponent(parsing: [UInt8](calendar.icsData()))
        /// let read = CalendarObject(tree.component())
        /// ```
        public mutating func component() -> Component {
            unsafe TreeReader.component(of: root)
        }

        /// Gives the `icalcomponent` away: the caller frees it with `icalcomponent_free`.
        ///
        /// ```swift
        /// let tree = unsafe LibicalComponent(adopting: icalcomponent_new(ICAL_VEVENT_COMPONENT))
        /// let pointer = unsafe tree.release()
        /// unsafe icalcomponent_free(pointer)
        /// ```
        @unsafe public consuming func release() -> OpaquePointer {
            isOwned = false
            return unsafe root
        }

        /// Lends the `icalcomponent` to code that calls libical; it is not valid after the closure, and must not be freed
        /// in it.
        ///
        /// ```swift
        /// var tree = try LibicalComponent(parsing: [UInt8](calendar.icsData()))
        /// let count = unsafe tree.withUnsafePointer { icalcomponent_count_components($0, ICAL_VEVENT_COMPONENT) }
        /// ```
        @unsafe public mutating func withUnsafePointer<Result: ~Copyable, Failure: Error>(
            _ body: (OpaquePointer) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try unsafe body(root)
        }

        /// A pointer on its way from where a tree is made to who owns it.
        @safe struct Pointer {
            let value: OpaquePointer

            @unsafe init(_ value: OpaquePointer) {
                unsafe self.value = value
            }
        }
    }
#endif
