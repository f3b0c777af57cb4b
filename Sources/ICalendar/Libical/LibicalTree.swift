import CLibical

/// Feeds one component to libical, line by line, and reads the typed values off the tree.
///
/// This is the only owner of anything of C. The tree lives inside ``values(of:)`` and is freed before that returns, on
/// every path, on the thread that made it; what comes out are Swift strings. libical is given only what it is known to
/// read rightly (``ValueDecider``): balanced BEGIN and END (it does not compare names and says nothing of a missing
/// END), known names, one value a line, no parameters. So it meets none of the shapes on which 3.0.16 loses data, takes
/// quadratic time, or reads freed memory.
struct LibicalTree {
    /// What is fed: a line, or the edge of a component.
    private enum Step {
        case begin(String)
        case value(Int)
        case end
    }

    /// NUL-terminated lines, one after the other.
    private var bytes: [UInt8] = []
    private var steps: [Step] = []
    /// For each value, the number of the component it was added to; components are numbered as they begin.
    private var owners: [Int] = []
    private var openComponents: [Int] = []
    private var componentCount = 0
    /// How many values were added.
    var count: Int { owners.count }

    /// Starts a component; a name that libical does not know, and would forget, is replaced by VEVENT.
    mutating func begin(_ name: String) {
        steps.append(.begin(name))
        openComponents.append(componentCount)
        componentCount += 1
    }

    /// Adds a line `NAME:value`; the value has passed ``ValueDecider/allowsLibical(_:traits:form:)``.
    mutating func add(_ definition: PropertyDefinition, _ value: ArraySlice<UInt8>) {
        steps.append(.value(bytes.count))
        bytes.append(contentsOf: definition.nameBytes)
        bytes.append(Ascii.colon)
        bytes.append(contentsOf: value)
        bytes.append(0)
        owners.append(openComponents.last ?? 0)
    }

    /// Ends the component that was started last.
    mutating func end() {
        steps.append(.end)
        _ = openComponents.popLast()
    }

    /// The values in the order in which they were added; nil for one that libical refused.
    ///
    /// Begins and ends must be balanced. Everything is nil when the library cannot be used or does not give back what
    /// it was fed.
    consuming func values() -> [Value?] {
        guard count > 0 else { return [] }
        var values = [Value?](repeating: nil, count: count)
        guard LibicalLibrary.isUsable, let parser = unsafe icalparser_new() else { return values }
        // Frees what is unfinished as well.
        defer { unsafe icalparser_free(parser) }
        var accepted: [Bool] = []
        accepted.reserveCapacity(count)
        guard let root = unsafe feed(parser, &accepted) else { return values }
        defer { unsafe icalcomponent_free(root) }
        // The tree keeps a component's properties before the components inside it, whatever the order of the lines.
        let expected = owners.indices.filter { accepted[$0] }.sorted { (owners[$0], $0) < (owners[$1], $1) }
        var read: [Value?] = []
        read.reserveCapacity(expected.count)
        unsafe LibicalTree.collect(root, &read)
        guard read.count == expected.count else { return values }
        for (value, index) in zip(read, expected) { values[index] = value }
        return values
    }

    /// Feeds all lines; gives the finished component, and for each value whether libical took it.
    private mutating func feed(_ parser: OpaquePointer, _ accepted: inout [Bool]) -> OpaquePointer? {
        let steps = steps
        return unsafe bytes.withUnsafeMutableBufferPointer { buffer -> OpaquePointer? in
            guard let base = buffer.baseAddress else { return nil }
            var finish = Array("END:VEVENT".utf8CString)
            var root: OpaquePointer?
            for step in steps {
                switch step {
                case .begin(let name):
                    let known = LibicalTree.knownComponents.contains(name) ? name : "VEVENT"
                    var line = Array("BEGIN:\(known)".utf8CString)
                    unsafe _ = icalparser_add_line(parser, &line)
                case .value(let offset):
                    let line = unsafe UnsafeMutableRawPointer(base + offset).assumingMemoryBound(
                        to: CChar.self
                    )
                    unsafe _ = icalparser_add_line(parser, line)
                    unsafe accepted.append(icalparser_get_state(parser) != ICALPARSER_ERROR)
                case .end:
                    unsafe root = icalparser_add_line(parser, &finish)
                }
            }
            return unsafe root
        }
    }

    /// Adds the values of a component and of those inside it.
    ///
    /// Depth is bounded by ``ReadingLimits/nesting``.
    private static func collect(_ component: OpaquePointer, _ values: inout [Value?]) {
        var property = unsafe icalcomponent_get_first_property(component, ICAL_ANY_PROPERTY)
        while let current = unsafe property {
            // libical writes its complaints into the tree as properties.
            if unsafe icalproperty_isa(current) != ICAL_XLICERROR_PROPERTY {
                unsafe values.append(value(of: current))
            }
            unsafe property = icalcomponent_get_next_property(component, ICAL_ANY_PROPERTY)
        }
        var inner = unsafe icalcomponent_get_first_component(component, ICAL_ANY_COMPONENT)
        while let current = unsafe inner {
            unsafe collect(current, &values)
            unsafe inner = icalcomponent_get_next_component(component, ICAL_ANY_COMPONENT)
        }
    }

    /// The typed value of a property.
    private static func value(of property: OpaquePointer) -> Value? {
        guard let value = unsafe icalproperty_get_value(property) else { return nil }
        switch unsafe icalvalue_isa(value) {
        case ICAL_TEXT_VALUE:
            return unsafe string(icalvalue_get_text(value)).map(Value.text)
        case ICAL_URI_VALUE:
            return unsafe string(icalvalue_get_uri(value)).map(Value.uri)
        case ICAL_CALADDRESS_VALUE:
            return unsafe string(icalvalue_get_caladdress(value)).map(Value.calendarAddress)
        case ICAL_ATTACH_VALUE:
            guard let attachment = unsafe icalvalue_get_attach(value),
                unsafe icalattach_get_is_url(attachment) != 0
            else { return nil }
            return unsafe string(icalattach_get_url(attachment)).map(Value.uri)
        case ICAL_ACTION_VALUE, ICAL_CLASS_VALUE, ICAL_METHOD_VALUE, ICAL_TRANSP_VALUE, ICAL_BUSYTYPE_VALUE:
            // A copy of our own: the other form of this function lends a buffer that is used again later.
            guard let word = unsafe icalvalue_as_ical_string_r(value) else { return nil }
            defer { unsafe icalmemory_free_buffer(word) }
            return unsafe .text(String(cString: word))
        default:
            return nil
        }
    }

    private static func string(_ text: UnsafePointer<CChar>?) -> String? {
        guard let text = unsafe text else { return nil }
        return unsafe String(cString: text)
    }

    /// The component names of RFC 5545 and 7953 that libical 3.0 keeps apart.
    ///
    /// It compares prefixes only, so that any other name might turn into one of these.
    private static let knownComponents: Set<String> = [
        "VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE", "VALARM", "STANDARD", "DAYLIGHT",
        "VCALENDAR",
        "VAVAILABILITY", "AVAILABLE",
    ]
}
