import Foundation
import ICalendarStore
import Testing

@testable import EventKit

struct ConfigurationTests {
    @Test func `ICALENDAR_STORE sets the calendar folder`() {
        let configuration = Configurations.fromEnvironment([
            "ICALENDAR_STORE": "/srv/calendars", "HOME": "/nowhere",
        ])
        #expect(configuration.directory == "/srv/calendars")
    }

    @Test func `the default folder is created with a calendar`() throws {
        let home = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path()
        defer { try? FileManager.default.removeItem(atPath: home) }
        for variables in [["HOME": home], ["XDG_DATA_HOME": home + "/data"]] {
            var configuration = Configurations.fromEnvironment(variables)
            configuration.access = .allow
            configuration.stateDirectory = home + "/state"
            #expect(
                EKEventStore(configuration: configuration).calendars(for: .event).map(\.title) == ["Calendar"]
            )
        }
        #expect(Configurations.fromEnvironment(["HOME": home]).directory == home + "/.local/share/calendars")
        let relative = Configurations.fromEnvironment(["HOME": home, "XDG_DATA_HOME": "data"])
        #expect(relative.directory == home + "/.local/share/calendars")
    }

    @Test(arguments: [
        ("full", EKAuthorizationStatus.fullAccess), ("writeOnly", .writeOnly), ("denied", .denied),
        ("everything", .notDetermined),
    ])
    func `ICALENDAR_ACCESS decides access requests`(word: String, status: EKAuthorizationStatus) throws {
        let studio = try Studio()
        var configuration = Configurations.fromEnvironment([
            "ICALENDAR_STORE": studio.folder, "ICALENDAR_ACCESS": word,
        ])
        configuration.stateDirectory = studio.store.link.configuration.stateDirectory
        configuration.applicationName = "script"
        let found = OpenStores.status(.event, configuration)
        #expect(found.rawValue == status.rawValue)
    }

    @Test func `usage descriptions are read from a file next to the program`() throws {
        let studio = try Studio()
        let program = studio.folder + "/diary"
        #expect(Configurations.usageDescriptions(beside: program).isEmpty)
        let file = URL(filePath: program + ".usage.json")
        try Data(#"{"NSCalendarsFullAccessUsageDescription": "Shows your lessons."}"#.utf8).write(to: file)
        #expect(Configurations.usageDescriptions(beside: program).count == 1)
        try Data("[]".utf8).write(to: file)
        #expect(Configurations.usageDescriptions(beside: program).isEmpty)
    }

    @Test func `an access request shows the matching usage description`() async throws {
        let studio = try Studio(access: .notDetermined)
        var configuration = studio.store.link.configuration
        let shown = Shared<[String?]>([])
        configuration.usageDescriptions = [
            "NSCalendarsFullAccessUsageDescription": "Shows your lessons.",
            "NSRemindersUsageDescription": "Shows your tasks.",
        ]
        configuration.access = .init { request in
            shown.value.append(request.usageDescription)
            return .refused
        }
        let store = EKEventStore(configuration: configuration)
        #expect(try await store.requestWriteOnlyAccessToEvents() == false)
        #expect(try await store.requestFullAccessToReminders() == false)
        configuration.applicationName = "other"
        #expect(try await EKEventStore(configuration: configuration).requestFullAccessToEvents() == false)
        #expect(shown.value == [nil, "Shows your tasks.", "Shows your lessons."])
    }

    @Test func `a store with selected sources shows only their calendars`() throws {
        let studio = try Studio(["1/lunch.ics": Studio.lunch])
        let manager = FileManager.default
        try manager.createDirectory(
            atPath: studio.folder + "/account/team",
            withIntermediateDirectories: true
        )
        try studio.write("account/team/stand-up.ics", Studio.standUp)
        studio.store.refreshSourcesIfNecessary()
        let source = try #require(studio.store.source(withIdentifier: "account"))
        let store = EKEventStore(sources: [source])
        #expect(store.sources.map(\.title) == ["account"])
        #expect(store.calendars(for: .event).map(\.title) == ["team"])
        let end = Studio.monday.addingTimeInterval(86_400)
        let predicate = store.predicateForEvents(withStart: Studio.monday, end: end, calendars: nil)
        #expect(store.events(matching: predicate).map(\.title) == ["Stand-up"])
        #expect(source.calendars(for: .event).map(\.title) == ["team"])
        #expect(studio.store.sources.count == 2)
    }

    @Test func `a temporary folder is deleted with its store`() throws {
        var studio: Studio? = try Studio()
        let folder = try #require(studio?.folder)
        #expect(FileManager.default.fileExists(atPath: folder))
        #expect(studio?.store.eventStoreIdentifier.isEmpty == false)
        studio = nil
        // The watching thread may briefly keep the store alive.
        for _ in 1...500 where FileManager.default.fileExists(atPath: folder) { usleep(10_000) }
        #expect(!FileManager.default.fileExists(atPath: folder))
    }
}
