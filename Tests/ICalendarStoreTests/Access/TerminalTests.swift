import Foundation
import SystemIO
import ICalendar
import Testing

@testable import ICalendarStore

#if os(Linux)
    import Glibc

    /// Tests access requests on a terminal, with the test acting as the user.
    struct TerminalTests {
        /// Both ends of a pseudoterminal.
        private final class Person: @unchecked Sendable {
            let device: CalendarPath
            /// The text displayed before each answer.
            let shown = Lock<[String]>([])
            private let end: Int32

            init() throws {
                end = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
                try #require(end >= 0)
                // The ioctls TIOCSPTLCK and TIOCGPTN replace unlockpt and ptsname, which are not available in
                // Swift.
                var number: Int32 = 0
                try #require(unsafe ioctl(end, 0x4004_5431, &number) == 0)
                try #require(unsafe ioctl(end, 0x8004_5430, &number) == 0)
                device = CalendarPath("/dev/pts/\(number)")
            }

            deinit { _ = close(end) }

            /// Waits until the output ends with the given text, and returns the output since the last call.
            func wait(for ending: String) -> String {
                var shown: [UInt8] = []
                while !shown.elementsEqual(ending.utf8),
                    !shown.suffix(ending.utf8.count).elementsEqual(ending.utf8)
                {
                    var byte: UInt8 = 0
                    guard unsafe read(end, &byte, 1) == 1 else { break }
                    shown.append(byte)
                }
                return String(decoding: shown, as: UTF8.self)
            }

            func type(_ line: String) {
                let bytes = Array(line.utf8)
                _ = unsafe bytes.withUnsafeBytes { unsafe write(end, $0.baseAddress, $0.count) }
            }
        }

        private static func request(_ kind: AccessRequest.Kind, _ folder: StoreFolder) throws -> AccessRequest
        {
            AccessRequest(
                kind: kind,
                isUpgrade: false,
                applicationName: "diary",
                directory: CalendarPath("/srv/calendars"),
                calendars: try folder.open(.allow).calendars(for: .event)
            )
        }

        /// Answers a series of prompts, each recognized by its ending.
        private static func play(
            _ request: AccessRequest,
            _ answers: [(String, String)]
        ) throws -> (decision: AccessDecision, shown: [String]) {
            let person = try Person()
            // Uses a dedicated thread, because tests share few threads and both sides wait for each other.
            let playing = WorkerThread {
                for (question, answer) in answers {
                    let text = person.wait(for: question)
                    person.shown.withLock { $0.append(text) }
                    person.type(answer)
                }
            }
            defer { playing?.join() }
            let decision = try AccessHandler.decision(request, on: person.device)
            return (decision, person.shown.withLock { $0 })
        }

        @Test(arguments: [("y\n", true), ("Yes \n", true), ("n\n", false), ("\n", false), ("no\n", false)])
        func `the user answers yes or no, and an empty answer means no`(answer: String, isGranted: Bool)
            throws
        {
            let folder = try StoreFolder("a")
            let request = try Self.request(.fullAccessToEvents, folder)
            let (decision, shown) = try Self.play(request, [("[y/N] ", answer)])
            #expect(decision.isGranted == isGranted)
            #expect(
                shown.first?.split(whereSeparator: \.isNewline) == [
                    "diary requests full access to the events in /srv/calendars.",
                    "Allow it? The answer is remembered. [y/N] ",
                ]
            )
        }

        @Test func `the prompt shows the program's reason`() throws {
            let folder = try StoreFolder("a")
            var request = try Self.request(.fullAccessToEvents, folder)
            request.usageDescription = "Shows your\nlessons."
            let (_, shown) = try Self.play(request, [("[y/N] ", "n\n")])
            #expect(shown.first?.contains("  Shows your?lessons.") == true, "\(shown)")
        }

        @Test
        func
            `a person chooses the calendar for what a program adds, and is asked again for what is no answer`()
            throws
        {
            let folder = try StoreFolder("a", "b")
            try folder.write("b/displayname", "Evil\u{1B}[2J\u{202E}name")
            let request = try Self.request(.writeOnlyAccessToEvents, folder)
            let (decision, shown) = try Self.play(
                request,
                [
                    ("[y/N] ", "what\n"), ("y or n. [y/N] ", "y\n"), ("Number [1]: ", "7\n"),
                    ("2 [1]: ", "2\n"),
                ]
            )
            #expect(decision == .granted(savingIn: request.calendars[1]))
            #expect(shown.contains { $0.contains("  2  Evil?[2J?name") })
            #expect(!shown.joined().contains("\u{1B}"))
        }

        @Test func `input that ends without an answer decides nothing`() throws {
            let folder = try StoreFolder("a")
            let request = try Self.request(.fullAccessToEvents, folder)
            let error = #expect(throws: StoreError.self) {
                try Self.play(request, [("[y/N] ", "\u{4}")])
            }
            #expect(error?.code == .eventStoreNotAuthorized)
            #expect(error?.description.contains("no answer; nothing was remembered") == true)
        }

        @Test func `without a terminal, the request fails and the error explains how to fix it`() throws {
            let folder = try StoreFolder("a")
            let request = try Self.request(.fullAccessToEvents, folder)
            for device in ["/no/such/terminal", "/dev/null"] {
                let error = #expect(throws: StoreError.self) {
                    try AccessHandler.decision(request, on: CalendarPath(device))
                }
                #expect(error?.code == .eventStoreNotAuthorized)
                #expect(error?.description.contains("supply an access handler") == true)
            }
        }

        @Test func `a program without a terminal is denied access, and the denial is not stored`() throws {
            let folder = try StoreFolder("a")
            let state = try StoreFolder()
            let arguments = ["store", folder.path, state.path, "terminal", "request"]
            let result = try Child(arguments: arguments, through: ["setsid", "--wait"]).finish()
            #expect(result.status == 1)
            #expect(
                result.errors.contains("store-process: no terminal to ask for access (/dev/tty: ")
            )
            #expect(state.everything.isEmpty)
        }
    }
#endif
