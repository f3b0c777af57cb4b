import ArgumentParser
import Foundation
import Hummingbird
import ICSWeb
import ICalendar
import ICalendarStore
import Logging

@main
struct WebProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ics-web",
        abstract: "Show a folder of calendars in a browser, on this machine only.",
        discussion: """
            Prints and opens a link that works only once, in one browser. Nobody else on this machine can \
            use the pages, and no other machine can reach them. The program runs until it is interrupted.
            """
    )

    @Option(
        help: ArgumentHelp(
            "Folder of calendars (default: $ICS_STORE, or else ~/.local/share/calendars).",
            valueName: "folder"
        )
    )
    var store: String?

    @Option(help: ArgumentHelp("Port on 127.0.0.1 (default: any free port).", valueName: "number"))
    var port = 0

    @Option(help: ArgumentHelp("Display time zone (default: the system's).", valueName: "zone"))
    var timeZone: String?

    @Flag(help: "Only print the link.")
    var noOpen = false

    @Flag(help: "Answer yes to the access question, unless access was denied.")
    var yes = false

    @Flag(
        help: """
            Show one page for another program: read its request from standard input and print the user's action.
            """
    )
    var present = false

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port must be a number from 0 to 65535")
        }
    }

    private var folder: String {
        let environment = ProcessInfo.processInfo.environment
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let data = value("XDG_DATA_HOME") ?? NSHomeDirectory() + "/.local/share"
        return store ?? value("ICS_STORE") ?? data + "/calendars"
    }

    func run() async throws {
        guard present else { return try await serve(nil) }
        guard let page = ProgramPage() else { throw ValidationError("standard input has no request") }
        // Saving on the page counts as the user's consent; the other program itself gets no access.
        do { try await serve(page) } catch { page.end(WebTask.failure("\(error)")) }
    }

    private func serve(_ page: ProgramPage?) async throws {
        var options = EventStore.Options()
        options.applicationName = "ics-web"
        options.access = yes || page != nil ? .allowUnlessRefused : .terminal
        if let timeZone { options.timeZone = try Zone(identifier: timeZone) }
        let store = try EventStore(directory: folder, options: options)
        guard try await store.requestFullAccessToEvents() else {
            throw ValidationError("access to the events was denied")
        }
        _ = try await store.requestFullAccessToReminders()

        // The address contains the port, which is unknown until the server listens.
        let pages = PagesBox()
        let opens = !noOpen
        let server = Application(
            responder: PagesResponder(pages: pages),
            server: .http1(configuration: .init(idleTimeout: .seconds(30))),
            configuration: .init(address: .hostname("127.0.0.1", port: port), serverName: nil),
            onServerRunning: { channel in
                let calendar = WebCalendar(store, host: "127.0.0.1:\(channel.localAddress?.port ?? 0)")
                pages.set(calendar)
                if let page { return page.show(in: calendar, opens: opens) }
                let link = calendar.newLink()
                FileHandle.standardOutput.write(Data("\(link)\n".utf8))
                // If this fails, the user can open the printed link.
                if opens { try? LinkFile(link).open() }
            },
            logger: Logger(label: "ics-web") { _ in SwiftLogNoOpLogHandler() }
        )
        // Open windows never end their connections, so do not wait for them. Saves in progress are not affected.
        try await server.runService(gracefulShutdownSignals: [])
    }
}
