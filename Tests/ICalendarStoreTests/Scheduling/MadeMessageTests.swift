import ICalendar
import TestTraits
import Testing

@testable import ICalendarStore

/// The law of the messages made here: delivered in any order and twice, they end in the same state everywhere.
@Suite struct MadeMessageTests {
    /// The seeds; `make test-all` tries them all.
    private static let seeds: Range<UInt64> = TestRun.isComplete ? 0..<150 : 0..<12

    /// Seeds whose guests end in different states: an answer of somebody who has delegated the meeting, and messages
    /// that arrive after those that a removal and a new invitation have outdated.
    private static let known: Set<UInt64> = [32, 103, 113]

    @Test(arguments: seeds)
    func `messages about random changes end in the same state everywhere`(seed: UInt64) throws {
        guard Self.known.contains(seed) else { return try check(seed) }
        withKnownIssue("some orders of messages end in different states") { try check(seed) }
    }

    private func check(_ seed: UInt64) throws {
        let meeting = try RandomMeeting(seed: seed)
        for _ in 0..<(10 + Int(seed % 15)) { try meeting.step() }
        try meeting.deliverAll()
        for (name, guest) in meeting.guests {
            let expected = try meeting.organizerState(for: name, isOwn: true)
            #expect(try guest.state(isOwn: true) == expected, "\(name)\n\(meeting.notes)")
        }
        try meeting.finish()
        for (name, guest) in meeting.guests {
            let expected = try meeting.organizerState(for: name, isOwn: false)
            #expect(try guest.state(isOwn: false) == expected, "\(name), at last\n\(meeting.notes)")
            #expect(guest.keepsPersonal, "\(name)\n\(meeting.notes)")
            for _ in 0..<4 {
                let (other, order) = try meeting.replayed(name)
                #expect(try other.state(isOwn: false) == guest.state(isOwn: false), "\(name): \(order)")
                #expect(other.keepsPersonal, "\(name): \(order)")
            }
            try meeting.repeatToOrganizer()
            #expect(try meeting.organizerState(for: name, isOwn: false) == expected, "\(meeting.notes)")
        }
    }
}
