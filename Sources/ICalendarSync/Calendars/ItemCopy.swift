import ICalendar
import ICalendarStore

/// A copy of an item with a new UID.
///
/// The UID is derived from the contents, so copying the same contents again does not create a second item.
struct ItemCopy: Sendable {
    let uid: String
    let bytes: [UInt8]

    init(of bytes: [UInt8]) {
        uid = "copy-\(ItemDigest(bytes).text)"
        let uid = uid
        self.bytes =
            Self.edited(bytes) { component in
                component.set("UID", to: Property("UID", .text(uid)))
            } ?? bytes
    }

    /// The copy's file name.
    var name: [UInt8] { ItemName.forUID(uid) }

    /// Returns an item with its revision number incremented, or nil if the item cannot be read.
    static func raised(_ bytes: [UInt8]) -> [UInt8]? {
        edited(bytes) { component in
            var number = 0
            number = component[integer: "SEQUENCE"] ?? number
            component.set("SEQUENCE", to: Property("SEQUENCE", .integer(min(number, .max - 1) + 1)))
        }
    }

    private static func edited(_ bytes: [UInt8], _ body: (inout Component) -> Void) -> [UInt8]? {
        guard var file = try? ItemVersion(bytes).file else { return nil }
        for calendar in file.calendars.indices {
            for place in file.calendars[calendar].component.components.indices
            where file.calendars[calendar].component.components[place].isItem {
                body(&file.calendars[calendar].component.components[place])
            }
        }
        return file.icsBytes(.asRead)
    }
}
