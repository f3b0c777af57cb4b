/// A streaming reader for the response to a free/busy request (`schedule-response`, RFC 6638 section 10.2).
///
/// As with ``MultistatusReader``, pass bytes as they arrive. The result does not depend on how the bytes are divided
/// among calls.
package struct ScheduleResponseReader: Sendable {
    /// The response for one recipient.
    package struct Recipient: Sendable, Hashable {
        /// The address, exactly as the server wrote it.
        package fileprivate(set) var address: [UInt8] = []
        /// The request status (RFC 5546), such as `2.0;Success`.
        package fileprivate(set) var status: [UInt8] = []
        /// The calendar that contains the busy times; empty if the server does not send one.
        package fileprivate(set) var data: [UInt8] = []
        /// Whether the calendar was skipped because it exceeds ``XMLLimits/item``.
        package fileprivate(set) var isTooLarge = false
    }

    /// An open element's role.
    private enum Node: Sendable, Hashable {
        case answer, response, recipient, href, status, data
        /// An element that is skipped along with its contents.
        case unknown
    }

    private let limits: XMLLimits
    private var tokenizer: XMLTokenizer
    private var nodes: [Node] = []
    private var text: [UInt8] = []
    private var recipient = Recipient()
    private var bytesRead = 0
    private var failure: XMLFailure?

    /// The limits for a response with at most a few hundred recipients.
    package static var limits: XMLLimits {
        var limits = XMLLimits()
        (limits.bytes, limits.elements, limits.item, limits.text) = (16 << 20, 20_000, 1 << 20, 16 << 10)
        return limits
    }

    package init(limits: XMLLimits = Self.limits) {
        self.limits = limits
        tokenizer = XMLTokenizer(limits: limits)
    }

    /// Reads the next bytes and returns the recipients that they complete.
    package mutating func read(_ bytes: [UInt8]) throws(XMLFailure) -> [Recipient] {
        if let failure { throw failure }
        var completed: [Recipient] = []
        do throws(XMLFailure) {
            let left = max(0, limits.bytes - bytesRead)
            let piece = bytes.count > left ? Array(bytes.prefix(left)) : bytes
            var index = 0
            while let token = try tokenizer.next(in: piece, at: &index) {
                switch token {
                case .start: try start()
                case .end: if let recipient = end() { completed.append(recipient) }
                case .text(let range): try collect(piece[range])
                case .characters: try collect(tokenizer.characters[...])
                }
            }
            if bytes.count > left { throw tokenizer.failure(.limit("bytes", limits.bytes)) }
            bytesRead += bytes.count
        } catch {
            failure = error
            if completed.isEmpty { throw error }
        }
        return completed
    }

    /// Finishes reading; throws an error if the response is incomplete.
    package mutating func finish() throws(XMLFailure) {
        if let failure { throw failure }
        guard tokenizer.isComplete else { throw tokenizer.failure(.truncated) }
    }

    private mutating func start() throws(XMLFailure) {
        let name = tokenizer.name
        guard let parent = nodes.last else {
            guard name == .calDAV("schedule-response") else { throw tokenizer.failure(.root(name.local)) }
            nodes.append(.answer)
            return
        }
        let node = Self.node(name, in: parent)
        if node == .response { recipient = Recipient() }
        nodes.append(node)
        text.removeAll(keepingCapacity: true)
    }

    private static func node(_ name: XMLName, in parent: Node) -> Node {
        switch (parent, name) {
        case (.answer, .calDAV("response")): .response
        case (.response, .calDAV("recipient")): .recipient
        case (.response, .calDAV("request-status")): .status
        case (.response, .calDAV("calendar-data")): .data
        case (.recipient, .dav("href")): .href
        default: .unknown
        }
    }

    /// Appends text to the innermost element if that element's text is needed.
    private mutating func collect(_ bytes: ArraySlice<UInt8>) throws(XMLFailure) {
        switch nodes.last {
        case .data:
            guard !recipient.isTooLarge, text.count + bytes.count <= limits.item else {
                recipient.isTooLarge = true
                text = []
                return
            }
        case .href, .status:
            let excess = text.count + bytes.count - limits.text
            guard excess <= 0 else {
                throw tokenizer.failure(.limit("text", limits.text), bytesBefore: excess)
            }
        default: return
        }
        text += bytes
    }

    /// Closes the innermost element and returns the recipient if it is now complete.
    private mutating func end() -> Recipient? {
        defer { text.removeAll(keepingCapacity: true) }
        switch nodes.popLast() {
        case .href: recipient.address = text
        case .status: recipient.status = text
        case .data: if !recipient.isTooLarge { recipient.data = text }
        case .response: return recipient
        default: break
        }
        return nil
    }
}
