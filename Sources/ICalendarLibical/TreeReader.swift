#if Libical
    import CLibical
    import ICalendarCore

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// A reader that converts a libical tree to components.
    enum TreeReader {
        /// A libical property's contents.
        struct Answer {
            let name: String
            /// The index of the name in the definitions, or nil for a name that no RFC defines.
            let definition: Int?
            let parameters: [Parameter]
            let value: Value
            /// The line number from the mark that ``SliceParser`` added, if any.
            let mark: Int?
            /// Whether libical stored an error instead of a property.
            let isError: Bool
        }

        /// The name and definition index for each of libical's property kinds.
        private static let kinds: [(name: String, definition: Int?)?] = {
            var kinds: [(name: String, definition: Int?)?] = Array(
                repeating: nil,
                count: Int(ICAL_NO_PROPERTY.rawValue)
            )
            for number in 1..<UInt32(ICAL_NO_PROPERTY.rawValue) {
                guard let name = unsafe icalproperty_kind_to_string(icalproperty_kind(number)) else {
                    continue
                }
                let text = unsafe String(cString: name)
                kinds[Int(number)] = (text, PropertyDefinition.place(of: text))
            }
            return kinds
        }()

        /// Returns the component with all of its descendants, including the errors that libical stored as properties.
        static func component(of root: OpaquePointer) -> Component {
            var stack: [(pointer: OpaquePointer, component: Component)] = unsafe []
            var next: OpaquePointer? = unsafe root
            while true {
                if let pointer = unsafe next {
                    var component = Component(unsafe name(of: pointer))
                    var property = unsafe icalcomponent_get_first_property(pointer, ICAL_ANY_PROPERTY)
                    while let current = unsafe property {
                        if let answer = unsafe answer(current, limit: ReadingLimits.standard.values) {
                            component.properties.append(
                                Property(answer.name, answer.value, parameters: answer.parameters)
                            )
                        }
                        unsafe property = icalcomponent_get_next_property(pointer, ICAL_ANY_PROPERTY)
                    }
                    unsafe stack.append((pointer, component))
                    unsafe next = icalcomponent_get_first_component(pointer, ICAL_ANY_COMPONENT)
                    continue
                }
                guard let done = unsafe stack.popLast() else { return Component("") }
                guard let parent = unsafe stack.indices.last else { return unsafe done.component }
                unsafe stack[parent].component.components.append(done.component)
                unsafe next = icalcomponent_get_next_component(stack[parent].pointer, ICAL_ANY_COMPONENT)
            }
        }

        private static func name(of component: OpaquePointer) -> String {
            let kind = unsafe icalcomponent_isa(component)
            if kind != ICAL_X_COMPONENT, let name = unsafe icalcomponent_kind_to_string(kind) {
                return unsafe String(cString: name)
            }
            // libical provides a custom name only as part of the component's text.
            guard let text = unsafe icalcomponent_as_ical_string_r(component) else { return "X" }
            defer { unsafe icalmemory_free_buffer(text) }
            let line = unsafe String(cString: text).prefix { !$0.isNewline }
            return String(line.dropFirst("BEGIN:".count))
        }

        private static let componentNames: Set<String> = {
            var names: Set<String> = []
            for number in ICAL_XROOT_COMPONENT.rawValue...ICAL_XPATCH_COMPONENT.rawValue {
                if let name = unsafe icalcomponent_kind_to_string(icalcomponent_kind(number)) {
                    unsafe names.insert(String(cString: name))
                }
            }
            return names
        }()

        /// Returns whether libical knows a component name, given in uppercase.
        static func knows(component name: String) -> Bool { componentNames.contains(name) }

        private static let names = Set(kinds.compactMap { $0?.name })

        /// Returns whether libical knows a property name, given in uppercase.
        static func knows(_ name: String) -> Bool { names.contains(name) }

        /// Returns the contents of one property, or nil for a property without a value.
        static func answer(_ property: OpaquePointer, limit: Int) -> Answer? {
            let kind = unsafe icalproperty_isa(property)
            guard let value = unsafe icalproperty_get_value(property) else { return nil }
            if kind == ICAL_XLICERROR_PROPERTY {
                let text = unsafe icalproperty_get_xlicerror(property).map { unsafe String(cString: $0) }
                return Answer(
                    name: "X-LIC-ERROR",
                    definition: nil,
                    parameters: [],
                    value: .text(text ?? ""),
                    mark: nil,
                    isError: true
                )
            }
            let (parameters, mark) = unsafe parameters(of: property)
            var name: (name: String, definition: Int?)
            if kind != ICAL_X_PROPERTY, kinds.indices.contains(Int(kind.rawValue)),
                let known = kinds[Int(kind.rawValue)]
            {
                name = known
            } else {
                guard let text = unsafe icalproperty_get_property_name_r(property) else { return nil }
                defer { unsafe icalmemory_free_buffer(text) }
                name = (unsafe String(cString: text).uppercased(), nil)
            }
            return Answer(
                name: name.name,
                definition: name.definition,
                parameters: parameters,
                value: unsafe read(value, definition: name.definition, parameters, limit: limit),
                mark: mark,
                isError: false
            )
        }

        /// Parses the parameters from libical's text and returns them along with the line number from the mark.
        private static func parameters(of property: OpaquePointer) -> ([Parameter], mark: Int?) {
            var next = unsafe icalproperty_get_first_parameter(property, ICAL_ANY_PARAMETER)
            guard unsafe next != nil else { return ([], nil) }
            var parameters: [Parameter] = []
            var mark: Int?
            while let parameter = unsafe next {
                if let known = unsafe plain(parameter) {
                    if parameters.isEmpty { parameters = [known] } else { parameters.append(known) }
                } else if let written = unsafe icalparameter_as_ical_string_r(parameter) {
                    unsafe written.withMemoryRebound(to: UInt8.self, capacity: strlen(written)) { start in
                        let bytes = unsafe UnsafeBufferPointer(start: start, count: strlen(written))
                        let equals = unsafe equalsOfPlain(bytes)
                        if equals == markName.count, unsafe memcmp(start, markName, equals) == 0 {
                            unsafe mark = Int(String(decoding: bytes[(equals + 1)...], as: UTF8.self))
                        } else if equals > 0 {
                            // Most parameters consist of a name and a plain value.
                            unsafe parameters.append(
                                Parameter(
                                    capitals: String(decoding: bytes[..<equals], as: UTF8.self),
                                    String(decoding: bytes[(equals + 1)...], as: UTF8.self)
                                )
                            )
                        } else {
                            unsafe parameters += Self.parameters(in: Array(bytes))
                        }
                    }
                    unsafe icalmemory_free_buffer(written)
                }
                unsafe next = icalproperty_get_next_parameter(property, ICAL_ANY_PARAMETER)
            }
            return (parameters, mark)
        }

        /// Returns a parameter of a common kind whose value libical provides directly.
        private static func plain(_ parameter: OpaquePointer) -> Parameter? {
            switch unsafe icalparameter_isa(parameter) {
            case ICAL_TZID_PARAMETER:
                guard let value = unsafe icalparameter_get_tzid(parameter) else { return nil }
                return unsafe Parameter(capitals: "TZID", String(cString: value))
            case ICAL_CN_PARAMETER:
                guard let value = unsafe icalparameter_get_cn(parameter), unsafe strchr(value, 0x5E) == nil
                else {
                    return nil
                }
                return unsafe Parameter(capitals: "CN", String(cString: value))
            case ICAL_CUTYPE_PARAMETER:
                return unsafe word("CUTYPE", parameter, icalparameter_get_cutype(parameter).rawValue)
            case ICAL_PARTSTAT_PARAMETER:
                return unsafe word("PARTSTAT", parameter, icalparameter_get_partstat(parameter).rawValue)
            case ICAL_ROLE_PARAMETER:
                return unsafe word("ROLE", parameter, icalparameter_get_role(parameter).rawValue)
            case ICAL_RSVP_PARAMETER:
                return unsafe word("RSVP", parameter, icalparameter_get_rsvp(parameter).rawValue)
            default: return nil
            }
        }

        /// Returns a parameter whose value is a keyword that libical knows, or nil for any other value.
        private static func word(_ name: String, _ parameter: OpaquePointer, _ number: UInt32) -> Parameter? {
            guard unsafe icalparameter_get_xvalue(parameter) == nil,
                let text = unsafe icalparameter_enum_to_string(Int32(number))
            else { return nil }
            return unsafe Parameter(capitals: name, String(cString: text))
        }

        private static let markName = Array(SliceParser.mark.utf8)

        /// Returns the index of the equals sign in a parameter with an uppercase name and a value without special
        /// characters, or 0 for any other parameter.
        private static func equalsOfPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
            var equals = 0
            for place in 0..<bytes.count {
                let byte = unsafe bytes[place]
                if equals == 0 {
                    if byte == Ascii.equals {
                        equals = place
                    } else if byte &- 0x41 > 25, byte &- 0x30 > 9, byte != Ascii.minus {
                        return 0
                    }
                    continue
                }
                switch byte {
                case 0..<0x20, 0x22, Ascii.comma, Ascii.colon, Ascii.semicolon, Ascii.backslash, 0x5E:
                    return 0
                default: break
                }
            }
            return equals
        }

        /// Parses the parameters in libical's text.
        private static func parameters(in text: [UInt8]) -> [Parameter] {
            let line = [UInt8(ascii: "X"), Ascii.semicolon] + text + [Ascii.colon]
            var remarks: [ValueRemark] = []
            let read = try? ContentLine(
                line.span,
                name: 0..<1,
                end: 1,
                limit: line.count,
                form: nil,
                &remarks
            )
            return read?.parameters ?? []
        }

        /// Converts a libical value.
        ///
        /// If libical has no direct accessor for the value, it is converted from its text.
        private static func read(
            _ value: OpaquePointer,
            definition: Int?,
            _ parameters: [Parameter],
            limit: Int
        ) -> Value {
            switch unsafe icalvalue_isa(value) {
            case ICAL_TEXT_VALUE:
                if let text = unsafe icalvalue_get_text(value) { return unsafe .text(String(cString: text)) }
            case ICAL_URI_VALUE:
                if let text = unsafe icalvalue_get_uri(value) { return unsafe .uri(String(cString: text)) }
            case ICAL_CALADDRESS_VALUE:
                if let text = unsafe icalvalue_get_caladdress(value) {
                    return unsafe .calendarAddress(String(cString: text))
                }
            case ICAL_DATETIME_VALUE:
                let time = unsafe icalvalue_get_datetime(value)
                if let moment = unsafe CivilDateTime(
                    year: Int(time.year),
                    month: Int(time.month),
                    day: Int(time.day),
                    hour: Int(time.hour),
                    minute: Int(time.minute),
                    second: Int(time.second)
                ), unsafe time.is_date == 0 {
                    return unsafe .dateTime(moment, isUTC: libical_is_utc(time))
                }
            default: break
            }
            guard let written = unsafe icalvalue_as_ical_string_r(value) else { return .raw("") }
            defer { unsafe icalmemory_free_buffer(written) }
            let bytes = unsafe Array(String(cString: written).utf8)
            var remarks: [ValueRemark] = []
            let reader = ComponentDecoder.reader(
                for: definition.map { PropertyDefinition.all[$0] },
                parameters,
                limit: limit,
                &remarks
            )
            return reader.read(bytes.span, ByteTraits(bytes.span), &remarks)
        }
    }
#endif
