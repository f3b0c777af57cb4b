import Testing

@testable import ICalendarStore

/// Tests how changes are combined for slow readers.
struct JoiningTests {
    private static func item(_ number: Int) -> ItemIdentifier {
        ItemIdentifier(calendarIdentifier: "a", uid: "\(number)")
    }

    /// Moves a store state, with one version per item, to a random next state.
    ///
    /// Returns the change.
    private static func step(
        _ state: inout [Int: Int],
        _ origin: StoreChange.Origin,
        _ version: Int,
        _ generator: inout some RandomNumberGenerator
    ) -> StoreChange {
        var change = StoreChange(origin: origin)
        for number in 0..<6 where Bool.random(using: &generator) {
            if state[number] == nil {
                change.inserted.insert(item(number))
                state[number] = version
            } else if Bool.random(using: &generator) {
                change.updated.insert(item(number))
                state[number] = version
            } else {
                change.deleted.insert(item(number))
                state[number] = nil
            }
        }
        return change
    }

    @Test func `a combined change is the difference between the first and last states`() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            var state: [Int: Int] = [:]
            _ = Self.step(&state, .own, 0, &generator)
            let before = state
            var joined = StoreChange(origin: .own)
            for version in 1...Int.random(in: 1...6) {
                joined.join(Self.step(&state, .own, version, &generator), atMost: .max)
            }
            for number in 0..<6 {
                let item = Self.item(number)
                let isUpdated = joined.updated.contains(item)
                switch (before[number], state[number]) {
                case (nil, nil), (nil, .some), (.some, nil): #expect(!isUpdated)
                case (let one?, let two?): #expect(isUpdated == (one != two))
                }
                #expect(joined.inserted.contains(item) == (before[number] == nil && state[number] != nil))
                #expect(joined.deleted.contains(item) == (before[number] != nil && state[number] == nil))
            }
        }
    }

    @Test func `a slow reader misses no changes, and few changes are queued for it`() async {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let buffer = ChangeBuffer()
            var state: [Int: Int] = [:]
            var isForeign = false
            for version in 0..<60 {
                let origin: StoreChange.Origin = Bool.random(using: &generator) ? .own : .foreign
                let change = Self.step(&state, origin, version, &generator)
                isForeign = isForeign || origin == .foreign
                if !change.isEmpty { buffer.add(change) }
            }
            buffer.add(StoreChange(origin: .own))
            var known: Set<ItemIdentifier> = []
            var hasForeign = false
            var count = 0
            // The last change proves that no other change is pending.
            var last = StoreChange(origin: .own)
            last.isAccessChanged = true
            buffer.add(last)
            while let change = await buffer.next() {
                count += 1
                hasForeign = hasForeign || change.origin == .foreign
                #expect(change.inserted.isDisjoint(with: known))
                #expect(change.deleted.isSubset(of: known))
                #expect(change.updated.isSubset(of: known))
                known.formUnion(change.inserted)
                known.subtract(change.deleted)
                if change.isAccessChanged { break }
            }
            #expect(known == Set(state.keys.map(Self.item)))
            #expect(count <= 8)
            #expect(hasForeign || !isForeign || state.isEmpty)
        }
    }

    @Test func `a change with more names than the limit covers everything`() {
        var joined = StoreChange(origin: .own)
        for number in 0..<11 {
            var change = StoreChange(origin: number == 5 ? .foreign : .own)
            change.inserted = [Self.item(number)]
            joined.join(change, atMost: 10)
            #expect(joined.isEverything == (number == 10))
        }
        #expect(joined.inserted.isEmpty)
        #expect(joined.origin == .foreign)
    }

    @Test func `a reader that has ended receives no changes, even if it was waiting`() async {
        let buffer = ChangeBuffer()
        async let next = buffer.next()
        buffer.end()
        #expect(await next == nil)
        buffer.add(StoreChange(origin: .own))
        #expect(await buffer.next() == nil)
    }
}
