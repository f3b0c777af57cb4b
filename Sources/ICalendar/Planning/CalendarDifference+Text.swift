extension CalendarDifference.Part {
    /// What only the old component has, as the lines of a file, unfolded:
    /// `changedPart.linesBefore // ["LOCATION:Room 4"]`.
    public var linesBefore: [String] { Self.lines(before, componentsBefore) }

    /// What only the new component has, as the lines of a file, unfolded:
    /// `changedPart.linesAfter // ["LOCATION:Room 5"]`.
    public var linesAfter: [String] { Self.lines(after, componentsAfter) }

    private static func lines(_ properties: [Property], _ components: [Component]) -> [String] {
        properties.map { String(decoding: line($0), as: UTF8.self) }
            + components.flatMap { component in
                var lines: [String] = []
                for line in String(decoding: component.contentLines, as: UTF8.self).split(separator: "\r\n") {
                    // Not as letters: where a fold stands before an accent, the two would be one with the blank.
                    if line.utf8.first == Ascii.space, let last = lines.popLast() {
                        lines.append(last + Substring(line.utf8.dropFirst()))
                    } else {
                        lines.append(String(line))
                    }
                }
                return lines
            }
    }

    /// A property as it is written anew; a rule with parts that reading ignores as it was read, as these may be what differs.
    private static func line(_ property: Property) -> [UInt8] {
        guard !property.unreadRuleParts.isEmpty, let line = WrittenLine(property) else {
            return PropertyText.line(property)
        }
        return Array(line.bytes)
    }
}
