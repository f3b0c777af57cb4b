import ICalendarCore

extension CalendarObject {
    /// The calendar without unusable lines and without blanks in BEGIN and END lines, or nil if it contains neither.
    ///
    /// Strict readers reject a file that contains an unusable line.
    var withoutJunk: CalendarObject? {
        var calendar = self
        var hasChanged = origin?.junk.isEmpty == false
        calendar.origin?.junk = []
        for place in component.components.indices {
            guard let plain = component.components[place].withoutJunk else { continue }
            calendar.component.components[place] = plain
            hasChanged = true
        }
        return hasChanged ? calendar : nil
    }

    /// The calendar with nothing but the component name on its BEGIN and END lines, or nil if that is already the case.
    var withPlainFrame: CalendarObject? {
        let begin = Self.tidied(origin?.begin, "BEGIN:VCALENDAR")
        let end = Self.tidied(origin?.end, "END:VCALENDAR")
        guard begin != origin?.begin || end != origin?.end else { return nil }
        var calendar = self
        calendar.origin?.begin = begin
        calendar.origin?.end = end
        return calendar
    }

    /// Returns a BEGIN or END line without anything around the name, such as spaces or a byte order mark.
    private static func tidied(_ line: [UInt8]?, _ plain: String) -> [UInt8]? {
        guard let line else { return nil }
        let ending = line.reversed().prefix { LineFolding.isLineEnd($0) }.reversed()
        var content: [UInt8] = []
        LineFolding.unfold(line.dropLast(ending.count), into: &content)
        guard content.map(Ascii.capital) != Array(plain.utf8) else { return line }
        return Array(plain.utf8) + ending
    }
}

extension Component {
    fileprivate var withoutJunk: Component? {
        let tree = ComponentTree(self)
        var inside: [Int: [Int: Component]] = [:]
        for index in tree.nodes.indices.reversed() {
            let node = tree.nodes[index]
            let changed = inside.removeValue(forKey: index) ?? [:]
            let lines = node.component.source.map(ComponentLines.init)
            let hasJunk = lines.map { !$0.junk.isEmpty || $0.hasBlanksInMarkers } ?? false
            guard hasJunk || !changed.isEmpty else { continue }
            var components = node.component.components
            for (place, component) in changed { components[place] = component }
            var component = node.component
            if hasJunk {
                component = Component(
                    name: component.name,
                    properties: component.properties,
                    components: components,
                    line: component.line
                )
            } else {
                component.components = components
            }
            guard let parent = node.parent else { return component }
            inside[parent, default: [:]][node.place] = component
        }
        return nil
    }

    fileprivate func addUnusableLines(to lines: inout Set<Int>) {
        guard let source, var number = line else { return }
        let junk = ComponentLines(source).junk
        guard !junk.isEmpty else { return }
        let bytes = source.store.bytes
        var place = source.range.lowerBound
        for range in junk {
            while place < range.lowerBound {
                let isSecond =
                    bytes[place] == Ascii.lineFeed && place > 0 && bytes[place - 1] == Ascii.carriageReturn
                if LineFolding.isLineEnd(bytes[place]), !isSecond { number += 1 }
                place += 1
            }
            lines.insert(number)
        }
    }
}

extension CalendarFile {
    /// The numbers of unusable lines, which were kept only as bytes.
    var unusableLines: Set<Int> {
        var lines: Set<Int> = []
        for calendar in calendars {
            for junk in calendar.origin?.junk ?? [] { lines.insert(junk.line) }
            var pending = calendar.component.components
            while let component = pending.popLast() {
                component.addUnusableLines(to: &lines)
                pending += component.components
            }
        }
        return lines
    }
}
