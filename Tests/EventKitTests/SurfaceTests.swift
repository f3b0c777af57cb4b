import Foundation
import Testing

@testable import EventKit

/// Tests of the names, raw values and errors of Apple's EventKit.
///
/// `Surface` uses each declaration once; the compiler checks these uses.
struct SurfaceTests {
    private static let here = URL(filePath: #filePath).deletingLastPathComponent()

    private func lines() throws -> [Substring] {
        let text = try String(contentsOf: Self.here.appending(path: "surface.txt"), encoding: .utf8)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    }

    @Test func `at least 394 of 398 declarations are implemented, and the others have a reason`() throws {
        let lines = try lines()
        let omitted = lines.filter { $0.hasPrefix("-") }
        #expect(lines.count == 398 && omitted.count <= 4)
        #expect(omitted.allSatisfy { $0.contains("\t") })
    }

    @Test func `the documentation names every missing declaration`() throws {
        let article = "../../Sources/EventKit/EventKit.docc/Differences-from-Apple.md"
        let text = try String(contentsOf: Self.here.appending(path: article), encoding: .utf8)
        for line in try lines() where line.hasPrefix("-") {
            #expect(text.contains("`\(line.dropFirst().prefix { $0 != "\t" })`"), "\(line)")
        }
    }

    @Test func `errors match Apple's codes, domain and catch patterns`() {
        let error: any Error = EKError(.noCalendar)
        #expect((error as NSError).domain == "EKErrorDomain" && (error as NSError).code == 1)
        #expect(EKError.last.rawValue == 37 && EKError.Code(rawValue: 38) == nil)
        #expect((0...37).allSatisfy { EKError.Code(rawValue: $0) != nil })
        do { throw error } catch EKError.noCalendar {} catch { Issue.record("another error") }
        #expect(EKError(.noCalendar) == EKError(.noCalendar))
        let described = EKError(.noCalendar, userInfo: [NSLocalizedDescriptionKey: "no calendar"])
        #expect(described.localizedDescription == "no calendar" && described.errorUserInfo.count == 1)
    }

    @Test func `an EKError can be caught as NSError, and an NSError as EKError`() {
        do {
            throw EKError(.noCalendar, userInfo: [NSLocalizedDescriptionKey: "no calendar"])
        } catch let error as NSError {
            #expect(error.domain == EKErrorDomain && error.code == EKError.noCalendar.rawValue)
            #expect(error.localizedDescription == "no calendar" && (error as Error) is EKError)
        }
        let error: any Error = NSError(domain: EKErrorDomain, code: 29)
        #expect((error as? EKError)?.code == .eventStoreNotAuthorized)
        let others: [any Error] = [
            NSError(domain: EKErrorDomain, code: 99), NSError(domain: NSCocoaErrorDomain, code: 1),
        ]
        #expect(others.allSatisfy { !($0 is EKError) })
    }

    @Test func `initializers return nil for unknown raw values`() {
        #expect(
            EKEntityType(rawValue: 2) == nil && EKSpan(rawValue: 2) == nil && EKWeekday(rawValue: 0) == nil
        )
        #expect(EKAuthorizationStatus(rawValue: 5) == nil && EKEventAvailability(rawValue: -2) == nil)
        #expect(EKReminderPriority(rawValue: 2) == nil && EKCalendarType(rawValue: 5) == nil)
    }

    @Test func `virtual conference providers do nothing unless overridden`() async {
        final class Rooms: EKVirtualConferenceProvider, @unchecked Sendable {
            override func fetchAvailableRoomTypes() async throws -> [EKVirtualConferenceRoomTypeDescriptor] {
                [EKVirtualConferenceRoomTypeDescriptor(title: "Studio", identifier: "studio")]
            }
        }
        await #expect(throws: EKError.self) {
            try await EKVirtualConferenceProvider().fetchVirtualConference(identifier: "studio")
        }
        let types = await withCheckedContinuation { next in
            Rooms().fetchAvailableRoomTypes { types, _ in next.resume(returning: types?.map(\.identifier)) }
        }
        #expect(types == ["studio"])
    }

    @Test func `the event store can conform to a program's own protocol`() async throws {
        let source: any ReminderSource = try Studio(["1/a.ics": Studio.plants]).store
        let count = await withCheckedContinuation { next in
            _ = source.fetchReminders(matching: source.predicateForReminders(in: nil)) {
                next.resume(returning: $0?.count)
            }
        }
        #expect(count == 1)
    }

    @Test func `a subclass can mock the event store`() async throws {
        final class Mock: EKEventStore, @unchecked Sendable {
            var saved: [EKCalendarItem] = []
            override class func authorizationStatus(for entityType: EKEntityType) -> EKAuthorizationStatus {
                .fullAccess
            }
            override func requestAccess(to entityType: EKEntityType) async throws -> Bool { true }
            override var sources: [EKSource] { [] }
            override func calendars(for entityType: EKEntityType) -> [EKCalendar] {
                [EKCalendar(for: entityType, eventStore: self)]
            }
            override func events(matching predicate: NSPredicate) -> [EKEvent] { [EKEvent(eventStore: self)] }
            override func fetchReminders(
                matching predicate: NSPredicate,
                completion: @escaping ([EKReminder]?) -> Void
            ) -> Any { completion([EKReminder(eventStore: self)]) }
            override func save(_ event: EKEvent, span: EKSpan, commit: Bool) throws { saved.append(event) }
            override func save(_ reminder: EKReminder, commit: Bool) throws { saved.append(reminder) }
        }
        try await EKEventStore.withTemporary {
            let mock = Mock()
            let all = NSPredicate(value: true)
            #expect(Mock.authorizationStatus(for: .event) == .fullAccess)
            #expect(try await mock.requestAccess(to: .event))
            #expect(mock.sources == [] && mock.calendars(for: .event).count == 1)
            // Inherited methods call the overridden methods.
            try mock.save(mock.events(matching: all)[0], span: .thisEvent)
            try mock.save(EKReminder(eventStore: mock), commit: true)
            #expect(mock.saved.count == 2)
            let found = await withCheckedContinuation { next in
                _ = mock.fetchReminders(matching: all) { next.resume(returning: $0?.count) }
            }
            #expect(found == 1)
            #expect(
                await withCheckedContinuation { next in
                    mock.requestAccess(to: .event) { isGranted, _ in next.resume(returning: isGranted) }
                }
            )
        }
    }
}

/// A protocol that programs declare in order to replace the event store in their tests.
private protocol ReminderSource {
    func predicateForReminders(in calendars: [EKCalendar]?) -> NSPredicate
    func fetchReminders(matching predicate: NSPredicate, completion: @escaping ([EKReminder]?) -> Void) -> Any
    func save(_ reminder: EKReminder, commit: Bool) throws
    func remove(_ reminder: EKReminder, commit: Bool) throws
}

extension EKEventStore: ReminderSource {}
