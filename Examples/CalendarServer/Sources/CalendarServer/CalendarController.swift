import Foundation
import Hummingbird
import ICalendar
import NIOPosix

/// The routes of the server.
struct CalendarController: Sendable {
    let storage: CalendarStorage
    let limits: ServerLimits

    func addRoutes(to router: Router<some RequestContext>) {
        router.group("calendars/:name")
            .put(use: upload)
            .get(use: feed)
            .delete(use: delete)
            .get("occurrences", use: occurrences)
        router.post("occurrences", use: search)
    }

    /// Stores the calendar in the body unless parts of it would be lost.
    @Sendable func upload(_ request: Request, context: some RequestContext) async throws -> Response {
        let name = try context.calendarName
        let body = try LimitedBody(of: request, limit: limits.calendarSize)
        let reading = limits.reading
        let file = try await withDeadline(limits.uploadTime) {
            try await CalendarFile(chunks: body, name: name, limits: reading, threads: 1)
        }
        // Reading reports invalid lines and values. Expansion reports events that cannot be expanded.
        let (diagnostics, ics) = try await NIOThreadPool.singleton.runIfActive {
            let occurrences = file.occurrences(
                in: try .days(1, from: Date(), in: .utc),
                options: reading.expansion
            )
            return (file.diagnostics + occurrences.diagnostics, [UInt8](file.icsData()))
        }
        context.logger.report(diagnostics)
        let losses = diagnostics.filter { $0.severity == .error }
        guard losses.isEmpty else {
            throw Problem(.unprocessableContent, "parts of the calendar cannot be read", losses)
        }
        let isNew = try await storage.store(ics, as: name)
        return Response(status: isNew ? .created : .noContent)
    }

    /// Sends the calendar, or 304 if the client has the current version.
    @Sendable func feed(_ request: Request, context: some RequestContext) async throws -> Response {
        let feed = try await storage.feed(named: context.calendarName)
        var headers: HTTPFields = [.eTag: feed.eTag, .cacheControl: "no-cache"]
        if request.hasCurrent(feed.eTag) { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = "text/calendar; charset=utf-8"
        headers[.xContentTypeOptions] = "nosniff"
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: feed.ics))
        )
    }

    @Sendable func delete(_ request: Request, context: some RequestContext) async throws -> Response {
        try await storage.delete(context.calendarName)
        return Response(status: .noContent)
    }

    /// Sends the occurrences of a stored calendar.
    @Sendable func occurrences(_ request: Request, context: some RequestContext) async throws -> Response {
        let name = try context.calendarName
        let feed = try await storage.feed(named: name)
        let reading = limits.reading
        let occurrences = try await NIOThreadPool.singleton.runIfActive {
            let window = try OccurrenceWindow(query: request.uri.queryParameters)
            var search = OccurrenceSearch(in: window, options: reading.expansion, threads: 1)
            try search.read(bytes: feed.ics, name: name)
            return search.occurrences()
        }
        return try await answer(with: occurrences, to: request, context)
    }

    /// Sends the occurrences of the calendar in the body, which is not stored and may be large.
    @Sendable func search(_ request: Request, context: some RequestContext) async throws -> Response {
        let body = try LimitedBody(of: request, limit: limits.searchSize)
        let reading = limits.reading
        let window = try await NIOThreadPool.singleton.runIfActive {
            try OccurrenceWindow(query: request.uri.queryParameters)
        }
        let (search, diagnostics) = try await withDeadline(limits.uploadTime) {
            var search = OccurrenceSearch(in: window, options: reading.expansion, threads: 1)
            let diagnostics = try await search.read(chunks: body)
            return (search, diagnostics)
        }
        context.logger.report(diagnostics)
        let occurrences = try await NIOThreadPool.singleton.runIfActive { search.occurrences() }
        return try await answer(with: occurrences, to: request, context)
    }

    /// Returns the occurrences as a JSON array, or as one JSON object per line if the client accepts NDJSON.
    private func answer(
        with occurrences: Occurrences,
        to request: Request,
        _ context: some RequestContext
    ) async throws -> Response {
        context.logger.report(occurrences.diagnostics)
        let acceptsLines = request.headers[.accept]?.contains("application/x-ndjson") ?? false
        return Response(
            status: .ok,
            headers: [
                .contentType: acceptsLines ? "application/x-ndjson" : "application/json",
                .cacheControl: "no-cache", .vary: "Accept",
            ],
            body: acceptsLines
                ? .lines(of: occurrences) : try await .array(of: occurrences, limit: limits.arraySize)
        )
    }
}

extension RequestContext {
    /// The name of the calendar in the path.
    fileprivate var calendarName: String {
        get throws {
            let name = try parameters.require("name")
            guard name.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._-]{0,99}/) != nil else {
                throw Problem(
                    .badRequest,
                    "the name of a calendar has 1 to 100 letters, digits, '.', '_' and '-'"
                )
            }
            return name
        }
    }
}

extension Request {
    /// Returns whether the client has the representation with a tag (RFC 9110, 13.1.2).
    fileprivate func hasCurrent(_ eTag: String) -> Bool {
        guard let known = headers[.ifNoneMatch] else { return false }
        return known.split(separator: ",").contains { tag in
            let tag = tag.filter { $0 != " " && $0 != "\t" }
            return tag == "*" || tag == eTag || tag == "W/\(eTag)"
        }
    }
}
