import Foundation
import Testing

@testable import EventKit

struct AlarmTests {
    @Test func `absoluteDate and relativeOffset clear each other`() {
        let alarm = EKAlarm(relativeOffset: -600)
        #expect(alarm.relativeOffset == -600 && alarm.absoluteDate == nil)
        alarm.absoluteDate = Studio.monday
        #expect(alarm.relativeOffset == 0 && alarm.absoluteDate == Studio.monday)
        alarm.relativeOffset = 300
        #expect(alarm.relativeOffset == 300 && alarm.absoluteDate == nil)
        #expect(EKAlarm(absoluteDate: Studio.monday).absoluteDate == Studio.monday)
        #expect(EKAlarm().relativeOffset == 0)
    }

    @Test(arguments: [TimeInterval.infinity, -.infinity, .nan, 1e300])
    func `an infinite or invalid offset does not crash`(offset: TimeInterval) {
        #expect(EKAlarm(relativeOffset: offset).relativeOffset.isFinite)
    }

    @Test func `alarms are saved with the event`() throws {
        let studio = try Studio()
        let event = studio.newEvent("Pottery")
        #expect(!event.hasAlarms && event.alarms == nil)
        event.addAlarm(EKAlarm(relativeOffset: -600))
        event.addAlarm(EKAlarm(absoluteDate: Studio.monday))
        try studio.store.save(event, span: .thisEvent)
        let saved = try #require(studio.events().first)
        #expect(saved.alarms?.map(\.relativeOffset) == [-600, 0] && saved.hasAlarms)
        saved.removeAlarm(try #require(saved.alarms?.first))
        try studio.store.save(saved, span: .thisEvent)
        #expect(studio.events().first?.alarms?.compactMap(\.absoluteDate) == [Studio.monday])
        saved.alarms = nil
        #expect(saved.hasChanges && saved.alarms == nil)
    }

    @Test func `an alarm relative to the end is kept and shown relative to the start`() throws {
        let alarm = "BEGIN:VALARM\nACTION:AUDIO\nTRIGGER;RELATED=END:-PT10M\nEND:VALARM"
        let studio = try Studio(["1/a.ics": Studio.lunch + "\n" + alarm])
        let event = try #require(studio.events().first)
        #expect(event.alarms?.first?.relativeOffset == 3000 && event.alarms?.first?.type == .audio)
        event.title = "Dinner"
        try studio.store.save(event, span: .thisEvent)
        #expect(try studio.texts().joined().contains("RELATED=END"))
        event.endDate = event.endDate.addingTimeInterval(600)
        try studio.store.save(event, span: .thisEvent)
        #expect(event.alarms?.first?.relativeOffset == 3600)
    }

    @Test func `the action of an alarm determines its type`() throws {
        let alarms = ["DISPLAY", "AUDIO", "EMAIL", "PROCEDURE"].map {
            "BEGIN:VALARM\nACTION:\($0)\nTRIGGER:-PT10M\nEND:VALARM"
        }
        let event = try #require(
            Studio(["1/a.ics": Studio.lunch + "\n" + alarms.joined(separator: "\n")]).events().first
        )
        #expect(event.alarms?.map(\.type) == [.display, .audio, .email, .procedure])
    }

    @Test func `an address, a sound and a program are mutually exclusive and determine the type`() throws {
        let studio = try Studio()
        let event = studio.newEvent("Pottery")
        let alarm = EKAlarm(relativeOffset: -600)
        #expect(alarm.type == .display && alarm.emailAddress == nil && alarm.soundName == nil)
        #expect(alarm.url == nil)
        alarm.emailAddress = "jane@studio.example"
        #expect(alarm.type == .email && alarm.emailAddress == "jane@studio.example")
        alarm.soundName = "Basso"
        #expect(alarm.type == .audio && alarm.soundName == "Basso" && alarm.emailAddress == nil)
        alarm.emailAddress = nil
        #expect(alarm.type == .audio)
        event.addAlarm(alarm)
        let mail = EKAlarm(absoluteDate: Studio.monday)
        mail.emailAddress = "jane@studio.example"
        event.addAlarm(mail)
        try studio.store.save(event, span: .thisEvent)
        let saved = try #require(studio.events().first?.alarms)
        #expect(saved.map(\.type) == [.audio, .email] && saved[0].soundName == "Basso")
        #expect(saved[1].emailAddress == "jane@studio.example" && saved[1].absoluteDate == Studio.monday)
        #expect(saved[0].relativeOffset == -600)
        saved[0].soundName = nil
        #expect(saved[0].type == .display)
        alarm.url = URL(string: "file:///bin/true")
        #expect(alarm.type == .procedure && alarm.url?.path() == "/bin/true" && alarm.soundName == nil)
    }

    @Test func `an alarm that runs a program is kept, but cannot be added or changed`() throws {
        let procedure = "BEGIN:VALARM\nACTION:PROCEDURE\nATTACH:file:///bin/true\nTRIGGER:-PT10M\nEND:VALARM"
        let studio = try Studio(["1/a.ics": Studio.lunch + "\n" + procedure])
        let event = try #require(studio.events().first)
        #expect(event.alarms?.first?.url?.path() == "/bin/true")
        event.title = "Dinner"
        try studio.store.save(event, span: .thisEvent)
        #expect(try studio.texts().joined().contains("PROCEDURE"))
        event.alarms?.first?.url = URL(string: "file:///bin/false")
        #expect(code { try studio.store.save(event, span: .thisEvent) } == .procedureAlarmsNotMutable)
        let new = studio.newEvent("Pottery")
        let alarm = EKAlarm()
        alarm.url = URL(string: "file:///bin/true")
        new.addAlarm(alarm)
        #expect(code { try studio.store.save(new, span: .thisEvent) } == .procedureAlarmsNotMutable)
    }

