import ICalendar
import TestTraits
import Testing

@testable import ICalendarStore

/// The law of generated messages: delivered twice and in any order, they produce the same state for everyone.
@Suite struct MadeMessageTests {
    /// The seeds.
    ///
    /// `make test-all` runs all of them.
    private static let seeds: Range<UInt64> = TestRun.isComplete ? 0..<300 : 0..<24

    @Test(arguments: seeds)
    func `messages about random changes produce the same state for everyone`(seed: UInt64) throws {
        let meeting = try RandomMeeting(seed: seed)
        for _ in 0..<(10 + Int(seed % 15)) { try meeting.step() }
        try meeting.deliverAll()
        #expect(meeting.changedByQuestions.isEmpty, "\(meeting.notes)")
        for (name, guest) in meeting.guests {
            let expected = try meeting.organizerState(for: name, isOwn: true)
            let found = try guest.state(isOwn: true)
            #expect(found == expected, "\(name)\n\(meeting.notes)")
        }
        try meeting.finish()
        for (name, guest) in meeting.guests {
            let expected = try meeting.organizerState(for: name, isOwn: false)
            #expect(try guest.state(isOwn: false) == expected, "\(name), at last\n\(meeting.notes)")
            #expect(guest.keepsPersonal, "\(name)\n\(meeting.notes)")
            for _ in 0..<(TestRun.isComplete ? 3 : 2) {
                let (other, order) = try meeting.replayed(name)
                #expect(try other.state(isOwn: false) == expected, "\(name): \(order)")
                #expect(other.keepsPersonal, "\(name): \(order)")
            }
        }
        let names = meeting.guests.keys.sorted()
        let states = try names.map { try meeting.organizerState(for: $0, isOwn: false) }
        try meeting.repeatToOrganizer()
        let again = try names.map { try meeting.organizerState(for: $0, isOwn: false) }
        #expect(again == states, "\(meeting.notes)")
    }
}
