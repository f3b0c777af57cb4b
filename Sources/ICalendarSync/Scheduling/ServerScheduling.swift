package import CalDAV
import ICalendar
package import ICalendarStore

/// The scheduling support of an account's server (RFC 6638), including its message collections and whether it sends
/// messages about saved events itself.
package struct ServerScheduling: Sendable, Hashable {
    private static let name = "scheduling"
    private static let version = "ics-store scheduling 1"
    /// The number of seconds between probes (one week).
    private static let period = 7 * 86_400
    private static let mostAddresses = 64

    /// Whether the server itself sends messages when an event is saved.
    package var isAutomatic = false
    /// The collection for incoming messages.
    package var inbox: ResourceURL?
    /// The collection that receives requests for busy times.
    package var outbox: ResourceURL?
    /// The user's email addresses; the server acts on behalf of these addresses only.
    package var addresses: [String] = []
    /// The time of the last probe, in seconds since 1970.
    package var checked = 0
    /// The versions of messages that remain in the inbox because they cannot be applied.
    package var kept: [Href: String] = [:]
    /// The inbox token from before the last complete read.
    package var inboxToken: String?

    package init() {}

    /// Reads the stored scheduling support of an account's server, or returns nil before the first probe.
    package init?(_ files: StateFiles) throws(FileFailure) {
        let lines = (try files.contents(of: Self.name) ?? []).split(separator: 0x0A)
        guard lines.first?.elementsEqual(Self.version.utf8) == true else { return nil }
        for line in lines.dropFirst() {
            var fields = StateLine.Fields(line)
            switch line.first {
            case UInt8(ascii: "S"):
                isAutomatic = fields.number() == 1
                checked = fields.number() ?? 0
                inbox = fields.optional().flatMap { try? ResourceURL($0) }
                outbox = fields.optional().flatMap { try? ResourceURL($0) }
                inboxToken = fields.optional()
            case UInt8(ascii: "A"): addresses.append(fields.text())
            case UInt8(ascii: "K"):
                if let href = try? Href(path: fields.bytes()[...]) { kept[href] = fields.text() }
            default: break
            }
        }
    }

    package func save(_ files: StateFiles) throws(FileFailure) {
        var line = StateLine(UInt8(ascii: "S"))
        line.add(isAutomatic ? 1 : 0)
        line.add(checked)
        line.add(inbox?.description)
        line.add(outbox?.description)
        line.add(inboxToken)
        var lines = [Array(Self.version.utf8), line.bytes]
        for address in addresses {
            var line = StateLine(UInt8(ascii: "A"))
            line.add(address)
            lines.append(line.bytes)
        }
        for (href, tag) in kept.sorted(by: { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }) {
            var line = StateLine(UInt8(ascii: "K"))
            line.add(href.bytes)
            line.add(tag)
            lines.append(line.bytes)
        }
        try files.replace(Self.name, with: StateLine.text(of: lines))
    }

    /// Returns whether a probe is due.
    package func isDue(at time: Int) -> Bool { time - checked > Self.period || checked > time }

    /// Updates the record from the user principal's properties.
    mutating func take(_ properties: ResourceProperties, of principal: ResourceURL) {
        func address(_ property: DAVProperty) -> ResourceURL? {
            guard let bytes = properties.hrefs[property]?.first,
                let text = String(validating: bytes, as: UTF8.self),
                let url = try? principal.redirected(to: text), principal.origin.hasSameOwner(as: url.origin)
            else { return nil }
            return url
        }
        (inbox, outbox) = (address(.scheduleInbox), address(.scheduleOutbox))
        addresses = (properties.hrefs[.userAddresses] ?? []).prefix(Self.mostAddresses).compactMap { bytes in
            let text = String(decoding: bytes, as: UTF8.self).trimmingBlanks
            guard text.lowercased().hasPrefix("mailto:"), text.utf8.count <= 320 else { return nil }
            let address = String(text.dropFirst(7))
            return address.isEmpty || address.onOneLine != address ? nil : address
        }
    }
}
