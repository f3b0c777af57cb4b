import SystemIO

/// Waits for a descriptor or timeout.
///
/// Another thread can permanently end the wait.
@safe
package final class Wakening: Sendable {
    private let reading: Int32
    private let writing: Int32

    /// Creates an object with its own pipe.
    ///
    /// Returns nil if no descriptors are available.
    package init?() {
        guard let pipe = SystemCalls.pipe() else { return nil }
        reading = pipe.reading
        writing = pipe.writing
    }

    deinit {
        _ = close(reading)
        _ = close(writing)
    }

    package func end() {
        var byte: UInt8 = 0
        unsafe _ = write(writing, &byte, 1)
    }

    /// Waits until a descriptor is readable or the time has elapsed.
    ///
    /// Returns true if another thread ended the wait.
    package func wait(for descriptor: Int32? = nil, atMost duration: Duration? = nil) -> Bool {
        var polled = [pollfd(fd: reading, events: Int16(POLLIN), revents: 0)]
        if let descriptor { polled.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
        let parts = duration?.components
        // Round up, since a timeout of zero would make this a busy loop.
        let milliseconds = parts.map {
            Int32(clamping: $0.seconds * 1000 + $0.attoseconds / 1_000_000_000_000_000 + 1)
        }
        // A signal shortens the wait, which is harmless.
        _ = unsafe poll(&polled, nfds_t(polled.count), milliseconds ?? -1)
        return polled[0].revents != 0
    }
}
