#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The fuzzer's main program, which runs the target named by the environment variable `FUZZ_TARGET`.
@main
enum Fuzz {
    /// The test functions by target name.
    private static let targets: [String: @Sendable ([UInt8]) -> Void] = [
        "reading": ReadingTarget.run,
        "writing": WritingTarget.run,
        "rules": RulesTarget.run,
        "zones": ZonesTarget.run,
        "exchange": ExchangeTarget.run,
        "calendars": CalendarsTarget.run,
        "wild": WildTarget.run,
        "answers": AnswersTarget.run,
    ]

    /// The target for this run.
    static let target: (@Sendable ([UInt8]) -> Void)? = unsafe getenv("FUZZ_TARGET").flatMap {
        unsafe targets[String(cString: $0)]
    }

    /// Whether to print the calendars that targets generate from their inputs, to investigate a finding
    /// (`FUZZ_SHOW=1`).
    static let showsInputs = unsafe getenv("FUZZ_SHOW") != nil

    static func main() {
        guard target != nil else {
            print("FUZZ_TARGET must be one of: \(targets.keys.sorted().joined(separator: ", "))")
            exit(2)
        }
        var count = CommandLine.argc
        var arguments = unsafe CommandLine.unsafeArgv
        exit(unsafe runDriver(&count, &arguments, testOneInput))
    }
}

/// Ends the program with a message that libFuzzer reports as a finding.
func broken(_ law: String) -> Never {
    print("LAW BROKEN: \(law)")
    fflush(nil)
    abort()
}

/// Ends the program if a law does not hold.
///
/// The message is evaluated only if the law is violated.
func holds(_ condition: Bool, _ law: @autoclosure () -> String) {
    if !condition { broken(law()) }
}

/// The libFuzzer main loop.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The function that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe Fuzz.target?(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
