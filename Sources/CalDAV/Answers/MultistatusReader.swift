/// A streaming reader for multistatus responses (RFC 4918 section 13).
///
/// Pass bytes as they arrive; response elements are returned as soon as they are complete, so only one is held in
/// memory at a time. The result does not depend on how the bytes are divided among calls. Reading ends at the first
/// failure.
///
/// Trust a listing only after ``finish()`` has returned. Until then, a truncated response looks like a listing with
/// fewer items.
///
/// ```swift
/// var reader = MultistatusReader()
/// let body = """
///     <d:multistatus xmlns:d="DAV:"><d:response><d:href>/work/1.ics</d:href><d:propstat>
///     <d:prop><d:getetag>"5f2"</d:getetag></d:prop><d:status>HTTP/1.1 200 OK</d:status>
///     </d:propstat></d:response></d:multistatus>
///     """
/// let responses = try reader.read(Array(body.utf8))
/// try reader.finish().responses  // 1
/// responses.first?.properties.entityTag?.value  // "5f2"
/// ```
public struct MultistatusReader: Sendable {
    /// An open element's role.
    private enum Node: Sendable, Hashable {
        case multistatus, response, propertyStatus, properties, errors
        /// An element whose text is collected.
        case href, status, syncToken
        case property(DAVProperty)
        /// An element inside a property.
        case part(DAVProperty)
        case partHref(DAVProperty)
        /// An element that is skipped along with its contents.
        case unknown
    }

    private let limits: XMLLimits
    private var tokenizer: XMLTokenizer
    private var nodes: [Node] = []
    private var text: [UInt8] = []
    private var response = MultistatusResponse()
    private var elementsInResponse = 0
    private var bytesInResponse = 0
    /// The properties of the open `propstat` element.
    private var group = PropertyGroup()
    private var summary = MultistatusSummary()
    private var bytesRead = 0
    private var failure: XMLFailure?
    /// The most recently parsed status line, cached because most status lines are identical.
    private var lastStatus: (text: [UInt8], status: HTTPStatus?) = ([], nil)

    /// The properties of one `propstat` element.
    fileprivate struct PropertyGroup: Sendable {
        var status: HTTPStatus?
        var properties = ResourceProperties()
        var names: [DAVProperty] = []
    }

    /// Creates a reader for one response.
    ///
    /// ```swift
    /// var reader = MultistatusReader()
    /// try reader.read(Array("<multistatus".utf8)).count  // 0
    /// ```
    public init(limits: XMLLimits = XMLLimits()) {
        self.limits = limits
        tokenizer = XMLTokenizer(limits: limits)
    }

    /// Reads the next bytes and returns the response elements that they complete; throws an ``XMLFailure``.
    ///
    /// If response elements precede an error, they are returned first and the next call throws.
    ///
    /// ```swift
    /// var reader = MultistatusReader()
    /// try reader.read(Array("<multistatus xmlns='DAV:'><response>".utf8)).count  // 0
    /// try reader.read(Array("<href>/a</href></response>".utf8)).count  // 1
    /// ```
    public mutating func read(_ bytes: [UInt8]) throws(XMLFailure) -> [MultistatusResponse] {
        if let failure { throw failure }
        var completed: [MultistatusResponse] = []
        do throws(XMLFailure) {
            let left = max(0, limits.bytes - bytesRead)
            let isTooLong = bytes.count > left
            try read(isTooLong ? Array(bytes.prefix(left)) : bytes, &completed)
            if isTooLong { throw tokenizer.failure(.limit("bytes", limits.bytes)) }
            bytesRead += bytes.count
        } catch {
            failure = error
            if completed.isEmpty { throw error }
        }
        return completed
    }

    private mutating func read(_ bytes: [UInt8], _ completed: inout [MultistatusResponse]) throws(XMLFailure)
    {
        var index = 0
        while let token = try tokenizer.next(in: bytes, at: &index) {
            switch token {
            case .start: try start()
            case .end:
                if let response = end() { completed.append(response) }
            case .text(let range): try collect(bytes[range])
            case .characters: try collect(tokenizer.characters[...])
            }
        }
    }

    /// Finishes reading and returns the part of the response that applies to the whole collection.
    ///
    /// Throws ``XMLFailure/Reason/truncated`` if the response is incomplete.
    ///
    /// ```swift
    /// var reader = MultistatusReader()
    /// _ = try reader.read(Array("<multistatus xmlns='DAV:'/>".utf8))
    /// try reader.finish().responses  // 0
    /// ```
    public mutating func finish() throws(XMLFailure) -> MultistatusSummary {
        if let failure { throw failure }
        guard tokenizer.isComplete else { throw tokenizer.failure(.truncated) }
        return summary
    }
}

// MARK: - Elements

extension MultistatusReader {
    private mutating func start() throws(XMLFailure) {
        let name = tokenizer.name
        guard let parent = nodes.last else {
            guard name == .dav("multistatus") else { throw tokenizer.failure(.root(name.local)) }
            nodes.append(.multistatus)
            return
        }
        elementsInResponse = parent == .multistatus ? 0 : elementsInResponse + 1
        guard elementsInResponse <= limits.elementsInResponse else {
            throw tokenizer.failure(.limit("elementsInResponse", limits.elementsInResponse))
        }
        let node = self.node(name, in: parent)
        nodes.append(node)
        switch node {
        case .response:
            response = MultistatusResponse()
            bytesInResponse = 0
        case .propertyStatus: group = PropertyGroup()
        case .property(let property): group.begin(property)
        case .part(let property): group.add(name, tokenizer.attributes, to: property)
        case .unknown where parent == .errors:
            if response.preconditions.count < 16 { response.preconditions.append(Precondition(name)) }
        default: break
        }
        text.removeAll(keepingCapacity: true)
    }

