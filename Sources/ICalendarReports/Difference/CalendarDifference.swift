public import ICalendarCore
import ICalendarChecking

/// The differences between two versions of a calendar.
///
/// Components are matched by name, UID and RECURRENCE-ID. RECURRENCE-IDs are compared as instants, so an override may
/// identify its instance in another zone. Components with the same key are matched by content, then by DTSTART, then by
/// SEQUENCE and DTSTAMP. A component without a UID is matched by content and listed with the UID that the reader
/// derives.
///
/// The comparison ignores the following:
///
/// - folding;
/// - the order of properties, parameters, attendees and components, including alarms and other nested components;
/// - whether values are in one list or spread over several properties;
/// - the order of a rule's parts and of the items in them, as in `BYDAY=MO,TU` and `BYDAY=TU,MO`;
/// - case differences without meaning, as in `MAILTO:`, `partstat=accepted` and `TZID=europe/berlin`;
/// - the properties to ignore, which are LAST-MODIFIED and PRODID by default.
///
/// The following count as differences: the order of two properties of which only the first counts, such as DTSTART or
/// X-WR-CALNAME, unknown rule parts, and letters that look the same but have different bytes, such as an accented
/// letter and its decomposed form.
///
/// DTSTAMP counts as a difference only if it determines which of several components is current: those that have the
/// same UID, RECURRENCE-ID and SEQUENCE and, unless they are overrides, the same times.
///
/// VTIMEZONEs in both calendars are compared by their offsets from 1900 to 2200. In files with several calendars, they
/// are matched by the position of their VCALENDAR where possible, and otherwise in order. A VTIMEZONE in only one
/// calendar is ignored unless both sides use its TZID and the system has no zone with that name. In that case, the
/// VTIMEZONE counts as added or removed, since the times that use it change their meaning.
///
/// ```swift
/// let difference = CalendarDifference(from: yesterday, to: today)
/// for change in difference.changed { print(change.uid ?? "", change.parts.map(\.name)) }
/// ```
public struct CalendarDifference: Sendable {
    /// The components found only in the new calendar, sorted by UID, RECURRENCE-ID and name:
    /// `difference.added.map(\.uid) // ["call@studio.example"]`.
    public private(set) var added: [Item] = []
    /// The components found only in the old calendar, in the same order as the added ones:
    /// `difference.removed.count // 0`.
    public private(set) var removed: [Item] = []
    /// The changed calendars and time zones, which have no UID, then the changed components in the order of the added
    /// ones: `difference.changed.first?.after.text("LOCATION") // "Room 5"`.
    public private(set) var changed: [Change] = []

