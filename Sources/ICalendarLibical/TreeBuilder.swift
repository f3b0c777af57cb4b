#if Libical
    import CLibical
    import ICalendarCore

    /// A builder that assembles libical's trees for a calendar's slices into one tree.
    @safe struct TreeBuilder: ~Copyable {
        private var calendars: [OpaquePointer] = unsafe []
        private var current: OpaquePointer?
        /// The current calendar's zones.
        ///
        /// Zones are added in reverse order, since libical inserts each zone before all others.
        private var zones: [OpaquePointer] = unsafe []
        private(set) var diagnostics: DiagnosticList

        private init(_ diagnostics: DiagnosticList) {
            self.diagnostics = diagnostics
            unsafe current = nil
        }

        deinit {
            unsafe (calendars + zones).forEach { unsafe icalcomponent_free($0) }
            if let current = unsafe current { unsafe icalcomponent_free(current) }
        }

        /// Reads a source into a tree whose root is its calendar, or an `XROOT` that contains several.
        static func read(
            _ source: ByteSource,
            _ limits: ReadingLimits
        ) throws(CalendarError) -> (LibicalComponent.Pointer, [Diagnostic]) {
            try LibicalLibrary.requireUsable()
            source.limit = max(0, limits.inputSize)
            var reader = try CalendarReader(source, limits: limits)
            var builder = TreeBuilder(DiagnosticList(file: source.name, limit: limits.diagnostics))
            read: while true {
                switch try reader.next() {
                case .calendarBegins:
                    builder.end()
                    builder.begin()
                case .calendarEnds: builder.end()
                case .slice: builder.add(reader.takeSlice(), limits)
                case .end: break read
                }
            }
            builder.end()
            try reader.checkFoundCalendar(in: source.name)
            builder.diagnostics.append(reader.diagnostics)
            return (builder.root(), builder.diagnostics.all)
        }

        private mutating func begin() {
            unsafe current = icalcomponent_new(ICAL_VCALENDAR_COMPONENT)
        }

        private mutating func end() {
            guard let done = unsafe current else { return }
            unsafe zones.reversed().forEach { unsafe icalcomponent_add_component(done, $0) }
            unsafe zones = []
            unsafe calendars.append(done)
            unsafe current = nil
        }

        private mutating func add(_ slice: ComponentSlice, _ limits: ReadingLimits) {
            var tree: LibicalComponent?
            _ = LibicalEngine.decode(slice, limits, &diagnostics, readsRefused: false, into: &tree)
            guard let tree = tree.take() else { return }
            if unsafe current == nil { begin() }
            guard let current = unsafe current else { return }
            let part = unsafe tree.release()
            unsafe SliceParser.removeMarks(in: part)
            guard slice.isCalendarProperties else {
                if slice.name == "VTIMEZONE" {
                    unsafe zones.append(part)
                } else {
                    unsafe icalcomponent_add_component(current, part)
                }
                return
            }
            while let property = unsafe icalcomponent_get_first_property(part, ICAL_ANY_PROPERTY) {
                unsafe icalcomponent_remove_property(part, property)
                unsafe icalcomponent_add_property(current, property)
            }
            unsafe icalcomponent_free(part)
        }

        /// Removes and returns a component's first subcomponent and frees the component; nil if it has no
        /// subcomponents.
        static func takeOnlyChild(of parent: OpaquePointer) -> OpaquePointer? {
            defer { unsafe icalcomponent_free(parent) }
            guard let child = unsafe icalcomponent_get_first_component(parent, ICAL_ANY_COMPONENT) else {
                return nil
            }
            unsafe icalcomponent_remove_component(parent, child)
            return unsafe child
        }

        private mutating func root() -> LibicalComponent.Pointer {
            defer { unsafe calendars = [] }
            if let only = unsafe calendars.first, unsafe calendars.count == 1 {
                return unsafe LibicalComponent.Pointer(only)
            }
            let root: OpaquePointer = unsafe icalcomponent_new(ICAL_XROOT_COMPONENT)
            unsafe calendars.forEach { unsafe icalcomponent_add_component(root, $0) }
            return unsafe LibicalComponent.Pointer(root)
        }
    }
#endif
