import ICalendar
import Testing
import SystemIO

@testable import ics_expand

@Suite struct ProgressLineTests {
    /// A clock that advances only when set, and the text written so far.
    private final class Stage: Sendable {
        private let state = Lock((now: ContinuousClock.now, written: [String]()))
        var now: ContinuousClock.Instant { state.withLock { $0.now } }
        var written: [String] { state.withLock { $0.written } }
        func wait(_ milliseconds: Int) { state.withLock { $0.now += .milliseconds(milliseconds) } }
        func write(_ bytes: [UInt8]) {
            state.withLock { $0.written.append(String(decoding: bytes, as: UTF8.self)) }
        }
    }

    @Test func `reading for less than a second shows no progress`() {
        let stage = Stage()
        let line = ProgressLine(now: { stage.now }, write: { stage.write($0) })
        line.begin(total: 100)
        line.add(50)
        stage.wait(999)
        line.add(50)
        line.erase()
        #expect(stage.written.isEmpty)
    }

    @Test func `a line is rewritten ten times a second and removed at the end`() {
        let stage = Stage()
        let line = ProgressLine(now: { stage.now }, write: { stage.write($0) })
        line.begin(total: 4_000_000)
        stage.wait(1000)
        line.add(1_000_000)
        stage.wait(99)
        line.add(1_000_000)
        stage.wait(901)
        line.add(0)
        line.erase()
        line.erase()
        #expect(
            stage.written == [
                "\rreading: 1.0 MB of 4.0 MB, 1.0 MB/s, 3 s left\u{1B}[K",
                "\rreading: 2.0 MB of 4.0 MB, 1.0 MB/s, 2 s left\u{1B}[K",
                "\r\u{1B}[K",
            ]
        )
    }

    @Test(
        arguments: [
            (0, nil, "reading: 0 B, 0 B/s"), (999, nil, "reading: 999 B, 500 B/s"),
            (9_960_000, nil, "reading: 10 MB, 5.0 MB/s"), (999_500, nil, "reading: 1.0 MB, 500 kB/s"),
            (3_000_000_000_000, 4, "reading: 3.0 TB, 1.5 TB/s"),
            (500, 1000, "reading: 500 B of 1.0 kB, 250 B/s, 2 s left"),
        ] as [(Int, Int?, String)]
    )
    func `progress is shown with two or three significant digits`(bytes: Int, total: Int?, text: String) {
        #expect("\(ProgressText(bytes: bytes, total: total, seconds: 2))" == text)
    }

    @Test func `progress is shown only if standard error is a terminal`() throws {
        let script = """
            { printf 'BEGIN:VCALENDAR\\n'; sleep 1.2; printf 'END:VCALENDAR\\n'; } | TERM=xterm ics-expand --count
            """
        let result = try BuiltProgram.shell(script)
        #expect(!result.errors.contains("reading"))
        #expect(!result.errors.contains("\u{1B}"))
    }
}
