/// A report's steps, stored compactly.
struct SyncStepList: Sendable, Sequence {
    private var blocks: [[UInt8]] = []
    private var counts = Array(repeating: 0, count: SyncStep.Action.allCases.count)
    /// The conflicts already in the list.
    private var conflicts: Set<SyncStep> = []

    private static let blockSize = 64 << 10

    var count: Int { counts.reduce(0, +) }

    func count(_ action: SyncStep.Action) -> Int { counts[Self.number(of: action)] }

    /// Adds a step, unless it is a conflict already in the list.
    mutating func append(_ step: SyncStep) {
        if step.action == .conflict, !conflicts.insert(step).inserted { return }
        let number = Self.number(of: step.action)
        counts[number] += 1
        if blocks.last.map({ $0.count >= Self.blockSize }) ?? true { blocks.append([]) }
        let last = blocks.count - 1
        blocks[last].append(UInt8(number))
        blocks[last].add(part: step.item.utf8)
        blocks[last].append(step.detail == nil ? 0 : 1)
        if let detail = step.detail { blocks[last].add(part: detail.utf8) }
    }

    func makeIterator() -> AnyIterator<SyncStep> {
        var rest = blocks[...]
        var fields = RecordFields([])
        return AnyIterator {
            while fields.isAtEnd {
                guard let block = rest.popFirst() else { return nil }
                fields = RecordFields(block[...])
            }
            let action = SyncStep.Action.allCases[Int(fields.byte())]
            let item = fields.text()
            return SyncStep(action, item, fields.byte() == 1 ? fields.text() : nil)
        }
    }

    private static func number(of action: SyncStep.Action) -> Int {
        SyncStep.Action.allCases.firstIndex(of: action) ?? 0
    }
}
