@testable import CalDAV
import SystemIO

// A server that sends and receives scheduling messages (RFC 6638).
extension FakeServer {
    /// Enables scheduling for an address, with an inbox.
    func schedule(for address: String) {
        state.withLock { state in
            state.schedulesFor = address
            state.make(Self.home + "inbox", "inbox")
            state.collections[Self.home + "inbox"]?.isInbox = true
        }
    }

    /// Delivers a message to the inbox without applying it.
    func deliver(_ text: String, _ name: String) { put(text, name, in: "inbox") }

    /// Changes an item as another person's reply would, without changing the item's schedule tag.
    func reply(_ name: String, in calendar: String = "work", _ old: String, _ new: String) {
        state.withLock { state in
            let path = Self.home + calendar
            guard let resource = state.collections[path]?.resources[name] else { return }
            let text = String(decoding: resource.body, as: UTF8.self).replacing(old, with: new)
            state.store(Array(text.utf8), path, name)
            state.collections[path]?.resources[name]?.scheduleTag = resource.scheduleTag
        }
    }
}

extension FakeServer.State {
    var schedulingFields: HTTPFields {
        HTTPFields(
            lines: schedulesFor == nil ? [] : ["DAV: 1, calendar-access", "DAV: calendar-auto-schedule"]
        )
    }

    var principalRow: String {
        schedulesFor == nil ? "" : "<current-user-principal><href>/principal/</href></current-user-principal>"
    }

    var principal: String {
        guard let schedulesFor else {
            return "<response><href>/principal/</href><status>HTTP/1.1 404 Not Found</status></response>"
        }
        return "<response><href>/principal/</href><propstat><prop>"
            + "<c:calendar-user-address-set><href>mailto:\(schedulesFor)</href><href>/principal/</href>"
            + "</c:calendar-user-address-set>"
            + "<c:schedule-inbox-URL><href>\(FakeServer.home)inbox/</href></c:schedule-inbox-URL>"
            + "<c:schedule-outbox-URL><href>\(FakeServer.home)outbox/</href></c:schedule-outbox-URL>"
            + "</prop><status>HTTP/1.1 200 OK</status></propstat></response>"
    }

    func scheduleTag(_ resource: FakeServer.Resource) -> String { "\"schedule-\(resource.scheduleTag)\"" }

    func scheduleRow(_ resource: FakeServer.Resource) -> String {
        guard schedulesFor != nil, FakeServer.property("METHOD", resource.body) == nil else { return "" }
        return "<c:schedule-tag>\(scheduleTag(resource).replacing("\"", with: "&quot;"))</c:schedule-tag>"
    }

    /// Returns an attendee's version with the stored replies of others.
    func merged(_ body: [UInt8], with old: [UInt8]) -> [UInt8] {
        let own = "mailto:\(schedulesFor ?? "")"
        let lines = { (bytes: [UInt8]) in
            String(decoding: bytes, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        }
        var others = lines(old).filter { $0.hasPrefix("ATTENDEE") && !$0.hasSuffix(own) }[...]
        let new = lines(body).map { line in
            line.hasPrefix("ATTENDEE") && !line.hasSuffix(own) ? others.popFirst() ?? line : line
        }
        return Array(new.joined(separator: "\r\n").utf8)
    }
}
