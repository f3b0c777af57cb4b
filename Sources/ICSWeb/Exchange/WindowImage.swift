/// An endless image that a browser keeps loading while it shows a page, even if scripts are disabled.
///
/// The first part is a complete image, so the page counts as loaded. Later parts let a server detect that the browser
/// has disconnected.
enum WindowImage {
    static let type = "multipart/x-mixed-replace; boundary=part"

    /// A transparent pixel.
    private static let pixel: [UInt8] = [
        0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x21, 0xF9, 4,
        1, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 1, 0x44, 0, 0x3B,
    ]
    private static let boundary = Array("--part\r\n".utf8)

    /// Returns an infinite stream of image parts.
    ///
    /// - Parameters:
    ///   - pause: The interval between parts.
    ///   - onEnd: A function that is called once after the browser has closed the connection.
    static func stream(pause: Duration, onEnd: @escaping @Sendable () -> Void) -> AsyncStream<[UInt8]> {
        let part = Array("Content-Type: image/gif\r\n\r\n".utf8) + pixel + Array("\r\n".utf8) + boundary
        return AsyncStream(bufferingPolicy: .bufferingNewest(4)) { continuation in
            let sending = Task {
                continuation.yield(boundary + part)
                while !Task.isCancelled {
                    try? await Task.sleep(for: pause)
                    continuation.yield(part)
                }
            }
            continuation.onTermination = { _ in
                sending.cancel()
                onEnd()
            }
        }
    }
}
