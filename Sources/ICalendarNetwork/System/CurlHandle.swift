#if Network
    import CCurl
    import SystemIO

    /// A libcurl handle.
    ///
    /// A handle performs one transfer at a time and keeps its connections open afterward.
    ///
    /// Only the thread that owns the handle may call its functions, except for ``wake()``.
    @safe
    final class CurlHandle: @unchecked Sendable {
        /// The functions that receive a response, wrapped in an object so that a reference to them can be passed
        /// through C.
        private final class Sink {
            let fields: (ArraySlice<UInt8>) -> Bool
            let body: (ArraySlice<UInt8>) -> Bool

            init(fields: @escaping (ArraySlice<UInt8>) -> Bool, body: @escaping (ArraySlice<UInt8>) -> Bool) {
                self.fields = fields
                self.body = body
            }
        }

        private let transfer: OpaquePointer

        static var isAvailable: Bool { ccurl_load() }

        /// Creates a handle, or returns nil if libcurl is missing.
        init?() {
            guard let transfer = unsafe ccurl_new() else { return nil }
            unsafe self.transfer = transfer
        }

        deinit {
            unsafe ccurl_free(transfer)
        }

        /// The number of body bytes received, before decompression.
        var received: Int { unsafe Int(ccurl_received(transfer)) }
        var sent: Int { unsafe Int(ccurl_sent(transfer)) }

        /// Replaces all settings from the previous transfer.
        func prepare(_ settings: CurlSettings) throws(CurlProblem) {
            let (scheme, reach) = (settings.proof.scheme, settings.reach.value)
            try check(unsafe ccurl_reset(transfer, scheme, reach, max(1, settings.connecting.milliseconds)))
            try set(CCURL_URL, settings.url)
            // The body is set before the method, since setting a body implies POST.
            if let body = settings.body { try set(body: body) }
            try set(CCURL_METHOD, settings.method)
            for line in settings.lines { try check(unsafe ccurl_add_header(transfer, line)) }
            if !settings.usesProxy { try set(CCURL_PROXY, "") }
            switch settings.proof {
            case .none: break
            case .basic(let user, let secret), .digest(let user, let secret):
                try set(CCURL_USER, user)
                try set(CCURL_PASSWORD, secret)
            case .bearer(let secret): try set(CCURL_BEARER, secret)
            }
            let tls = settings.tls
            if let path = tls.authorities { try set(CCURL_AUTHORITIES, path) }
            if let pin = tls.pin { try set(CCURL_PIN, pin) }
            if let path = tls.certificate { try set(CCURL_CERTIFICATE, path) }
            if let path = tls.key { try set(CCURL_KEY, path) }
        }

        private func set(_ name: ccurl_text, _ value: String) throws(CurlProblem) {
            try check(unsafe ccurl_set(transfer, name, value))
        }

        /// Sets an option to a secret, which never contains NUL.
        private func set(_ name: ccurl_text, _ secret: Secret) throws(CurlProblem) {
            try check(unsafe withCPath(secret.bytes) { unsafe ccurl_set(transfer, name, $0) })
        }

        private func set(body: [UInt8]) throws(CurlProblem) {
            let result = unsafe body.withUnsafeBufferPointer { buffer in
                unsafe ccurl_set_body(transfer, buffer.baseAddress, buffer.count)
            }
            try check(result)
        }

        /// Performs a transfer on the current thread.
        ///
        /// The `next` closure returns the maximum time, in milliseconds, to wait for the connection, or nil to give up.
        func perform(
            fields: @escaping (ArraySlice<UInt8>) -> Bool,
            body: @escaping (ArraySlice<UInt8>) -> Bool,
            next: () -> Int?
        ) throws(CurlProblem) {
            let sink = Sink(fields: fields, body: body)
            let context = unsafe Unmanaged.passRetained(sink)
            defer {
                unsafe ccurl_stop(transfer)
                unsafe context.release()
            }
            try check(
                unsafe ccurl_start(
                    transfer,
                    { unsafe CurlHandle.sink($0).fields(CurlHandle.bytes($1, $2)) },
                    { unsafe CurlHandle.sink($0).body(CurlHandle.bytes($1, $2)) },
                    context.toOpaque()
                )
            )
            var isFinished = false
            while !isFinished {
                guard let milliseconds = next() else { throw CurlProblem(kind: .stopped, reason: "") }
                try check(unsafe ccurl_step(transfer, Int32(clamping: milliseconds), &isFinished))
            }
        }

        /// Wakes the thread that performs a transfer; this function can be called on any thread.
        func wake() { unsafe ccurl_wake(transfer) }

        private func check(_ result: ccurl_result) throws(CurlProblem) {
            guard result != CCURL_SUCCESS else { return }
            let reason = unsafe ccurl_reason(transfer).map { unsafe String(cString: $0) } ?? ""
            throw CurlProblem(kind: .init(result), reason: reason)
        }

        private static func sink(_ context: UnsafeMutableRawPointer?) -> Sink {
            guard let context = unsafe context else {
                return Sink(fields: { _ in false }, body: { _ in false })
            }
            return unsafe Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue()
        }

        private static func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> ArraySlice<UInt8> {
            unsafe Array(UnsafeBufferPointer(start: start, count: count))[...]
        }
    }

    extension CurlProblem.Kind {
        fileprivate init(_ result: ccurl_result) {
            self =
                switch result {
                case CCURL_MISSING: .missing
                case CCURL_UNREACHABLE: .unreachable
                case CCURL_UNTRUSTED: .untrusted
                case CCURL_TIMED_OUT: .timedOut
                case CCURL_CUT_OFF: .cutOff
                case CCURL_TOO_LARGE: .tooLarge
                case CCURL_REFUSED: .refused
                case CCURL_STOPPED: .stopped
                case CCURL_OUT_OF_REACH: .outOfReach
                default: .malformed
                }
        }
    }

    extension CurlSettings.Proof {
        fileprivate var scheme: ccurl_scheme {
            switch self {
            case .none: CCURL_ANYONE
            case .basic: CCURL_BASIC
            case .digest: CCURL_DIGEST
            case .bearer: CCURL_TOKEN
            }
        }
    }

    extension CurlSettings.Reach {
        fileprivate var value: ccurl_reach {
            switch self {
            case .everywhere: CCURL_EVERYWHERE
            case .thisComputer: CCURL_THIS_COMPUTER
            case .otherComputers: CCURL_OTHER_COMPUTERS
            }
        }
    }

    extension Duration {
        /// The duration in milliseconds, rounded up.
        var milliseconds: Int {
            let parts = components
            let (seconds, overflow) = Int(clamping: parts.seconds).multipliedReportingOverflow(by: 1000)
            guard !overflow else { return parts.seconds < 0 ? .min : .max }
            return seconds.addingReportingOverflow(
                Int((parts.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
            )
            .partialValue
        }
    }
#endif
