package import ICalendar

/// An occurrence as a row in a CSV file (RFC 4180).
///
/// Times are in the display zone and in a form that spreadsheets recognize, such as `2026-03-30 09:15`. The end is
/// exclusive.
package enum CSVRow {
    /// The header row, which contains the column names.
    package static let header =
        "start,end,all_day,title,location,calendar,status,categories,attendees,notes,url,uid\r\n"

    /// Appends the cells after the start and end, followed by the line break.
    ///
    /// These cells are the same for all occurrences of an event.
    package static func appendDetails(
        of event: Event,
        isAllDay: Bool,
        calendar: String?,
        uid: String,
        to bytes: inout [UInt8]
    ) {
        bytes.append(contentsOf: isAllDay ? ",true".utf8 : ",false".utf8)
        let cells = [
            event.summary ?? "", event.location ?? "", calendar ?? "", event.status?.rawValue ?? "",
            event.categories.joined(separator: "; "), people(event.attendees), event.descriptionText ?? "",
            event.url ?? "", uid,
        ]
        for cell in cells {
            bytes.append(UInt8(ascii: ","))
            CSVCell.append(cell, to: &bytes)
        }
        bytes.append(contentsOf: "\r\n".utf8)
    }

    /// Returns a list such as `Nora Lind <nora@studio.example>; sam@client.example`.
    private static func people(_ attendees: [Attendee]) -> String {
        var text = ""
        for attendee in attendees {
            // An event can have 100,000 attendees, and the cell will be truncated anyway.
            if text.utf8.count > 4 * CSVCell.mostUnits { break }
            if !text.isEmpty { text += "; " }
            switch (attendee.name, attendee.email) {
            case (let name?, let email?): text += "\(name) <\(email)>"
            case (let name, let email): text += name ?? email ?? attendee.uri
            }
        }
        return text
    }
}
