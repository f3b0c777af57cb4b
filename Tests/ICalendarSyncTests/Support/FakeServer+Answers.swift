@testable import CalDAV

/// An XML element of a request.
struct FakeElement {
    var name: XMLName
    var attributes: [String: String] = [:]
    var text: [UInt8] = []
    var children: [FakeElement] = []

    init?(_ body: [UInt8]) {
        var tokenizer = XMLTokenizer(limits: XMLLimits())
        var stack = [FakeElement(name: XMLName("", ""))]
        var index = 0
        while let token = (try? tokenizer.next(in: body, at: &index)) ?? nil {
            switch token {
            case .start:
                var element = FakeElement(name: tokenizer.name)
                for (name, value) in tokenizer.attributes { element.attributes[name.local] = value }
                stack.append(element)
            case .text(let range): stack[stack.count - 1].text += body[range]
            case .characters: stack[stack.count - 1].text += tokenizer.characters
            case .end:
                let element = stack.removeLast()
                stack[stack.count - 1].children.append(element)
            }
        }
        guard tokenizer.isComplete, let root = stack.first?.children.first else { return nil }
        self = root
    }

    init(name: XMLName) { self.name = name }

    func first(_ local: String) -> FakeElement? {
        for child in children {
            if child.name.local == local { return child }
            if let found = child.first(local) { return found }
        }
        return nil
    }

    func all(_ local: String) -> [FakeElement] {
        children.flatMap { ($0.name.local == local ? [$0] : []) + $0.all(local) }
    }

    var string: String { String(decoding: text, as: UTF8.self) }
}

