import EssentialFoundation

/// A folder's properties from Radicale's `.Radicale.props` file, a JSON object that maps WebDAV property names to
/// strings.
struct CollectionProperties: Sendable, Hashable {
    static let name = WatchedName.properties

    let isCalendar: Bool
    let title: String?
    let color: CalendarColor?
    /// The supported entity types (RFC 4791 section 5.2.3), or `nil` if the file lists no types that this store
    /// supports.
    let allowedEntityTypes: EntityTypes?

    init?(_ bytes: [UInt8]) {
        // Ignore the tags of other folders and properties that are not strings.
        guard let object = try? JSONDecoder().decode([String: Text].self, from: Data(bytes)),
            let tag = object["tag"]?.text
        else { return nil }
        isCalendar = tag == "VCALENDAR"
        let name = object["D:displayname"]?.text?.onOneLine ?? ""
        title = name.isEmpty ? nil : name
        color = object["ICAL:calendar-color"]?.text.flatMap { CalendarColor($0) }
        var types: EntityTypes = []
        for component in (object["C:supported-calendar-component-set"]?.text ?? "").split(separator: ",") {
            switch component.filter({ $0 != " " }).uppercased() {
            case "VEVENT": types.insert(.event)
            case "VTODO": types.insert(.reminder)
            default: break
            }
        }
        allowedEntityTypes = types.isEmpty ? nil : types
    }

    /// Returns the contents of a file that restricts a calendar to certain item types, or nil if it accepts all types.
    static func bytes(allowing types: EntityTypes) -> [UInt8]? {
        let components = [(EntityTypes.event, "VEVENT"), (.reminder, "VTODO")].filter { types.contains($0.0) }
        guard components.count == 1 else { return nil }
        let text = #"{"C:supported-calendar-component-set": "\#(components[0].1)", "tag": "VCALENDAR"}"#
        return Array("\(text)\n".utf8)
    }

    private struct Text: Decodable {
        let text: String?

        init(from decoder: any Decoder) {
            text = try? decoder.singleValueContainer().decode(String.self)
        }
    }
}
