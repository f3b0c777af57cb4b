import HTTPTypes
import Hummingbird
import ICSWeb
import NIOCore
import Synchronization

/// A container for the pages, which exist only once the server listens.
final class PagesBox: Sendable {
    private let calendar = Mutex<WebCalendar?>(nil)

    func set(_ calendar: WebCalendar) { self.calendar.withLock { $0 = calendar } }

    var value: WebCalendar? { calendar.withLock { $0 } }
}

/// A responder that passes requests to the pages and enforces limits on time and size.
struct PagesResponder: HTTPResponder {
    typealias Context = BasicRequestContext

    let pages: PagesBox

    /// The maximum time for a whole request to arrive.
    private static let patience = Duration.seconds(30)

    func respond(to request: Request, context: Context) async throws -> Response {
        guard let calendar = pages.value else { return Response(status: .serviceUnavailable) }
        let body: ByteBuffer
        do {
            body = try await Self.collected(request.body)
        } catch is CancellationError {
            return Response(status: .requestTimeout)
        } catch {
            return Response(status: .contentTooLarge)
        }
        var headers = request.headers.map { (name: $0.name.rawName, value: $0.value) }
        headers.append(("Host", request.head.authority ?? ""))
        let answer = await calendar.answer(
            to: WebRequest(
                method: request.method.rawValue,
                target: request.head.path ?? "",
                headers: headers,
                body: Array(body.readableBytesView)
            )
        )
        var fields = HTTPFields()
        for (name, value) in answer.headers {
            if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
        }
        let status = HTTPResponse.Status(code: answer.status)
        switch answer.body {
        case .bytes(let bytes):
            return Response(
                status: status,
                headers: fields,
                body: .init(byteBuffer: ByteBuffer(bytes: bytes))
            )
        case .events(let events):
            return Response(
                status: status,
                headers: fields,
                body: ResponseBody { writer in
                    for await bytes in events { try await writer.write(ByteBuffer(bytes: bytes)) }
                    try await writer.finish(nil)
                }
            )
        }
    }

    private static func collected(_ body: RequestBody) async throws -> ByteBuffer {
        try await withThrowingTaskGroup(of: ByteBuffer.self) { group in
            group.addTask { try await body.collect(upTo: WebCalendar.mostBodyBytes) }
            group.addTask {
                try await Task.sleep(for: patience)
                throw CancellationError()
            }
            defer { group.cancelAll() }
            return try await group.next() ?? ByteBuffer()
        }
    }
}
