// A calendar server that accepts uploads, and returns a month as JSON or the feed as .ics.
//
//     HOST=127.0.0.1 PORT=8080 swift run CalendarServer
//     curl -T team.ics http://127.0.0.1:8080/calendars/team
//     curl 'http://127.0.0.1:8080/calendars/team/occurrences?month=2026-04&timeZone=Europe/Berlin'
//     curl http://127.0.0.1:8080/calendars/team
//     curl --data-binary @archive.ics 'http://127.0.0.1:8080/occurrences?days=7'
//
// This server keeps calendars in memory and has no authentication. A real server needs a database and accounts.

import Hummingbird
import HummingbirdCore
import Logging

@main
struct CalendarServer {
    static func main() async throws {
        let environment = Environment()
        let host = environment.get("HOST") ?? "127.0.0.1"
        let port = environment.get("PORT", as: Int.self) ?? 8080
        let configuration = ApplicationConfiguration(
            address: .hostname(host, port: port),
            serverName: "calendar-server"
        )
        try await buildApplication(configuration, logger: Logger(label: "calendar-server")).runService()
    }
}

/// Returns the application.
///
/// Tests run the application on another port.
func buildApplication(
    _ configuration: ApplicationConfiguration = .init(),
    limits: ServerLimits = .init(),
    logger: Logger
) -> some ApplicationProtocol {
    let router = Router(options: .autoGenerateHeadEndpoints)
    router.addMiddleware {
        LogRequestsMiddleware(.info)
        ProblemMiddleware()
    }
    CalendarController(storage: CalendarStorage(capacity: limits.calendars), limits: limits).addRoutes(
        to: router
    )

    var configuration = configuration
    configuration.availableConnectionsDelegate = MaximumAvailableConnections(limits.connections)
    return Application(
        router: router,
        server: .http1(configuration: .init(idleTimeout: .seconds(30))),
        configuration: configuration,
        logger: logger
    )
}
