import Testing

import ICalendar
import TestTraits

struct ReorderTests {
    @Test func `elements are put in the specified order`() {
        var numbers = SeededGenerator(seed: 7)
        for count in 0..<40 {
            let elements = (0..<count).map { "element \($0)" }
            let order = Array(0..<count).shuffled(using: &numbers)
            var ordered = elements
            ordered.reorder(by: order)
            #expect(ordered == order.map { elements[$0] })
        }
    }
}
