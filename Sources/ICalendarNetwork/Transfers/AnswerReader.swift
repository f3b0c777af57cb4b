#if Network
    import CalDAV

    /// A reader that checks a response against the limits and, if the response is successful, passes on its body.
    final class AnswerReader {
        private let limits: TransportLimits
        private let receive: (ArraySlice<UInt8>) throws -> Void
        /// A function that returns the number of body bytes received, before decompression.
        private let compressed: () -> Int

        private(set) var status: HTTPStatus?
        private var fields = HTTPFields()
        private var body: [UInt8] = []
        private(set) var headerBytes = 0
        private var isHeadComplete = false
        private var bodyBytes = 0
        /// The reason for ending the transfer early.
        private(set) var problem: (kind: TransportFailure.Kind, detail: String)?
        /// Whether enough of the body has been read.
        private(set) var isEnough = false

        /// The maximum size, in bytes, of the body to keep from an unsuccessful response.
        private static let longestBody = 64 << 10

        init(
            _ limits: TransportLimits,
            compressed: @escaping () -> Int,
            receive: @escaping (ArraySlice<UInt8>) throws -> Void
        ) {
            self.limits = limits
            self.compressed = compressed
            self.receive = receive
        }

        /// The response, or nil if the status or part of the header is missing, which libcurl tolerates.
        var answer: DAVAnswer? {
            isHeadComplete ? status.map { DAVAnswer($0, fields, body: body) } : nil
        }

        /// Reads a header or trailer line, ignoring trailer fields; returns whether the transfer continues.
        func read(line: ArraySlice<UInt8>) -> Bool {
            headerBytes += line.count
            guard headerBytes <= limits.headerBytes else {
                return stop(
                    .tooLarge,
                    "limit reached: \(limits.headerBytes) bytes (TransportLimits.headerBytes)"
                )
            }
            guard bodyBytes == 0 else { return true }
            let text = String(decoding: line, as: UTF8.self)
            if text.hasPrefix("HTTP/") {
                // This response follows an interim one or a Digest challenge.
                (status, fields, isHeadComplete) = (HTTPStatus(text), HTTPFields(), false)
            } else if text == "\r\n" || text == "\n" {
                isHeadComplete = true
            } else {
                fields.append(line: text)
            }
            return true
        }

        /// Reads a piece of the decompressed body; returns whether the transfer continues.
        func read(body piece: ArraySlice<UInt8>) -> Bool {
            bodyBytes += piece.count
            guard bodyBytes <= limits.bodyBytes else {
                return stop(.tooLarge, "limit reached: \(limits.bodyBytes) bytes (TransportLimits.bodyBytes)")
            }
            // libcurl counts each 16 KiB buffer only after decompressing it.
            let (most, overflow) = (compressed() + (16 << 10)).multipliedReportingOverflow(
                by: limits.expansion
            )
            guard bodyBytes <= limits.unlimitedExpansion || overflow || bodyBytes <= most else {
                return stop(
                    .tooLarge,
                    "limit reached: decompressed to \(limits.expansion) times its size (TransportLimits.expansion)"
                )
            }
            if status?.isSuccess == true {
                do { try receive(piece) } catch { return stop(.stopped(error)) }
                return true
            }
            body += piece.prefix(Self.longestBody - body.count)
            isEnough = body.count == Self.longestBody
            return !isEnough
        }

        private func stop(_ kind: TransportFailure.Kind, _ detail: String = "") -> Bool {
            problem = (kind, detail)
            return false
        }
    }
#endif
