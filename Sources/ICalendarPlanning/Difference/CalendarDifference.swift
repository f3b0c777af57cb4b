public import ICalendarCore
import ICalendarChecking

/// What differs between two states of a calendar.
///
/// Components are matched by their name, UID and RECURRENCE-ID; instants are compared, so that an override may name its
/// instance in another zone. Several components of one key are matched by what they say, then by DTSTART, then by their
/// SEQUENCE and DTSTAMP. What has no UID is matched by what it says and goes by the identifier that reading gives it.
///
/// The order of components, properties and parameters, folding, and whether values stand in one list or in several
/// properties make no difference (the order of attendees neither); nor do capitals where they mean nothing, as in
/// `MAILTO:` and `partstat=accepted`; nor do LAST-MODIFIED and PRODID unless the options say so. Alarms and other
/// nested components are compared regardless of order. These do make a difference: which of two properties comes first
/// if only one is allowed, unknown parts of a rule, and letters that look the same but have different bytes, such as an
/// accented letter and its decomposed form.
///
/// DTSTAMP makes a difference only if it decides which of several components counts: components with the same UID,
/// RECURRENCE-ID and SEQUENCE, and the same times unless they are overrides.
///
/// VTIMEZONEs that both calendars have are compared by their offsets from 1900 to 2200. In files of several calendars,
/// they are matched by the place of their VCALENDAR, or else in order. A VTIMEZONE that only one calendar has counts as
/// added or removed if times on both sides use its TZID and the system has no zone of that name, since those times then
/// change their meaning. Other VTIMEZONEs make no difference.
///
/// ```swift
/// let difference = CalendarDifference(from: yesterday, to: today)
/// for change in difference.changed { print(change.uid ?? "", change.parts.map(\.name)) }
/// ```
public struct CalendarDifference: Sendable {
    /// The components that only the new calendar has, ordered by UID, RECURRENCE-ID and name:
    /// `difference.added.map(\.uid) // ["call@studio.example"]`.
    public private(set) var added: [Item] = []
    /// The components that only the old calendar has, in the same order: `difference.removed.count // 0`.
    public private(set) var removed: [Item] = []
    /// The components that differ, in the same order; calendars and time zones, which have no UID, first:
    /// `difference.changed.first?.after.text("LOCATION") // "Room 5"`.
    public private(set) var changed: [Change] = []

