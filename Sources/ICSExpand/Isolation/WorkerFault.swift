#if DEBUG
    import ICalendar

    import SystemIO
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// What tests let happen to a worker, in builds for debugging alone: where `ICS_EXPAND_FAULTS` is set, a file's name
    /// says what becomes of its reader.
    enum WorkerFault {
        static func occur(for input: Input) {
            guard ProcessInfo.processInfo.environment["ICS_EXPAND_FAULTS"] != nil,
                case .path(let path) = input
            else { return }
            let name = path.description
            if name.hasSuffix(".crash.ics") { _ = kill(getpid(), SIGSEGV) }
            if name.hasSuffix(".status.ics") { exit(7) }
            if name.hasSuffix(".hang.ics") { while true { _ = sleep(1000) } }
            if name.hasSuffix(".spin.ics") { while getpid() != 0 {} }
            if name.hasSuffix(".deep.ics") { _ = depth(of: 0) }
            if name.hasSuffix(".eat.ics") {
                var meals: [[UInt8]] = []
                while true { meals.append([UInt8](repeating: UInt8(meals.count & 1), count: 1 << 20)) }
            }
        }

        /// Needs more stack than there is, also where calls are optimised: the system is asked behind each of them.
        private static func depth(of number: Int) -> Int {
            number == .max ? 0 : max(depth(of: number + 1), Int(getpid()))
        }
    }
#endif
