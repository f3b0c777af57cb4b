import Hummingbird
import ICalendar

extension ResponseBody {
    /// Returns occurrences as one JSON object per line, computed during sending.
    ///
    /// A response of any length needs memory for only one buffer. The response ends when the client disconnects.
    static func lines(of occurrences: Occurrences) -> ResponseBody {
        ResponseBody { writer in
            var buffer = ByteBuffer()
            for try await occurrence in occurrences.async {
                buffer.writeString(occurrence.json)
                buffer.writeString("\n")
                if buffer.readableBytes >= 16 << 10 {
                    try await writer.write(buffer)
                    buffer.clear()
                }
            }
            try await writer.write(buffer)
            try await writer.finish(nil)
        }
    }

    /// Returns occurrences as a JSON array, or throws 422 if it exceeds a size.
    static func array(of occurrences: Occurrences, limit: Int) async throws -> ResponseBody {
        var buffer = ByteBuffer(string: "[")
        for try await occurrence in occurrences.async {
            if buffer.readableBytes > 1 { buffer.writeString(",\n") }
            buffer.writeString(occurrence.json)
            guard buffer.readableBytes <= limit else {
                throw Problem(
                    .unprocessableContent,
                    "the answer exceeds \(limit) bytes; accept application/x-ndjson or shorten the window"
                )
            }
        }
        buffer.writeString("]\n")
        return ResponseBody(byteBuffer: buffer)
    }
}