    /// Returns an element's role.
    private func node(_ name: XMLName, in parent: Node) -> Node {
        switch parent {
        case .multistatus:
            if name == .dav("response") { return .response }
            return name == .dav("sync-token") ? .syncToken : .unknown
        case .response:
            guard name.namespace == "DAV:" else { return .unknown }
            switch name.local {
            case "href": return .href
            case "status": return .status
            case "propstat": return .propertyStatus
            case "error": return .errors
            default: return .unknown
            }
        case .propertyStatus:
            guard name.namespace == "DAV:" else { return .unknown }
            switch name.local {
            case "prop": return .properties
            case "status": return .status
            case "error": return .errors
            default: return .unknown
            }
        case .properties:
            return DAVProperty.byName[name].map { .property($0) } ?? .unknown
        case .property(let property), .part(let property):
            guard property.hasHrefs else { return property.hasParts ? .part(property) : .unknown }
            return name == .dav("href") ? .partHref(property) : .part(property)
        case .errors, .href, .status, .syncToken, .partHref, .unknown: return .unknown
        }
    }

    /// Appends text to the innermost element if that element's text is needed.
    private mutating func collect(_ bytes: ArraySlice<UInt8>) throws(XMLFailure) {
        switch nodes.last {
        case .property(.calendarData):
            guard !response.isTooLarge, text.count + bytes.count <= limits.item else {
                response.isTooLarge = true
                text.removeAll()
                return
            }
        case .property(let property) where !property.hasParts && !property.hasHrefs: try count(bytes)
        case .href, .status, .syncToken, .partHref: try count(bytes)
        default: return
        }
        text += bytes
    }

    private mutating func count(_ bytes: ArraySlice<UInt8>) throws(XMLFailure) {
        bytesInResponse += bytes.count
        let excess = (
            text: text.count + bytes.count - limits.text, response: bytesInResponse - limits.response
        )
        guard max(excess.text, excess.response) > 0 else { return }
        // The reported offset must not depend on how the text was divided among calls.
        throw excess.text >= excess.response
            ? tokenizer.failure(.limit("text", limits.text), bytesBefore: excess.text)
            : tokenizer.failure(.limit("response", limits.response), bytesBefore: excess.response)
    }

    /// Closes the innermost element and returns the response element if it is now complete.
    private mutating func end() -> MultistatusResponse? {
        let node = nodes.popLast()
        switch node {
        case .href: response.hrefs.append(text)
        case .partHref(let property): group.properties.hrefs[property, default: []].append(text)
        case .syncToken:
            let token = String(decoding: text, as: UTF8.self).trimmed
            summary.syncToken = token.isEmpty ? nil : String(token)
        case .status:
            if text != lastStatus.text {
                lastStatus = (text, HTTPStatus(String(decoding: text, as: UTF8.self)))
            }
            let status = lastStatus.status
            if nodes.last == .response { response.status = status } else { group.status = status }
        case .property(let property):
            let isSkipped = property == .calendarData && response.isTooLarge
            if !isSkipped { group.properties.set(property, text) }
        case .propertyStatus: endGroup()
        case .response:
            summary.responses += 1
            text = []
            return response
        default: break
        }
        text.removeAll(keepingCapacity: true)
        return nil
    }

    private mutating func endGroup() {
        guard let status = group.status, !status.isSuccess else {
            // Properties without a status are not trusted.
            if group.status != nil { response.properties.merge(group.properties) }
            return
        }
        for name in group.names { response.refused[name] = status }
    }
}

extension MultistatusReader.PropertyGroup {
    fileprivate mutating func begin(_ property: DAVProperty) {
        names.append(property)
        switch property {
        case .privileges: properties.privileges = []
        case .supportedReports: properties.reports = []
        default: break
        }
    }

    /// Adds an element inside a property.
    fileprivate mutating func add(
        _ name: XMLName,
        _ attributes: [(name: XMLName, value: String)],
        to property: DAVProperty
    ) {
        switch property {
        case .resourceType: properties.types.formUnion(ResourceTypes.byName[name] ?? [])
        case .privileges: properties.privileges?.formUnion(Privileges.byName[name] ?? [])
        case .supportedReports: properties.reports?.formUnion(SupportedReports.byName[name] ?? [])
        case .components:
            guard name == .calDAV("comp"),
                let component = attributes.first(where: { $0.name == XMLName("", "name") })
            else { return }
            properties.components = (properties.components ?? []) + [component.value.uppercased()]
        default: break
        }
    }
}

extension DAVProperty {
    /// Whether the value consists of elements rather than text.
    fileprivate var hasParts: Bool {
        switch self {
        case .resourceType, .privileges, .supportedReports, .components: true
        default: false
        }
    }

    /// Whether the value consists of hrefs.
    fileprivate var hasHrefs: Bool {
        switch self {
        case .currentUserPrincipal, .owner, .homeSet, .userAddresses, .scheduleInbox, .scheduleOutbox,
            .source:
            true
        default: false
        }
    }
}