extension FakeServer.State {
    mutating func answer(_ request: DAVRequest) -> DAVAnswer {
        if let script = scripted.first(where: { $0.matches(request) }) { return script.answer(request) }
        let path = String(decoding: request.url.href.key, as: UTF8.self)
        guard path.count > 1 else { return status(404) }
        let root = FakeElement(request.body)
        let cut = path.lastIndex(of: "/") ?? path.startIndex
        let (folder, name) = (String(path[..<cut]), String(path[path.index(after: cut)...]))
        switch request.method {
        case .propertyFind: return properties(request, path, folder, name)
        case .report:
            guard let collection = collections[path], let root else { return status(404) }
            switch root.name.local {
            case "sync-collection": return changes(root, collection, path)
            case "calendar-multiget": return multiget(root, path)
            default: return status(501)
            }
        case .get:
            guard let resource = collections[folder]?.resources[name] else { return status(404) }
            return DAVAnswer(
                HTTPStatus(200),
                HTTPFields(lines: ["ETag: \(weakensTagOfGet ? "W/\"x-gzip\"" : tag(resource))"]),
                body: resource.body
            )
        case .put: return put(request, folder, name)
        case .delete:
            if collections.removeValue(forKey: path) != nil { return status(204) }
            guard let resource = collections[folder]?.resources[name] else { return status(404) }
            if let refused = check(request, resource) { return refused }
            remove(folder, name)
            return status(204)
        case .move: return move(request, folder, name)
        case .makeCalendar, .makeCollection:
            if collections[path] != nil { return error(403, "<resource-must-be-null/>") }
            make(quirks.contains(.choosesCalendarAddress) ? path + "-chosen" : path, name)
            set(root, quirks.contains(.choosesCalendarAddress) ? path + "-chosen" : path)
            return status(201)
        case .propertyPatch:
            guard collections[path] != nil else { return status(404) }
            set(root, path)
            return multistatus("<response><href>\(path)/</href><status>HTTP/1.1 200 OK</status></response>")
        case .options: return DAVAnswer(HTTPStatus(200), schedulingFields)
        case .post: return status(403)
        }
    }

    private func status(_ code: Int) -> DAVAnswer { DAVAnswer(HTTPStatus(code), HTTPFields()) }

    private func error(_ code: Int, _ condition: String) -> DAVAnswer {
        let body = "<error xmlns=\"DAV:\" xmlns:c=\"urn:ietf:params:xml:ns:caldav\">\(condition)</error>"
        return DAVAnswer(HTTPStatus(code), HTTPFields(), body: Array(body.utf8))
    }

    private func multistatus(_ content: String) -> DAVAnswer {
        let body =
            "<multistatus xmlns=\"DAV:\" xmlns:c=\"urn:ietf:params:xml:ns:caldav\" "
            + "xmlns:s=\"http://calendarserver.org/ns/\" xmlns:a=\"http://apple.com/ns/ical/\">\(content)</multistatus>"
        return DAVAnswer(HTTPStatus(207), HTTPFields(), body: Array(body.utf8))
    }

    private mutating func set(_ root: FakeElement?, _ path: String) {
        guard let set = root?.first("set") else { return }
        if let name = set.first("displayname") { collections[path]?.name = name.string }
        if let color = set.first("calendar-color") { collections[path]?.color = color.string }
        let components = set.all("comp").compactMap { $0.attributes["name"] }
        if !components.isEmpty { collections[path]?.components = components }
    }

    private func check(_ request: DAVRequest, _ resource: FakeServer.Resource?) -> DAVAnswer? {
        if let match = request.fields["If-Schedule-Tag-Match"] {
            guard let resource, match == scheduleTag(resource) else { return status(412) }
        }
        if let match = request.fields["If-Match"] {
            guard let resource, match == "*" || match == tag(resource) else { return status(412) }
        }
        if request.fields["If-None-Match"] == "*", resource != nil, !quirks.contains(.ignoresIfNoneMatch) {
            return status(412)
        }
        return nil
    }

    private mutating func put(_ request: DAVRequest, _ folder: String, _ name: String) -> DAVAnswer {
        guard let collection = collections[folder] else { return status(409) }
        if collection.isReadOnly { return error(403, "<need-privileges/>") }
        let old = collection.resources[name]
        if let refused = check(request, old) { return refused }
        let body = stored(request.body)
        let uid = FakeServer.property("UID", body) ?? ""
        let kind = String(decoding: body, as: UTF8.self).contains("BEGIN:VTODO") ? "VTODO" : "VEVENT"
        guard collection.components.contains(kind) else {
            return error(403, "<c:supported-calendar-component/>")
        }
        if !quirks.contains(.allowsDuplicateUIDs),
            let other = collection.resources.first(where: { $0.key != name && $0.value.uid == uid })
        {
            return error(
                409,
                "<c:no-uid-conflict><href>\(href(folder, other.key))</href></c:no-uid-conflict>"
            )
        }
        if quirks.contains(.refusesUIDInOtherCalendar),
            collections.contains(where: {
                $0.key != folder && $0.value.resources.contains { $0.value.uid == uid }
            })
        {
            return error(403, "<c:unique-scheduling-object-resource/>")
        }
        let sequence = Int(FakeServer.property("SEQUENCE", body) ?? "") ?? 0
        if quirks.contains(.requiresHigherSequence), let old, sequence <= old.sequence, old.body != body {
            return status(409)
        }
        let isMerged = request.fields["If-Schedule-Tag-Match"] != nil
        let kept = isMerged ? old.map { merged(body, with: $0.body) } ?? body : body
        let tag = store(kept, folder, name)
        var fields = HTTPFields()
        if kept != body { return DAVAnswer(HTTPStatus(204), fields) }
        if quirks.contains(.weakensTagOfPut) {
            fields.append("ETag", "W/\"tag-\(tag)\"")
        } else if !omitsTagOfPut {
            fields.append("ETag", "\"tag-\(tag)\"")
        }
        return DAVAnswer(HTTPStatus(old == nil ? 201 : 204), fields)
    }

    private mutating func move(_ request: DAVRequest, _ folder: String, _ name: String) -> DAVAnswer {
        guard let resource = collections[folder]?.resources[name],
            let target = request.fields["Destination"].flatMap({ try? ResourceURL($0) })
        else { return status(404) }
        if let refused = check(request, resource) { return refused }
        let path = String(decoding: target.href.key, as: UTF8.self)
        let cut = path.lastIndex(of: "/") ?? path.startIndex
        let (newFolder, newName) = (String(path[..<cut]), String(path[path.index(after: cut)...]))
        guard let other = collections[newFolder] else { return status(409) }
        if other.resources[newName] != nil { return status(412) }
        remove(folder, name)
        store(resource.body, newFolder, newName)
        return status(201)
    }

    // MARK: - Reading

    func href(_ folder: String, _ name: String) -> String {
        let path = folder + "/" + name
        let plain = (try? Href(folder).appending(name).requestTarget) ?? path
        switch hrefStyle {
        case .escaped: return escaped(plain)
        case .raw: return escaped(path)
        case .absolute: return escaped(FakeServer.origin + plain)
        case .lowercase: return escaped(plain.replacing("%C3%BC", with: "%c3%bc"))
        }
    }

    func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    private func row(_ folder: String, _ resource: FakeServer.Resource, withData: Bool) -> String {
        let data =
            withData
            ? "<c:calendar-data>\(escaped(String(decoding: resource.body, as: UTF8.self)))</c:calendar-data>"
            : ""
        let tag = escaped(tag(resource)).replacing("\"", with: "&quot;")
        return
            "<response><href>\(href(folder, resource.href))</href><propstat><prop><getetag>\(tag)</getetag>"
            + "\(scheduleRow(resource))\(data)"
            + "</prop><status>HTTP/1.1 200 OK</status></propstat></response>"
    }

    private func missing(_ folder: String, _ name: String) -> String {
        "<response><href>\(href(folder, name))</href><status>HTTP/1.1 404 Not Found</status></response>"
    }

    private func changes(_ root: FakeElement, _ collection: FakeServer.Collection, _ path: String)
        -> DAVAnswer
    {
        if quirks.contains(.lacksTokens) { return error(403, "<supported-report/>") }
        let token = root.first("sync-token")?.string ?? ""
        let start = "http://fake.example/sync/\(collection.number)/"
        var since = 0
        var isFirst = true
        if !token.isEmpty {
            let number = token.hasPrefix(start) ? Int(token.dropFirst(start.count)) : nil
            if let number, number >= collection.oldest {
                since = quirks.contains(.hasTimeTokens) ? max(0, number - 1) : number
                isFirst = false
            } else if !quirks.contains(.acceptsUnknownTokens) {
                return error(403, "<valid-sync-token/>")
            }
        }
        let withData = root.first("calendar-data") != nil && sendsDataWithChanges
        var rows = collection.resources.values.filter { $0.change > since }
            .map { (change: $0.change, text: row(path, $0, withData: withData)) }
        if !isFirst, !quirks.contains(.losesDeletions) {
            rows += collection.gone.filter { $0.value > since }.map {
                (change: $0.value, text: missing(path, $0.key))
            }
        }
        rows.sort { $0.change < $1.change }
        var newest = collection.change
        var more = ""
        if rows.count > pageSize {
            if !quirks.contains(.losesItemsBeyondLimit) {
                newest = rows[pageSize - 1].change
                more =
                    "<response><href>\(path)/</href><status>HTTP/1.1 507 Insufficient Storage</status></response>"
            }
            rows = Array(rows.prefix(pageSize))
        }
        return multistatus(rows.map(\.text).joined() + more + "<sync-token>\(start)\(newest)</sync-token>")
    }

    private func multiget(_ root: FakeElement, _ path: String) -> DAVAnswer {
        let asked = root.children.filter { $0.name == .dav("href") }
        guard asked.count <= largestMultiget else { return error(403, "<number-of-matches-within-limits/>") }
        var rows: [String] = []
        for element in asked {
            guard let href = try? Href(path: element.text[...]) else { continue }
            let name = href.lastComponent
            if let resource = collections[path]?.resources[name] {
                rows.append(row(path, resource, withData: true))
            } else if !quirks.contains(.omitsMissingItems) {
                rows.append(missing(path, name))
            }
        }
        if quirks.contains(.truncatesMultiget) { rows = Array(rows.prefix(3)) }
        return multistatus(rows.joined())
    }

    private func properties(_ request: DAVRequest, _ path: String, _ folder: String, _ name: String)
        -> DAVAnswer
    {
        let isDeep = request.fields["Depth"] == "1"
        if let collection = collections[path] {
            let items =
                isDeep ? collection.resources.values.map { row(path, $0, withData: false) }.sorted() : []
            return multistatus(listed(path, collection) + items.joined())
        }
        if path == "/principal" { return multistatus(principal) }
        if path + "/" == FakeServer.home {
            let calendars = collections.sorted { $0.value.number < $1.value.number }
            let home =
                "<response><href>\(path)/</href><propstat><prop><resourcetype><collection/></resourcetype>"
                + "\(principalRow)</prop>"
                + "<status>HTTP/1.1 200 OK</status></propstat></response>"
            return multistatus(home + (isDeep ? calendars.map { listed($0.key, $0.value) }.joined() : ""))
        }
        guard let resource = collections[folder]?.resources[name] else { return status(404) }
        return multistatus(row(folder, resource, withData: false))
    }

    private func listed(_ path: String, _ collection: FakeServer.Collection) -> String {
        let name = escaped(quirks.contains(.escapesNamesTwice) ? escaped(collection.name) : collection.name)
        let token = quirks.contains(.lacksTokens) ? "" : "<sync-token>\(token(collection))</sync-token>"
        let reports =
            quirks.contains(.lacksTokens)
            ? "<c:calendar-multiget/>"
            : "<c:calendar-multiget/></report></supported-report><supported-report><report><sync-collection/>"
        let write = collection.isReadOnly ? "" : "<privilege><write/></privilege>"
        let types =
            collection.isInbox
            ? "<c:schedule-inbox/>"
            : collection.isOutbox ? "<c:calendar/><c:schedule-outbox/>" : "<c:calendar/>"
        return
            "<response><href>\(path)/</href><propstat><prop><resourcetype><collection/>\(types)</resourcetype>"
            + "<displayname>\(name)</displayname>\(token)"
            + "<s:getctag>\(collection.number)-\(collection.change)</s:getctag>"
            + (collection.color.map { "<a:calendar-color>\($0)</a:calendar-color>" } ?? "")
            + "<c:supported-calendar-component-set>"
            + collection.components.map { "<c:comp name=\"\($0)\"/>" }.joined()
            + "</c:supported-calendar-component-set>"
            + "<supported-report-set><supported-report><report>\(reports)</report></supported-report>"
            + "</supported-report-set><current-user-privilege-set><privilege><read/></privilege>\(write)"
            + "</current-user-privilege-set></prop><status>HTTP/1.1 200 OK</status></propstat></response>"
    }
}
