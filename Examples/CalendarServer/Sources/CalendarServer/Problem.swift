import Foundation
import Hummingbird
import ICalendar

/// An error as JSON for the client (RFC 9457).
struct Problem: HTTPResponseError {
    /// A line of a calendar that cannot be read.
    private struct Line: Encodable {
        let line: Int?
        let code: String
        let message: String
    }

    private struct Document: Encodable {
        let status: Int
        let title: String
        let detail: String
        let errors: [Line]?
    }

    let status: HTTPResponse.Status
    let detail: String
    let diagnostics: [Diagnostic]

    init(_ status: HTTPResponse.Status, _ detail: String, _ diagnostics: [Diagnostic] = []) {
        (self.status, self.detail, self.diagnostics) = (status, detail, diagnostics)
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        let lines = diagnostics.map { Line(line: $0.line, code: "\($0.code)", message: $0.message) }
        let document = Document(
            status: status.code,
            title: status.reasonPhrase,
            detail: detail,
            errors: lines.isEmpty ? nil : lines
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Response(
            status: status,
            headers: [.contentType: "application/problem+json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try encoder.encode(document)))
        )
    }
}

extension HTTPResponse.Status {
    static var insufficientStorage: Self { .init(code: 507, reasonPhrase: "Insufficient Storage") }
}

/// A middleware that returns errors of the calendar library as problems.
struct ProblemMiddleware<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as CalendarError {
            switch error.code {
            case .notACalendar: throw Problem(.unprocessableContent, error.detail)
            case .unknownTimeZone, .invalidValue, .invalidWindow: throw Problem(.badRequest, error.detail)
            default: throw error
            }
        }
    }
}
