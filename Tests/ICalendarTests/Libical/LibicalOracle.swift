#if Libical
    import CLibical

    /// Reads a line with libical's own parser, as a reference for the native parser.
    enum LibicalOracle {
        /// Returns the text, URI or keyword in the only property `NAME:value` of an event, or nil if it is
        /// absent or has another type.
        static func string(_ name: String, _ value: String) -> String? {
            let text = "BEGIN:VEVENT\r\n\(name):\(value)\r\nEND:VEVENT\r\n"
            guard let event = unsafe icalparser_parse_string(text) else { return nil }
            defer { unsafe icalcomponent_free(event) }
            guard let property = unsafe icalcomponent_get_first_property(event, ICAL_ANY_PROPERTY),
                let value = unsafe icalproperty_get_value(property)
            else { return nil }
            switch unsafe icalvalue_isa(value) {
            case ICAL_TEXT_VALUE: return unsafe string(icalvalue_get_text(value))
            case ICAL_URI_VALUE: return unsafe string(icalvalue_get_uri(value))
            case ICAL_CALADDRESS_VALUE: return unsafe string(icalvalue_get_caladdress(value))
            case ICAL_ATTACH_VALUE:
                guard let attachment = unsafe icalvalue_get_attach(value),
                    unsafe icalattach_get_is_url(attachment) != 0
                else { return nil }
                return unsafe string(icalattach_get_url(attachment))
            default:
                guard let word = unsafe icalvalue_as_ical_string_r(value) else { return nil }
                defer { unsafe icalmemory_free_buffer(word) }
                return unsafe String(cString: word)
            }
        }

        private static func string(_ text: UnsafePointer<CChar>?) -> String? {
            guard let text = unsafe text else { return nil }
            return unsafe String(cString: text)
        }
    }
#endif
