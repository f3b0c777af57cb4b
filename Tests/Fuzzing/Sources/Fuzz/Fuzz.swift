#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The program: libFuzzer with one of the targets, which the environment's `FUZZ_TARGET` names.
@main
enum Fuzz {
    /// What becomes of some bytes, by the names of the targets.
    private static let targets: [String: @Sendable ([UInt8]) -> Void] = [
        "reading": ReadingTarget.run,
        "writing": WritingTarget.run,
        "rules": RulesTarget.run,
        "zones": ZonesTarget.run,
        "exchange": ExchangeTarget.run,
        "calendars": CalendarsTarget.run,
        "wild": WildTarget.run,
    ]

    /// The target of this run.
    static let target: (@Sendable ([UInt8]) -> Void)? = unsafe getenv("FUZZ_TARGET").flatMap {
        unsafe targets[String(cString: $0)]
    }

    static func main() {
        guard target != nil else {
            print("FUZZ_TARGET is none of: \(targets.keys.sorted().joined(separator: ", "))")
            exit(2)
        }
        var count = CommandLine.argc
        var arguments = unsafe CommandLine.unsafeArgv
        exit(unsafe runDriver(&count, &arguments, testOneInput))
    }
}

/// Ends the program with a message, which libFuzzer takes for a finding.
func broken(_ law: String) -> Never {
    print("LAW BROKEN: \(law)")
    fflush(nil)
    abort()
}

/// Ends the program when a law does not hold; the message is made only then.
func holds(_ condition: Bool, _ law: @autoclosure () -> String) {
    if !condition { broken(law()) }
}

/// The main loop of libFuzzer.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe Fuzz.target?(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
