import Testing

@testable import ICSConsole

struct OutputBlockTests {
    @Test func `a block grows with its contents and can be reused`() {
        let block = OutputBlock(capacity: 1)
        let shelf = ByteShelf()
        for round in 1...3 {
            var writer = OutputBlock.Writer(block)
            var expected: [UInt8] = []
            for number in 0..<(500 * round) {
                let bytes = (0..<(number % 300)).map { UInt8(truncatingIfNeeded: $0 &* round) }
                let kept = shelf.keep(bytes)
                writer.reserve(bytes.count + 16)
                let start = writer.length
                writer.put(kept, from: 0, to: UInt32(bytes.count))
                writer.put(0x0A0B_0C0D_0E0F_1011, length: 3)
                writer.putAgain(from: start, length: min(5, bytes.count))
                expected += bytes + [0x11, 0x10, 0x0F] + bytes.prefix(5)
            }
            writer.append("é".utf8)
            writer.finish()
            #expect(block.bytes == expected + Array("é".utf8))
            #expect(block.count == expected.count + 2)
        }
    }

    @Test func `stored bytes do not change, even if they are longer than a page`() {
        let shelf = ByteShelf()
        let lengths = [0, 1, 300_000, 7, 200_000, 200_000, 0, 1_000_000, 3]
        let kept = lengths.enumerated().map { number, length in
            shelf.keep([UInt8](repeating: UInt8(number), count: length))
        }
        let block = OutputBlock()
        for (number, length) in lengths.enumerated() {
            var writer = OutputBlock.Writer(block)
            writer.reserve(length)
            writer.put(kept[number], from: 0, to: UInt32(length))
            writer.finish()
            #expect(block.bytes == [UInt8](repeating: UInt8(number), count: length))
        }
    }

    @Test(arguments: [[3, 5], [100, 400_000, 10], [0, 0]])
    func `bytes stored separately replace the previous ones`(lengths: [Int]) {
        let shelf = ByteShelf()
        let block = OutputBlock()
        for length in lengths {
            let kept = shelf.keep([UInt8](repeating: 9, count: length), alone: true)
            var writer = OutputBlock.Writer(block)
            writer.reserve(length)
            writer.put(kept, from: 0, to: UInt32(length))
            writer.finish()
            #expect(block.bytes == [UInt8](repeating: 9, count: length))
        }
    }

    @Test func `if threads create values concurrently, all of them use the first one`() async {
        let table = SlotTable<Int>(count: 500)
        let seen = await withTaskGroup(of: [Int].self) { group in
            for task in 0..<4 {
                group.addTask {
                    let numbers = task % 2 == 0 ? Array(0..<500) : (0..<500).reversed()
                    for number in numbers where table[number] == nil {
                        table.keep(number * 4 + task, at: number)
                    }
                    return (0..<500).map { number in
                        while true { if let value = table[number] { return value } }
                    }
                }
            }
            var seen: [[Int]] = []
            for await values in group { seen.append(values) }
            return seen
        }
        for values in seen { #expect(values == seen[0]) }
        #expect(seen[0].map { $0 / 4 } == Array(0..<500))
    }

    @Test func `a table ignores numbers out of range and repeated values`() {
        let table = SlotTable<Int>(count: 1)
        #expect(table[0] == nil)
        for (value, number) in [(7, 0), (8, 0), (9, 1), (10, -1)] { table.keep(value, at: number) }
        #expect(table[0] == 7)
        #expect(table[1] == nil)
        #expect(table[-1] == nil)
    }
}
