#if Libical
    import CLibical
    public import ICalendarCore

    /// An owned libical `icalcomponent` and all of its descendants.
    ///
    /// The value frees the tree when it goes out of scope. All access to the tree is `mutating`, because libical keeps
    /// its iterators inside the tree and does not allow concurrent reads. However, the value can be moved to another
    /// thread and used there.
    ///
    /// ```swift
    /// let tree = unsafe LibicalComponent(adopting: icalcomponent_new(ICAL_VEVENT_COMPONENT))
    /// ```
    ///
    /// This type requires the `Libical` trait, which is enabled by default.
    @safe public struct LibicalComponent: ~Copyable, @unchecked Sendable {
        private let root: OpaquePointer
        /// Whether this value still owns the tree.
        private var isOwned = true
        /// The problems in the tree's source, including missing content.
        ///
        /// An adopted component has no diagnostics.
        ///
        /// ```swift
        /// let tree = try LibicalComponent(parsing: [UInt8](calendar.icsData()))
        /// for diagnostic in tree.diagnostics { print(diagnostic) }
        /// ```
        public let diagnostics: [Diagnostic]

        /// Takes ownership of an `icalcomponent` without a parent.
        ///
        /// The value frees the component, so no other code may free it.
        ///
        /// ```swift
        /// let tree = unsafe LibicalComponent(adopting: icalcomponent_new(ICAL_VEVENT_COMPONENT))
        /// ```
        ///
        /// In libical 3.0, a REQUEST-STATUS property points into a buffer of the thread that parsed it. That thread
        /// must still be running and must not have parsed much else in the meantime.
        @unsafe public init(adopting root: OpaquePointer) {
            unsafe self.root = root
            diagnostics = []
        }

        /// Copies an `icalcomponent`.
        ///
        /// The original component still belongs to its owner.
        ///
        /// ```swift
        /// let pointer: OpaquePointer = unsafe icalcomponent_new(ICAL_VEVENT_COMPONENT)
        /// defer { unsafe icalcomponent_free(pointer) }
        /// let copy = unsafe LibicalComponent(copying: pointer)
        /// ```
        @unsafe public init(copying component: OpaquePointer) {
            unsafe self.init(adopting: libical_clone(component))
        }

        /// Parses a calendar with libical, one component at a time.
        ///
        /// The root is a `VCALENDAR`, or an `XROOT` that contains several.
        ///
        /// Content that would make libical corrupt memory or take a very long time is skipped and reported in
        /// ``diagnostics``.
        ///
        /// ```swift
        /// var tree = try LibicalComponent(parsing: [UInt8](calendar.icsData()))
        /// let events = unsafe tree.withUnsafePointer { icalcomponent_count_components($0, ICAL_VEVENT_COMPONENT) }
        /// ```
        ///
        /// Throws `.notACalendar` if the bytes contain no calendar.
        public init(parsing bytes: [UInt8], limits: ReadingLimits = .standard) throws(CalendarError) {
            let (pointer, diagnostics) = try TreeBuilder.read(ByteSource(bytes: bytes, name: nil), limits)
            unsafe root = pointer.value
            self.diagnostics = diagnostics
        }

        /// Creates a libical tree from a component.
        ///
        /// Each part that libical cannot represent adds an ``EngineDifference`` to `losses`.
        ///
        /// ```swift
        /// var losses: [EngineDifference] = []
        /// let tree = try LibicalComponent(event.component, losses: &losses)
        /// // ATTENDEE of VEVENT: native …; libical …
        /// ```
        ///
        /// Throws `.invalidValue` if no part of the component can be passed to libical.
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
                ReadingLimits.standard
            )
            let made = unsafe isCalendar ? pointer.value : TreeBuilder.takeOnlyChild(of: pointer.value)
            guard let made = unsafe made else {
                throw CalendarError(.invalidValue, "\(component.name) cannot be passed to libical")
            }
            unsafe root = made
            self.diagnostics = diagnostics
        }

        deinit {
            if isOwned { unsafe icalcomponent_free(root) }
        }

        /// Returns the component as this package's own `Component`.
        ///
        /// A list that libical split into several properties remains split.
        ///
        /// ```swift
        /// var tree = try LibicalComponent(parsing: [UInt8](calendar.icsData()))
        /// let read = CalendarObject(tree.component())
        /// ```
        public mutating func component() -> Component {
            unsafe TreeReader.component(of: root)
        }

        /// Releases ownership of the `icalcomponent`.
        ///
        /// The caller must free it with `icalcomponent_free`.
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

        /// Provides temporary access to the `icalcomponent` for calls to libical.
        ///
        /// The pointer is valid only inside the closure, which must not free it.
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

        /// An owned pointer that passes a tree from its creator to its owner.
        @safe struct Pointer {
            let value: OpaquePointer

            @unsafe init(_ value: OpaquePointer) {
                unsafe self.value = value
            }
        }
    }
#endif