    /// Whether the calendars are equal: `CalendarDifference(from: file, to: file).isEmpty // true`.
    public var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }

    /// Compares the contents of two files or calendars.
    ///
    /// Moving a component to another VCALENDAR of the file is not a difference. VCALENDARs are paired by position so
    /// that their properties can be compared; unpaired VCALENDARs are not compared. Properties named in `ignoring` are
    /// not compared. One example is LAST-MODIFIED, which records the time of a change rather than its content.
    ///
    /// ```swift
    /// let difference = CalendarDifference(from: yesterday, to: today)
    /// for item in difference.added { print(item.uid, item.component.text("SUMMARY") ?? "") }
    /// difference.added.count  // 1
    /// var later = calendar
    /// later.name = "Pottery"
    /// CalendarDifference(from: calendar, to: later).changed.first?.parts.map(\.name)  // ["NAME"]
    /// CalendarDifference(from: calendar, to: later, ignoring: ["NAME"]).isEmpty       // true
    /// ```
    public init(
        from old: some CalendarContents,
        to new: some CalendarContents,
        ignoring names: Set<String> = ["LAST-MODIFIED", "PRODID"]
    ) {
        let options = Options(names: names)
        let old = old.calendarFiles.flatMap(\.calendars)
        let new = new.calendarFiles.flatMap(\.calendars)
        var (before, after) = (DifferencePool(options), DifferencePool(options))
        for calendar in old { before.add(calendar) }
        for calendar in new { after.add(calendar) }
        for (old, new) in zip(old, new) {
            let (old, new) = (old.withoutComponents, new.withoutComponents)
            let parts = Part.parts(from: old, to: new, options)
            if !parts.isEmpty { changed.append(Change(before: old, after: new, parts: parts)) }
        }
        changed += before.zones.changes(in: after.zones)
        removed = before.zones.only(besides: after.zones).map { Item($0) }
        added = after.zones.only(besides: before.zones).map { Item($0) }
        var items: [Change] = []
        for (key, olds) in before.entries {
            let matching = ComponentMatching(olds, after.entries[key] ?? [], options)
            removed += matching.removed.map { Item($0) }
            added += matching.added.map { Item($0) }
            var options = options
            options.ignoresStamp = !matching.isDecidedByStamp
            for (old, new) in matching.pairs {
                let parts = Part.parts(from: old, to: new, options)
                if !parts.isEmpty { items.append(Change(before: old, after: new, parts: parts)) }
            }
        }
        for (key, news) in after.entries where before.entries[key] == nil {
            added += news.map { Item($0) }
        }
        added.sort { $0.place < $1.place }
        removed.sort { $0.place < $1.place }
        changed += items.map { (DifferencePlace($0.after), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// The comparison options, including the names of ignored properties.
    struct Options {
        var names: Set<String>
        /// Whether DTSTAMP is ignored because it records the time of a change rather than its content.
        var ignoresStamp = true

        func ignores(_ name: String) -> Bool {
            name == "DTSTAMP" ? ignoresStamp : names.contains(name)
        }
    }

    /// A component found in only one of the calendars.
    ///
    /// ```swift
    /// for item in difference.removed { print("gone:", item.uid) }
    /// ```
    public struct Item: Sendable {
        /// The added or removed component: `item.component.text("SUMMARY") // "Call"`.
        public let component: Component
        let place: DifferencePlace

        init(_ component: Component) {
            self.component = component
            place = DifferencePlace(component)
        }

        /// The UID, the derived UID or, for a VTIMEZONE, the TZID: `item.uid // "call@studio.example"`.
        public var uid: String {
            let isZone = component.name == TimeZoneDefinition.componentName
            return component.text(isZone ? "TZID" : "UID") ?? StableIdentifier.uid(for: component)
        }
    }

    /// A component that differs between the two calendars.
    ///
    /// ```swift
    /// for part in change.parts {
    ///     print(part.name, part.linesBefore, part.linesAfter)  // LOCATION ["LOCATION:Room 4"] ["LOCATION:Room 5"]
    /// }
    /// ```
    public struct Change: Sendable {
        /// The component in the old calendar: `change.before.text("LOCATION") // "Room 4"`.
        public let before: Component
        /// The component in the new calendar: `change.after.text("LOCATION") // "Room 5"`.
        public let after: Component
        /// The changed parts, sorted by name: `change.parts.map(\.name) // ["LOCATION"]`.
        public let parts: [Part]

        /// The UID, or nil for a VCALENDAR or VTIMEZONE: `change.uid // "stand-up@studio.example"`.
        public var uid: String? { after.text("UID") }
    }

    /// The changes to all properties or subcomponents with the same name.
    ///
    /// ```swift
    /// for line in changedPart.linesBefore { print("-", line) }
    /// for line in changedPart.linesAfter { print("+", line) }
    /// ```
    public struct Part: Sendable {
        /// The name, such as `SUMMARY` or `VALARM`.
        public let name: String
        /// The properties found only in the old component.
        ///
        /// A list property, such as `EXDATE`, contains only the values that were removed.
        package internal(set) var before: [Property] = []
        /// The properties found only in the new component.
        package internal(set) var after: [Property] = []
        /// The subcomponents found only in the old component, such as a removed `VALARM`.
        package internal(set) var componentsBefore: [Component] = []
        /// The subcomponents found only in the new component, such as a `VALARM` with a different TRIGGER.
        package internal(set) var componentsAfter: [Component] = []
    }
}

extension CalendarDifference.Part {
    static func parts(
        from old: Component,
        to new: Component,
        _ options: CalendarDifference.Options
    ) -> [CalendarDifference.Part] {
        if isPlainlyEqual(old, new, options) { return [] }
        var parts: [String: CalendarDifference.Part] = [:]
        func part(_ name: String, _ change: (inout CalendarDifference.Part) -> Void) {
            change(&parts[name, default: CalendarDifference.Part(name: name)])
        }
        // Skipping properties that are the same at the same position saves comparing long lists, which rarely change.
        let isAligned = old.properties.count == new.properties.count
        let same = isAligned ? zip(old.properties, new.properties).map(isSame) : []
        let before = ListedForms(old, without: same, options)
        let after = ListedForms(new, without: same, options)
        let only = onlyIn(before.forms, after.forms)
        for property in before.properties(at: only.before) {
            part(property.name) { $0.before.append(property) }
        }
        for property in after.properties(at: only.after) {
            part(property.name) { $0.after.append(property) }
        }
        let components = onlyIn(
            old.components.map { ComponentForm($0, options) },
            new.components.map { ComponentForm($0, options) }
        )
        for component in components.before.map({ old.components[$0] }) {
            part(component.name) { $0.componentsBefore.append(component) }
        }
        for component in components.after.map({ new.components[$0] }) {
            part(component.name) { $0.componentsAfter.append(component) }
        }
        return parts.values.sorted { $0.name < $1.name }
    }

    /// The comparable forms of properties, one for each value of a list property.
    ///
    /// Only the forms are stored, since there may be hundreds of thousands of values.
    private struct ListedForms {
        private var properties: [Property] = []
        private var ends: [Int] = []
        private(set) var forms: [PropertyForm] = []

        /// Collects the forms of a component's properties, except at positions where both components have the same
        /// property.
        init(_ component: Component, without same: [Bool], _ options: CalendarDifference.Options) {
            var later = LaterProperties(component)
            for (place, property) in component.properties.enumerated() where !options.ignores(property.name) {
                let isLater = later.isLater(property)
                if !same.isEmpty, same[place] { continue }
                properties.append(property)
                PropertyForm.forEachSingle(of: property, isLater: isLater) { forms.append($0) }
                ends.append(forms.count)
            }
        }

        /// Returns the properties reduced to the values whose forms are at the given positions.
        ///
        /// The positions must be sorted in ascending order.
        ///
        /// Values remain in one property, since a separate line for each value would repeat a long TZID.
        func properties(at places: [Int]) -> [Property] {
            var chosen: [Property] = []
            var rest = places[...]
            var start = 0
            for (property, end) in zip(properties, ends) {
                let own = rest.prefix { $0 < end }
                rest = rest.dropFirst(own.count)
                if own.count == end - start {
                    if !own.isEmpty { chosen.append(property) }
                } else if let listed = property.listedValues, !own.isEmpty {
                    let values = own.map { listed[$0 - start] }
                    let value = values.count == 1 ? values[0] : .list(values)
                    chosen.append(Property(property.name, value, parameters: property.parameters))
                }
                start = end
            }
            return chosen
        }
    }

    /// Returns whether two properties are equal byte by byte, not just canonically equivalent.
    private static func isSame(_ old: Property, _ new: Property) -> Bool {
        guard old == new else { return false }
        // Fast path: unchanged properties usually have the same source bytes.
        if let bytes = old.sourceBytes, bytes == new.sourceBytes { return true }
        return PropertyForm(old) == PropertyForm(new)
    }

    /// Returns whether two components have equal properties in the same order, as is usually the case.
    private static func isPlainlyEqual(
        _ old: Component,
        _ new: Component,
        _ options: CalendarDifference.Options
    ) -> Bool {
        guard old.properties.count == new.properties.count, old.components.isEmpty, new.components.isEmpty
        else {
            return false
        }
        return zip(old.properties, new.properties).allSatisfy { old, new in
            old.name == new.name && options.ignores(old.name) || isSame(old, new)
        }
    }

    /// Returns the positions of elements that are in only one of two lists, counting repetitions.
    private static func onlyIn<Form: Hashable>(_ old: [Form], _ new: [Form]) -> (before: [Int], after: [Int])
    {
        var counts: [Form: Int] = [:]
        for form in new { counts[form, default: 0] += 1 }
        let before = old.indices.filter { !found(old[$0], in: &counts) }
        // It does not matter which of several equal elements remains unmatched.
        let after = new.indices.filter { found(new[$0], in: &counts) }
        return (before, after)
    }

    private static func found<Form: Hashable>(_ form: Form, in counts: inout [Form: Int]) -> Bool {
        guard let count = counts[form], count > 0 else { return false }
        counts[form] = count - 1
        return true
    }

    /// The content found only in the old component, as unfolded lines: `changedPart.linesBefore // ["LOCATION:Room
    /// 4"]`.
    public var linesBefore: [String] { Self.lines(before, componentsBefore) }

    /// The content found only in the new component, as unfolded lines: `changedPart.linesAfter // ["LOCATION:Room 5"]`.
    public var linesAfter: [String] { Self.lines(after, componentsAfter) }

    private static func lines(_ properties: [Property], _ components: [Component]) -> [String] {
        properties.map { String(decoding: line($0), as: UTF8.self) }
            + components.flatMap { component in
                var lines: [String] = []
                for line in String(decoding: component.contentLines, as: UTF8.self).split(separator: "\r\n") {
                    // Bytes are compared because Swift merges a fold's space and a combining accent after it into one
                    // character.
                    if line.utf8.first == Ascii.space, let last = lines.popLast() {
                        lines.append(last + Substring(line.utf8.dropFirst()))
                    } else {
                        lines.append(String(line))
                    }
                }
                return lines
            }
    }

    /// Returns a property's line as it would be written, or as it was read if the reader ignored parts of a rule.
    private static func line(_ property: Property) -> [UInt8] {
        property.unreadRuleParts.isEmpty
            ? PropertyText.line(property) : Array(WrittenLine.bytes(of: property))
    }
}