    @Test func `an alarm of a reminder cannot send email`() throws {
        let studio = try Studio()
        let reminder = EKReminder(eventStore: studio.store)
        reminder.calendar = studio.store.defaultCalendarForNewReminders()
        let alarm = EKAlarm(absoluteDate: Studio.monday)
        alarm.emailAddress = "jane@studio.example"
        reminder.addAlarm(alarm)
        #expect(code { try studio.store.save(reminder, commit: true) } == .reminderAlarmContainsEmailOrUrl)
        alarm.soundName = "Basso"
        #expect(code { try studio.store.save(reminder, commit: true) } == nil)
    }

    @Test func `an alarm can depend on a location`() throws {
        let studio = try Studio()
        let event = studio.newEvent("Pottery")
        let alarm = EKAlarm()
        alarm.proximity = .enter
        alarm.structuredLocation = EKStructuredLocation(title: "Studio")
        alarm.structuredLocation?.geoLocation = CLLocation(latitude: 52.5, longitude: 13.4)
        event.addAlarm(alarm)
        try studio.store.save(event, span: .thisEvent)
        let saved = try #require(studio.events().first?.alarms?.first)
        #expect(saved.proximity == .enter && saved.structuredLocation?.title == "Studio")
        #expect(saved.structuredLocation?.geoLocation?.coordinate.longitude == 13.4)
        #expect(saved.absoluteDate == nil)
        saved.proximity = .leave
        #expect(saved.proximity == .leave && (saved.copy() as? EKAlarm)?.proximity == .leave)
        saved.proximity = .none
        #expect(saved.proximity == .none && saved.relativeOffset == 0)
    }

    @Test func `the location of an alarm can be an RFC 9074 component`() throws {
        let place = "BEGIN:VLOCATION\nUID:1\nNAME:Office\nURL:geo:52.52,13.4\nEND:VLOCATION"
        let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nPROXIMITY:DEPART\nTRIGGER:-PT0S\n\(place)\nEND:VALARM"
        let event = try #require(Studio(["1/a.ics": Studio.lunch + "\n" + alarm]).events().first)
        let found = try #require(event.alarms?.first)
        #expect(found.proximity == .leave && found.structuredLocation?.title == "Office")
        #expect(!event.hasChanges)
    }

    @Test func `an alarm still belongs to its event after a save`() throws {
        let studio = try Studio()
        let event = studio.newEvent("Pottery")
        let (alarm, other) = (EKAlarm(relativeOffset: -600), EKAlarm(absoluteDate: Studio.monday))
        event.alarms = [alarm, other]
        try studio.store.save(event, span: .thisEvent)
        #expect(event.alarms?.first === alarm && event.alarms?.contains(other) == true && !event.hasChanges)
        alarm.relativeOffset = -60
        #expect(event.hasChanges)
        try studio.store.save(event, span: .thisEvent)
        #expect(studio.events().first?.alarms?.map(\.relativeOffset) == [-60, 0])
        event.removeAlarm(alarm)
        try studio.store.save(event, span: .thisEvent)
        #expect(studio.events().first?.alarms?.map(\.absoluteDate) == [Studio.monday])
        event.refresh()
        #expect(event.alarms?.first === other)
    }

    @Test func `after a save, an alarm that another program has changed is read again`() throws {
        let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\nTRIGGER:-PT10M\nEND:VALARM"
        let studio = try Studio(["1/a.ics": Studio.lunch + "\n" + alarm])
        let event = try #require(studio.events().first)
        let old = try #require(event.alarms?.first)
        event.title = "Dinner"
        let changed = alarm.replacingOccurrences(of: "PT10M", with: "PT20M")
        try studio.write("1/a.ics", Studio.lunch + "\n" + changed)
        studio.store.refreshSourcesIfNecessary()
        try studio.store.save(event, span: .thisEvent)
        #expect(event.alarms?.map(\.relativeOffset) == [-1200] && event.alarms?.first !== old)
        #expect(!event.hasChanges && event.title == "Dinner")
    }

    @Test func `one of several equal alarms can be removed`() throws {
        let event = try Studio().newEvent("Pottery")
        let alarms = [EKAlarm(relativeOffset: -600), EKAlarm(relativeOffset: -600)]
        event.alarms = alarms
        event.removeAlarm(alarms[1])
        #expect(event.alarms?.count == 1 && event.alarms?.first === alarms[0])
        event.removeAlarm(alarms[1])
        event.removeAlarm(alarms[0])
        #expect(event.alarms == nil && !event.hasAlarms)
    }

    @Test func `removing the proximity of an alarm restores its time`() {
        let alarm = EKAlarm(relativeOffset: -600)
        alarm.proximity = .enter
        alarm.proximity = .leave
        #expect(alarm.relativeOffset == -600 && alarm.absoluteDate == nil)
        alarm.absoluteDate = Studio.monday
        #expect(alarm.absoluteDate == Studio.monday && alarm.relativeOffset == 0)
        let copy = alarm.copy() as? EKAlarm
        #expect(copy?.absoluteDate == Studio.monday && copy?.proximity == .leave)
        alarm.proximity = .none
        #expect(alarm.absoluteDate == Studio.monday && alarm.proximity == .none)
    }
}
