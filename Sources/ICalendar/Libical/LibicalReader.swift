import CLibical

/// Lets libical read single values, and makes Swift values of what it says.
///
/// libical is given one value at a time, by the function that its own parser calls once it has taken a line apart, and
/// only what it is known to read rightly (``ValueDecider``). Its parser adds a search through a list of names, a tree
/// and a line's bytes copied three times, and nothing to what the value says; and without it there are none of the
/// shapes on which 3.0.16 loses data, takes quadratic time, or reads freed memory. What is made in C is freed before
/// ``read(_:as:)`` returns, on every path, on the thread that made it; what comes out are Swift strings.
struct LibicalReader {
    /// The value with a NUL behind it, as C wants it; used again for each.
    private var text: [UInt8] = []

    /// What libical makes of a value of which ``ValueDecider/asksLibical(_:traits:form:)`` is true; nil when it
    /// refuses, or when the library cannot be used.
    mutating func read(_ bytes: Span<UInt8>, as kind: LibicalKind) -> Value? {
        guard LibicalLibrary.isUsable else { return nil }
        text.removeAll(keepingCapacity: true)
        ByteText.append(bytes, to: &text)
        text.append(0)
        return unsafe text.withUnsafeBytes { buffer -> Value? in
            guard let base = buffer.baseAddress,
                let value = unsafe icalvalue_new_from_string(
                    kind.value,
                    base.assumingMemoryBound(to: CChar.self)
                )
            else { return nil }
            defer { unsafe icalvalue_free(value) }
            return unsafe LibicalReader.meaning(of: value)
        }
    }

    /// The value of one of libical's.
    private static func meaning(of value: OpaquePointer) -> Value? {
        switch unsafe icalvalue_isa(value) {
        case ICAL_TEXT_VALUE:
            guard let text = unsafe icalvalue_get_text(value) else { return nil }
            return unsafe .text(String(cString: text))
        case ICAL_ACTION_VALUE, ICAL_CLASS_VALUE, ICAL_METHOD_VALUE, ICAL_TRANSP_VALUE, ICAL_BUSYTYPE_VALUE:
            // A copy of our own: the other form of this function lends a buffer that is used again later.
            guard let word = unsafe icalvalue_as_ical_string_r(value) else { return nil }
            defer { unsafe icalmemory_free_buffer(word) }
            return unsafe .text(String(cString: word))
        default:
            return nil
        }
    }
}

/// What libical calls the type of a property's value.
struct LibicalKind: Sendable, Hashable {
    fileprivate let value: icalvalue_kind

    /// The type that libical takes a property's value for unless VALUE is given; the name is in capitals.
    init(ofProperty name: String) {
        value = unsafe icalproperty_kind_to_value_kind(icalproperty_string_to_kind(name))
    }
}
