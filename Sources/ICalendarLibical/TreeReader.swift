#if Libical
    import CLibical
    import ICalendarCore

    /// Makes components of a tree of libical's.
    enum TreeReader {
        /// What libical says of one property.
        struct Answer {
            let name: String
            /// The place of the name in the definitions; nil for a name that no RFC defines.
            let definition: Int?
            let parameters: [Parameter]
            let value: Value
            /// The line that ``SliceParser`` marked it with.
            let mark: Int?
            /// Whether it is an error of libical's, which stands where a property was.
            let isError: Bool
        }

        /// For each kind of property of libical's its name, and its place in the definitions.
        private static let kinds: [UInt32: (name: String, definition: Int?)] = {
            var kinds: [UInt32: (name: String, definition: Int?)] = [:]
            for number in 1..<UInt32(ICAL_NO_PROPERTY.rawValue) {
                guard let name = unsafe icalproperty_kind_to_string(icalproperty_kind(number)) else {
                    continue
                }
                let text = unsafe String(cString: name)
                kinds[number] = (text, PropertyDefinition.place(of: text))
            }
            return kinds
        }()

        /// Gives all properties directly inside a component, in their order.
        static func forEachProperty(
            of component: OpaquePointer,
            limit: Int,
            _ body: (Answer) -> Void
        ) {
            var next = unsafe icalcomponent_get_first_property(component, ICAL_ANY_PROPERTY)
            while let property = unsafe next {
                if let answer = unsafe answer(property, limit: limit) { body(answer) }
                unsafe next = icalcomponent_get_next_property(component, ICAL_ANY_PROPERTY)
            }
        }

        private static func answer(_ property: OpaquePointer, limit: Int) -> Answer? {
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
            if let known = kinds[kind.rawValue], kind != ICAL_X_PROPERTY {
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

        /// The parameters as this package reads libical's text of them, and the line of a mark.
        private static func parameters(of property: OpaquePointer) -> ([Parameter], mark: Int?) {
            var next = unsafe icalproperty_get_first_parameter(property, ICAL_ANY_PARAMETER)
            guard unsafe next != nil else { return ([], nil) }
            var text: [UInt8] = [UInt8(ascii: "X")]
            var mark: Int?
            while let parameter = unsafe next {
                if let written = unsafe icalparameter_as_ical_string_r(parameter) {
                    let one = unsafe String(cString: written)
                    unsafe icalmemory_free_buffer(written)
                    if one.hasPrefix(SliceParser.mark + "=") {
                        mark = Int(one.dropFirst(SliceParser.mark.utf8.count + 1))
                    } else {
                        text.append(Ascii.semicolon)
                        text += one.utf8
                    }
                }
                unsafe next = icalproperty_get_next_parameter(property, ICAL_ANY_PARAMETER)
            }
            guard text.count > 1 else { return ([], mark) }
            text.append(Ascii.colon)
            var remarks: [ValueRemark] = []
            let line = try? ContentLine(
                text.span,
                name: 0..<1,
                end: 1,
                limit: text.count,
                form: nil,
                &remarks
            )
            return (line?.parameters ?? [], mark)
        }

        /// What a value of libical's says; what has no type of its own is read from libical's text of it.
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
                    return unsafe .dateTime(moment, isUTC: icaltime_is_utc(time) != 0)
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
