extension CalendarWriter {
    /// Adds a VCALENDAR (RFC 5545 section 3.4).
    ///
    /// `added` are definitions of time zones that it lacks; they stand before its other components.
    mutating func add(_ calendar: CalendarObject, _ options: WritingOptions, adding zones: [Component]) {
        let component =
            calendar.component.name == "VCALENDAR" ? calendar.component : Component.around(calendar)
        let origin = calendar.origin
        if let begin = origin?.begin {
            copy(begin.indices, of: begin)
        } else {
            addLine(Array("BEGIN:VCALENDAR".utf8))
        }
        if options.addsRequiredProperties, !options.keepsBytes {
            if component.first("VERSION") == nil { add(Property("VERSION", .text("2.0"))) }
            if component.first("PRODID") == nil { add(Property("PRODID", .text(options.productID))) }
        }
        let layout = ComponentLayout(
            properties: component.properties.map { origin?.line(of: $0) },
            components: component.components.map(\.line),
            junk: origin?.junk.map(\.line) ?? [],
            isInterleaved: origin?.isInterleaved ?? false
        )
        var zones = zones[...]
        for part in layout.parts {
            switch part {
            case .property(let index): add(component.properties[index])
            case .component(let index):
                let inner = component.components[index]
                if inner.name != "VTIMEZONE" {
                    while let zone = zones.popFirst() { add(zone) }
                }
                add(inner)
            case .junk(let index):
                if let line = origin?.junk[index].bytes { copyJunk(line.range, of: line.store.bytes) }
            }
        }
        for zone in zones { add(zone) }
        if let end = origin?.end {
            copy(end.indices, of: end)
        } else {
            addLine(Array("END:VCALENDAR".utf8))
        }
    }
}

extension Component {
    /// A VCALENDAR around a component that is none.
    fileprivate static func around(_ calendar: CalendarObject) -> Component {
        Component("VCALENDAR", components: [calendar.component])
    }
}

extension CalendarOrigin {
    /// The line on which a property of the calendar stood, or nil when it was added.
    fileprivate func line(of property: Property) -> Int? {
        guard let source = property.source, let run = runs[ObjectIdentifier(source.store)] else { return nil }
        return property.line ?? run
    }
}
