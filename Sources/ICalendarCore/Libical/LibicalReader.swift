import CLibical

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The libical that is linked, set up once for the whole process before anything is fed to it.
enum LibicalLibrary {
    /// Whether the library can be used: what was loaded is a 3.0.x.
    ///
    /// The headers are checked when this package is built (`shim.h`). The library can be another one where a program
    /// is moved to another machine, and libical has no function that names its version; so two functions tell, that
    /// only 3.1 and 4.x have.
    static let isUsable: Bool = {
        guard !isExported("icalcomponent_clone"), !isExported("icalrecurrencetype_new") else { return false }
        // A bad value must never end the process.
        icalerror_set_errors_are_fatal(0)
        // Names that libical does not know are kept rather than answered with errors.
        ical_set_unknown_token_handling_setting(ICAL_ASSUME_IANA_TOKEN)
        // Made on first use without a lock, so it is used once before any thread can race for it.
        unsafe _ = icaltimezone_get_utc_timezone()
        return true
    }()

    private static func isExported(_ name: String) -> Bool {
        unsafe dlsym(nil, name) != nil
    }
}

/// Lets libical read single values, and makes Swift values of what it says.
///
/// libical is given one value at a time, by the function that its own parser calls once it has taken a line apart, and
/// only what it is known to read rightly (``ValueForm/isForLibical``). Its parser adds a search through a list of names, a tree
/// and a line's bytes copied three times, and nothing to what the value says; and without it there are none of the
/// shapes on which 3.0.16 loses data, takes quadratic time, or reads freed memory. What is made in C is freed before
/// ``read(_:as:)`` returns, on every path, on the thread that made it; what comes out are Swift strings.
struct LibicalReader {
    /// The value with a NUL behind it, as C wants it; used again for each.
    private var text: [UInt8] = []

    /// What libical makes of a value of which ``ValueForm/asksLibical(_:traits:)`` is true; nil when it
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

struct LibicalKind: Sendable, Hashable {
    fileprivate let value: icalvalue_kind

    /// The type that libical takes a property's value for unless VALUE is given; the name is in capitals.
    init(ofProperty name: String) {
        value = unsafe icalproperty_kind_to_value_kind(icalproperty_string_to_kind(name))
    }
}

/// What libical is asked about one property.
///
/// Apart from ``PropertyDefinition``, so that counting, which needs the definitions, does not wake libical.
struct LibicalProperty: Sendable {
    /// What libical takes the value for.
    let kind: LibicalKind
    /// What it says of the words that the RFCs know, where the value is one of a few.
    ///
    /// They are asked about once a process: a calendar holds little else, and libical goes through a list of a hundred
    /// words and copies its answer twice.
    private let words: [(text: [UInt8], value: Value)]

    /// For each definition in ``PropertyDefinition/all`` what libical is asked, or nil when it is not.
    private static let all: [LibicalProperty?] = PropertyDefinition.all.indices.map { place in
        PropertyDefinition.all[place].isForLibical ? LibicalProperty(at: place) : nil
    }

    private init(at place: Int) {
        let kind = LibicalKind(ofProperty: PropertyDefinition.all[place].name)
        var libical = LibicalReader()
        self.kind = kind
        words = PropertyGrammar.words(at: place).compactMap { word in
            let text = Array(word.utf8)
            return libical.read(text.span, as: kind).map { (text, $0) }
        }
    }

    /// What libical makes of a value of the property at a place in ``PropertyDefinition/all``; nil when it refuses.
    static func read(_ bytes: Span<UInt8>, ofProperty index: Int, _ libical: inout LibicalReader) -> Value? {
        if let value = all[index]?.value(ofWord: bytes) { return value }
        guard let kind = all[index]?.kind else { return nil }
        return libical.read(bytes, as: kind)
    }

    /// What libical says of a word; nil when it has not been asked about it, as it is written in another way.
    private func value(ofWord word: Span<UInt8>) -> Value? {
        for (text, value) in words where text.count == word.count {
            let other = text.span
            if word.indices.allSatisfy({ word[$0] == other[$0] }) { return value }
        }
        return nil
    }
}