    /// Whether nothing differs: `CalendarDifference(from: file, to: file).isEmpty // true`.
    public var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }

    /// What differs between two files; in which VCALENDAR of a file a component stands makes no difference.
    ///
    /// The properties of the VCALENDARs are compared in their order, as far as both files have some.
    ///
    /// ```swift
    /// let difference = CalendarDifference(from: yesterday, to: today)
    /// for item in difference.added { print(item.uid, item.component.text("SUMMARY") ?? "") }
    /// difference.added.count  // 1
    /// ```
    public init(from old: CalendarFile, to new: CalendarFile, options: Options = .init()) {
        var (before, after) = (DifferencePool(options), DifferencePool(options))
        for calendar in old.calendars { before.add(calendar) }
        for calendar in new.calendars { after.add(calendar) }
        for (old, new) in zip(old.calendars, new.calendars) {
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

    /// What differs between two calendars.
    ///
    /// ```swift
    /// var later = calendar
    /// later.name = "Pottery"
    /// CalendarDifference(from: calendar, to: later).changed.first?.parts.map(\.name)  // ["NAME"]
    /// ```
    public init(from old: CalendarObject, to new: CalendarObject, options: Options = .init()) {
        self.init(
            from: CalendarFile(calendars: [old]),
            to: CalendarFile(calendars: [new]),
            options: options
        )
    }

    /// Which properties make no difference, beside DTSTAMP.
    ///
    /// ```swift
    /// var options = CalendarDifference.Options()
    /// options.ignoresSequence = true
    /// let difference = CalendarDifference(from: yesterday, to: today, options: options)
    /// ```
    public struct Options: Sendable, Hashable {
        /// Whether `LAST-MODIFIED:20260330T120000Z` makes none; it says when, not what.
        public var ignoresLastModified = true
        /// Whether SEQUENCE makes none, as from `SEQUENCE:2` to `SEQUENCE:3`.
        public var ignoresSequence = false
        /// Whether PRODID makes none, as where another program wrote `PRODID:-//Studio//Calendar//EN`.
        public var ignoresProductID = true

        /// Whether DTSTAMP makes none, as nearly always: it says when, not what.
        var ignoresStamp = true

        /// The defaults: LAST-MODIFIED and PRODID make no difference, SEQUENCE makes one.
        ///
        /// ```swift
        /// CalendarDifference.Options().ignoresSequence  // false
        /// ```
        public init() {}

        func ignores(_ name: String) -> Bool {
            switch name {
            case "DTSTAMP": ignoresStamp
            case "LAST-MODIFIED": ignoresLastModified
            case "SEQUENCE": ignoresSequence
            case "PRODID": ignoresProductID
            default: false
            }
        }
    }

    /// A component that only one of the calendars has.
    ///
    /// ```swift
    /// for item in difference.removed { print("gone:", item.uid, item.recurrenceID ?? "") }
    /// ```
    public struct Item: Sendable {
        /// The component: `item.component.text("SUMMARY") // "Call"`.
        public let component: Component
        let place: DifferencePlace

        init(_ component: Component) {
            self.component = component
            place = DifferencePlace(component)
        }

        /// The UID, or the one that reading derives: `item.uid // "call@studio.example"`; for a VTIMEZONE its TZID.
        public var uid: String {
            let isZone = component.name == TimeZoneDefinition.componentName
            return component.text(isZone ? "TZID" : "UID") ?? StableIdentifier.uid(for: component)
        }
        /// RECURRENCE-ID, if it is an override, as after `RECURRENCE-ID;TZID=Europe/Berlin:20260401T091500`.
        public var recurrenceID: EventTime? { component[time: "RECURRENCE-ID"] }
    }

    /// A component that both calendars have and that differs.
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
        /// What differs, ordered by name: `change.parts.map(\.name) // ["LOCATION"]`.
        public let parts: [Part]

        /// The UID: `change.uid // "stand-up@studio.example"`; nil for a VCALENDAR and a VTIMEZONE.
        public var uid: String? { after.text("UID") }
        /// RECURRENCE-ID, if it is an override, as after `RECURRENCE-ID;TZID=Europe/Berlin:20260401T091500`.
        public var recurrenceID: EventTime? { after[time: "RECURRENCE-ID"] }
    }

    /// All properties of one name, or all components of one name inside, that differ.
    ///
    /// ```swift
    /// for line in changedPart.linesBefore { print("-", line) }
    /// for line in changedPart.linesAfter { print("+", line) }
    /// ```
    public struct Part: Sendable {
        /// The name, such as `SUMMARY` or `VALARM`.
        public let name: String
        /// The properties that only the old component has; of a list, such as `EXDATE`, the values that are gone.
        public internal(set) var before: [Property] = []
        /// The properties that only the new component has: `changedPart.after.first?.value.string // "Room 5"`.
        public internal(set) var after: [Property] = []
        /// The components inside that only the old component has, such as a `VALARM` that was taken out.
        public internal(set) var componentsBefore: [Component] = []
        /// The components inside that only the new component has, such as a `VALARM` with another TRIGGER.
        public internal(set) var componentsAfter: [Component] = []
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
        // Lists of a hundred thousand values are seldom changed.
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

    /// The forms of properties, one for each value of a list that may as well stand in several properties; of hundreds of
    /// thousands of values nothing else is kept.
    private struct ListedForms {
        private var properties: [Property] = []
        private var ends: [Int] = []
        private(set) var forms: [PropertyForm] = []

        /// The forms of a component's properties, but for those at places where another component has the same.
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

        /// The properties of the forms at some places, which ascend, with those values of each that are among them; in a line
        /// for each value a long TZID would stand as often.
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

    /// Whether two properties say the same, by their bytes and not as texts look.
    private static func isSame(_ old: Property, _ new: Property) -> Bool {
        guard old == new else { return false }
        // What was read is mostly written alike.
        if let bytes = old.sourceBytes, bytes == new.sourceBytes { return true }
        return PropertyForm(old) == PropertyForm(new)
    }

    /// Whether two components say the same in the same order, which most do.
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

    /// The places of what is in one list and not in the other, however often it is there.
    private static func onlyIn<Form: Hashable>(_ old: [Form], _ new: [Form]) -> (before: [Int], after: [Int])
    {
        var counts: [Form: Int] = [:]
        for form in new { counts[form, default: 0] += 1 }
        let before = old.indices.filter { !found(old[$0], in: &counts) }
        // Of several alike any may stand for those that found no partner.
        let after = new.indices.filter { found(new[$0], in: &counts) }
        return (before, after)
    }

    private static func found<Form: Hashable>(_ form: Form, in counts: inout [Form: Int]) -> Bool {
        guard let count = counts[form], count > 0 else { return false }
        counts[form] = count - 1
        return true
    }

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
