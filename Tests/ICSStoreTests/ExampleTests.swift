import Foundation
import Testing

/// Tests the sample programs in Sources/Examples.
@Suite struct ExampleTests {
    @Test func `a drop-in lesson is written to standard output without access to the store`() throws {
        let store = try StoreProgram()
        let lesson = try store.start(["Wheel throwing", "2026-04-02 17:00"], program: "drop-in-lesson").wait()
        #expect(lesson.status == 0, "\(lesson.errors)")
        #expect(lesson.output.contains("BEGIN:VTIMEZONE"))
        #expect(try store.contents().keys.sorted() == ["home", "work"])
        #expect(try store.run("add", "--calendar", "home", input: lesson.output).status == 0)
        let event = try #require(try store.events().first)
        #expect(event["summary"] as? String == "Wheel throwing")
        #expect(event["end"] as? String == "2026-04-02T18:30:00+02:00")
        let wrong = try store.start(["A", "soon"], program: "drop-in-lesson").wait()
        #expect(wrong.status == 1)
        #expect(wrong.errors.hasPrefix("drop-in-lesson: "))
    }

    @Test func `repeating lessons are added with write-only access`() throws {
        let store = try StoreProgram()
        let arguments = ["--allow", store.calendars.path()]
        let lessons = try store.start(arguments, program: "repeating-lessons").wait()
        #expect(lessons.status == 0, "\(lessons.output)")
        #expect(lessons.output.contains("can add events but not read them"))
        #expect(try store.events().count == 10)
        let decided = try store.runAlone("access").output
        #expect(decided.contains("decided for repeating-lessons: events write-only"), "\(decided)")
        let other = try StoreProgram()
        let alone = try other.start([other.calendars.path()], program: "repeating-lessons").wait()
        #expect(alone.status == 1)
        #expect(try other.events().isEmpty)
    }

    @Test func `monthly events are listed and observed with full access`() throws {
        let store = try StoreProgram()
        _ = try store.add("Stand-up", "--repeat", "FREQ=DAILY;COUNT=4", "--location", "Room 4")
        let arguments = ["--allow", store.calendars.path(), "2026-04"]
        let month = try store.start(arguments, program: "monthly-events").wait()
        #expect(month.status == 0, "\(month.output)")
        #expect(month.lines.count == 3)
        #expect(month.output.contains("Stand-up, Room 4  [home]"))
        let follower = try store.start(arguments + ["--follow"], program: "monthly-events")
        defer { follower.stop() }
        // Standard output to a file is flushed at exit, so this only checks that the program keeps running.
        Thread.sleep(forTimeInterval: 0.5)
        #expect(follower.process.isRunning)
        #expect(try store.start(["nowhere"], program: "monthly-events").wait().status == 64)
    }
}
