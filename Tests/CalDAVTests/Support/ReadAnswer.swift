@testable import CalDAV

/// The complete result of reading a response.
struct ReadAnswer: Hashable {
    var responses: [MultistatusResponse] = []
    var summary: MultistatusSummary?
    var failure: XMLFailure?

    /// Reads a response in pieces that end at the given offsets.
    init(_ bytes: [UInt8], cutAt cuts: [Int] = [], limits: XMLLimits = XMLLimits()) {
        var reader = MultistatusReader(limits: limits)
        do throws(XMLFailure) {
            var start = 0
            for end in cuts + [bytes.count] {
                responses += try reader.read(Array(bytes[start..<end]))
                start = end
            }
            summary = try reader.finish()
        } catch {
            failure = error
        }
    }

    init(_ text: String, limits: XMLLimits = XMLLimits()) {
        self.init(Array(text.utf8), limits: limits)
    }
}
