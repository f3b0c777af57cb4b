package import CalDAV
package import ICalendar
import ICalendarStore
import SystemIO

/// A request for other people's busy times (RFC 6638 section 5).
package struct BusyTimesRequest: Sendable {
    /// The result for one person.
    package struct Answer: Sendable {
        /// The address, as given in the request.
        package let address: String
        /// The busy times within the window, sorted.
        package var periods: [BusyPeriod] = []
        /// The reason that busy times are missing, on one line, or nil.
        package var problem: String?
    }

    /// The maximum number of people per request, of busy times per person and of bytes in a displayed status.
    package static let mostPeople = 100
    private static let (mostPeriods, longestStatus) = (10_000, 200)

    private let organizer: String
    private let addresses: [String]
    private let range: Range<Instant>

    /// Creates a request on behalf of a user whose address the server knows.
    package init(_ addresses: [String], in range: Range<Instant>, from organizer: String) {
        self.organizer = organizer
        self.range = range
        var seen: Set<String> = []
        self.addresses = addresses.filter { seen.insert($0.lowercased()).inserted }
    }

    /// The message (METHOD:REQUEST, RFC 5546 section 3.3.2).
    func message(uid: String, stamp: Instant) throws(CalendarError) -> [UInt8] {
        var freeBusy = try FreeBusy(from: range.lowerBound, to: range.upperBound, uid: uid, stamp: stamp)
        freeBusy.organizer = Organizer(email: organizer)
        for address in addresses {
            freeBusy.component.properties.append(
                Property("ATTENDEE", .calendarAddress(CalendarAddress.mailto(address)))
            )
        }
        var object = CalendarObject()
        object.component.components = [freeBusy.component]
        object.schedulingMethod = .request
        return CalendarFile(calendars: [object]).icsBytes()
    }

    /// Sends the request and returns a result for each person in request order.
    package func send(
        to outbox: ResourceURL,
        over transport: any DAVTransport,
        at now: Instant
    ) async throws(SyncFailure) -> [Answer] {
        let found = Lock((reader: ScheduleResponseReader(), rows: [ScheduleResponseReader.Recipient]()))
        let answer: DAVAnswer
        do {
            let bytes = try message(uid: UniqueIdentifier.random(), stamp: now)
            answer = try await transport.send(.freeBusy(outbox, bytes)) { bytes in
                try found.withLock { found in found.rows += try found.reader.read(Array(bytes)) }
            }
        } catch let failure as TransportFailure {
            if case .stopped(let reason) = failure.kind {
                throw .answer("the response cannot be read: \(reason)")
            }
            throw .transport(failure)
        } catch {
            throw .local("\(error)")
        }
        if let refusal = DAVRefusal(answer) { throw .refused(refusal, "requesting busy times") }
        do throws(XMLFailure) {
            try found.withLock { found throws(XMLFailure) in try found.reader.finish() }
        } catch {
            throw .answer("the response cannot be read: \(error)")
        }
        return answers(found.withLock { $0.rows })
    }

    func answers(_ rows: [ScheduleResponseReader.Recipient]) -> [Answer] {
        // Use only the first result for each person in the request.
        let found = Dictionary(
            rows.map { (Attendee.key(of: String(decoding: $0.address, as: UTF8.self)), $0) }
        ) {
            first,
            _ in first
        }
        return addresses.map { address in
            guard let row = found[Attendee.key(of: CalendarAddress.mailto(address))] else {
                return Answer(address: address, problem: "the server returns no busy times for this address")
            }
            return self.answer(row, for: address)
        }
    }

    private func answer(_ row: ScheduleResponseReader.Recipient, for address: String) -> Answer {
        let status = String(decoding: row.status.prefix(Self.longestStatus), as: UTF8.self).onOneLine
        if row.isTooLarge { return Answer(address: address, problem: "the response is too large") }
        guard status.hasPrefix("2.") || status.isEmpty, !row.data.isEmpty else {
            return Answer(
                address: address,
                problem: status.isEmpty ? "the server sent no free/busy data" : status
            )
        }
        let components: [Component]
        do throws(CalendarError) {
            let file = try CalendarFile(bytes: row.data, limits: .untrusted, threads: 1)
            components = file.calendars.flatMap(\.component.components).filter {
                $0.name == FreeBusy.componentName
            }
        } catch {
            return Answer(address: address, problem: "the busy times cannot be read: \(error.detail)")
        }
        guard !components.isEmpty else {
            return Answer(address: address, problem: "the server sent no free/busy data")
        }
        var periods: [BusyPeriod] = []
        for period in components.lazy.flatMap({ FreeBusy($0).periods }) where period.kind != .free {
            let (start, end) = (max(period.start, range.lowerBound), min(period.end, range.upperBound))
            guard start < end else { continue }
            guard periods.count < Self.mostPeriods else {
                return Answer(
                    address: address,
                    problem: "limit reached: more than \(Self.mostPeriods) busy times"
                )
            }
            periods.append(BusyPeriod(from: start, to: end, kind: period.kind))
        }
        periods.sort { ($0.start, $0.end, $0.kind.strength) < ($1.start, $1.end, $1.kind.strength) }
        return Answer(address: address, periods: periods)
    }
}
