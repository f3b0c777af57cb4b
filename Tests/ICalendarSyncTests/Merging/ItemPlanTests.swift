import ICalendar
import ICalendarSync
import Testing

/// Tests the decision for one item, depending on the changes on both sides.
@Suite struct ItemPlanTests {
    enum Outcome: String {
        case nothing, agree, push, pull, merge, deleteHere, deleteThere, forget, keepBoth, conflict, problem
    }

    static let pairs: [(ItemEdit, ItemEdit, Outcome)] = [
        // A change on one side only.
        (.none, .none, .nothing), (.title("A"), .none, .push), (.none, .title("A"), .pull),
        (.delete, .none, .deleteThere), (.none, .delete, .deleteHere), (.delete, .delete, .forget),
        (.garbage, .none, .problem), (.none, .garbage, .problem), (.garbage, .delete, .problem),
        // Formatting by a server is not a change.
        (.none, .reordered, .agree), (.none, .folded, .agree), (.none, .program, .agree),
        (.none, .stamp, .agree),
        (.none, .both(.reordered, .program), .agree), (.title("A"), .reordered, .push),
        (.title("A"), .both(.folded, .program), .push), (.stamp, .program, .agree),
        (.none, .x("blue"), .pull), (.none, .sequence(2), .pull),
        // Changes to different properties.
        (.title("A"), .place("B"), .merge), (.place("B"), .title("A"), .merge),
        (.move("11"), .place("B"), .merge),
        (.title("A"), .move("11"), .merge), (.notes("N"), .cancelled, .merge),
        (.alarm("-PT5M"), .title("A"), .merge),
        (.title("A"), .alarm("-PT5M"), .merge), (.rule("FREQ=DAILY"), .title("A"), .merge),
        (.excluded("03"), .title("A"), .merge), (.override("03"), .title("A"), .merge),
        (.title("A"), .override("03"), .merge), (.override("03"), .override("04"), .merge),
        (.rule("FREQ=DAILY;COUNT=5"), .override("03"), .merge), (.excluded("04"), .override("03"), .merge),
        (.excluded("03"), .rule("FREQ=DAILY;COUNT=5"), .merge),
        (.noPlace, .title("A"), .merge), (.category("X"), .category("Y"), .merge),
        (.category("X"), .place("B"), .merge), (.excluded("03"), .excluded("04"), .merge),
        (.answer("ann", "ACCEPTED"), .answer("bob", "DECLINED"), .merge),
        (.answer("ann", "ACCEPTED"), .title("A"), .merge),
        (.both(.title("A"), .stamp), .both(.place("B"), .stamp), .merge),
        // Changes to bookkeeping properties never conflict.
        (.x("blue"), .x("green"), .pull), (.x("green"), .x("blue"), .push),
        (.sequence(2), .sequence(3), .pull), (.sequence(5), .sequence(3), .push),
        (.both(.title("A"), .sequence(2)), .both(.place("B"), .sequence(4)), .merge),
        (.stamp, .title("A"), .pull), (.both(.title("A"), .stamp), .program, .push),
        (.x("blue"), .title("A"), .merge),
        // The same change on both sides.
        (.title("A"), .title("A"), .agree), (.move("11"), .move("11"), .agree), (.noPlace, .noPlace, .agree),
        (.title("A"), .both(.title("A"), .program), .agree),
        (.title("A"), .both(.title("A"), .place("B")), .pull),
        (.both(.title("A"), .place("B")), .title("A"), .push), (.override("03"), .override("03"), .agree),
        (.category("X"), .category("X"), .agree), (.alarm("-PT5M"), .alarm("-PT5M"), .agree),
        (.answer("ann", "ACCEPTED"), .answer("ann", "ACCEPTED"), .agree),
        // Conflicting changes.
        (.title("A"), .title("B"), .conflict), (.move("11"), .move("12"), .conflict),
        (.move("11"), .end("12"), .conflict),
        (.end("12"), .move("11"), .conflict), (.rule("FREQ=DAILY"), .move("11"), .conflict),
        (.move("11"), .excluded("03"), .conflict), (.move("11"), .override("03"), .conflict),
        (.override("03"), .move("11"), .conflict), (.rule("FREQ=WEEKLY"), .override("03"), .conflict),
        (.rule("FREQ=DAILY;COUNT=1"), .override("03"), .conflict),
        (.excluded("03"), .override("03"), .conflict), (.excluded("03"), .rule("FREQ=WEEKLY"), .conflict),
        (.place("A"), .noPlace, .conflict), (.notes("A"), .notes("B"), .conflict),
        (.alarm("-PT5M"), .alarm("-PT9M"), .conflict),
        (.answer("ann", "ACCEPTED"), .answer("ann", "DECLINED"), .conflict),
        (.both(.title("A"), .place("B")), .both(.title("C"), .notes("D")), .conflict),
        // A removal never overrides an edit, and an edit never overrides a removal.
        (.delete, .title("A"), .conflict), (.title("A"), .delete, .conflict),
        (.delete, .move("11"), .conflict),
        (.move("11"), .delete, .conflict), (.delete, .stamp, .deleteThere), (.stamp, .delete, .deleteHere),
        (.delete, .program, .deleteThere), (.delete, .override("03"), .conflict),
    ]

    private func plan(_ ours: ItemEdit, _ theirs: ItemEdit, _ choice: ConflictChoice? = nil) -> ItemPlan {
        let base = Array(ItemEdit.base.utf8)
        return ItemPlan(
            base: ItemBase(ours: base, theirs: base),
            ours: ours.itemSide,
            theirs: theirs.itemSide,
            choice: choice
        )
    }

    @Test func `the table has at least 60 pairs`() {
        #expect(Self.pairs.count >= 60)
    }

    @Test(arguments: pairs)
    func `each pair of changes leads to one decision`(ours: ItemEdit, theirs: ItemEdit, outcome: Outcome) {
        #expect(plan(ours, theirs).outcome == outcome, "\(ours) and \(theirs): \(plan(ours, theirs))")
    }

    @Test(arguments: pairs.filter { $0.2 == .merge })
    func `a merge contains both changes and is the same from both sides`(
        ours: ItemEdit,
        theirs: ItemEdit,
        outcome: Outcome
    ) throws {
        guard case .merge(let one) = plan(ours, theirs), case .merge(let two) = plan(theirs, ours) else {
            Issue.record("no merge")
            return
        }
        let (left, right) = (try ItemVersion(one), try ItemVersion(two))
        #expect(SyncMerging.meansSame(left, right))
        // Applying both edits one after the other must have the same result as a merge.
        if let model = ItemEdit.both(ours, theirs).applied().map({ Array($0.utf8) }),
            !"\(ours)\(theirs)".contains("category"), !"\(ours)\(theirs)".contains("excluded"),
            !"\(ours)".contains("override")
        {
            #expect(SyncMerging.meansSame(left, try ItemVersion(model)), "\(ours) \(theirs)")
        }
        // Merging the merged item again with either side changes nothing.
        let base = ItemBase(ours: one, theirs: one)
        #expect(ItemPlan(base: base, ours: .unchanged, theirs: .unchanged).outcome == .nothing)
    }

    @Test(arguments: pairs.filter { $0.2 == .conflict })
    func `a decision resolves each conflict`(ours: ItemEdit, theirs: ItemEdit, outcome: Outcome) {
        for choice in ConflictChoice.allCases {
            let decided = plan(ours, theirs, choice)
            #expect(![.conflict, .problem, .nothing].contains(decided.outcome), "\(choice): \(decided)")
        }
    }

    @Test(arguments: [
        (
            ItemEdit.move("15"), ItemEdit.both(.move("12"), .place("Room 4")),
            "Here: moved to 15:00. On the server: moved to 12:00, location changed to Room 4."
        ),
        (.title("A"), .delete, "Here: title changed to A. On the server: deleted."),
        (.delete, .cancelled, "Here: deleted. On the server: cancelled."),
        (
            .answer("ann", "ACCEPTED"), .answer("ann", "DECLINED"),
            "Here: reply from mailto:ann@example.com changed (accepted). On the server: reply from "
                + "mailto:ann@example.com changed (declined)."
        ),
        (
            .title("\u{1B}[31mred"), .title("B"),
            "Here: title changed to \\u{1B}[31mred. On the server: title changed to B."
        ),
        (
            .move("11"), .override("03"),
            "Here: moved to 11:00. On the server: the instance of 2026-03-03 changed."
        ),
        (.place("A"), .noPlace, "Here: location changed to A. On the server: location removed."),
        (.rule("FREQ=DAILY"), .move("11"), "Here: repetition changed. On the server: moved to 11:00."),
        (.alarm("-PT5M"), .alarm("-PT9M"), "Here: alarms changed. On the server: alarms changed."),
    ])
    func `a conflict is described in words`(ours: ItemEdit, theirs: ItemEdit, words: String) {
        guard case .conflict(let found) = plan(ours, theirs) else {
            Issue.record("no conflict")
            return
        }
        #expect(found.description == words)
    }

    @Test(arguments: [ConflictChoice.ours, .theirs])
    func `a decision about alarms takes those from one side only`(choice: ConflictChoice) throws {
        let ours = ItemEdit.both(.alarm("-PT5M"), .title("A"))
        let theirs = ItemEdit.both(.alarm("-PT9M"), .place("B"))
        guard case .merge(let bytes) = plan(ours, theirs, choice) else {
            Issue.record("no merge")
            return
        }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("SUMMARY:A") && text.contains("LOCATION:B"))
        #expect(text.contains("TRIGGER:-PT5M") == (choice == .ours))
        #expect(text.contains("TRIGGER:-PT9M") == (choice == .theirs))
    }

    @Test func `an item that the server stores in a different form has two bases`() throws {
        let sent = Array(ItemEdit.base.utf8)
        let dropped = ItemEdit.base.replacing("X-COLOR:red\r\n", with: "")
        let kept = Array(try #require(ItemEdit.program.applied(to: dropped)).utf8)
        let base = ItemBase(ours: sent, theirs: kept)
        // Properties dropped by the server are kept locally.
        let changed = Array(
            try #require(ItemEdit.title("A").applied(to: String(decoding: kept, as: UTF8.self))).utf8
        )
        guard case .pull(let bytes) = ItemPlan(base: base, ours: .unchanged, theirs: .contents(changed))
        else {
            Issue.record("no pull")
            return
        }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("X-COLOR:red") && text.contains("SUMMARY:A"))
        // The server's version does not undo a local change.
        let mine = Array(try #require(ItemEdit.place("B").applied()).utf8)
        guard
            case .merge(let merged) = ItemPlan(base: base, ours: .contents(mine), theirs: .contents(changed))
        else {
            Issue.record("no merge")
            return
        }
        let mergedText = String(decoding: merged, as: UTF8.self)
        #expect(
            mergedText.contains("SUMMARY:A") && mergedText.contains("LOCATION:B")
                && mergedText.contains("X-COLOR")
        )
    }

    @Test func `two new items with the same UID must be equal, or they conflict`() {
        let base = Array(ItemEdit.base.utf8)
        func plan(_ ours: ItemEdit, _ theirs: ItemEdit) -> Outcome {
            ItemPlan(
                base: nil,
                ours: .contents(Array((ours.applied() ?? "").utf8)),
                theirs: .contents(Array((theirs.applied() ?? "").utf8))
            ).outcome
        }
        #expect(plan(.none, .none) == .agree)
        #expect(plan(.none, .both(.reordered, .program)) == .agree)
        #expect(plan(.none, .title("A")) == .conflict)
        #expect(ItemPlan(base: nil, ours: .contents(base), theirs: .gone).outcome == .push)
        #expect(ItemPlan(base: nil, ours: .gone, theirs: .contents(base)) == .pull(base))
        #expect(ItemPlan(base: nil, ours: .gone, theirs: .gone) == .forget)
    }

    @Test(arguments: ["CLASS:PUBLIC", "TRANSP:OPAQUE", "CLASS:public\r\nTRANSP:OPAQUE"])
    func `a server that writes default values causes no conflict`(lines: String) {
        let base = Array((ItemEdit.none.applied() ?? "").utf8)
        let theirs = Array(
            String(decoding: base, as: UTF8.self).replacing("SUMMARY:", with: "\(lines)\r\nSUMMARY:").utf8
        )
        #expect(theirs != base)
        #expect(ItemPlan(base: nil, ours: .contents(base), theirs: .contents(theirs)) == .pull(theirs))
        let other = Array(String(decoding: theirs, as: UTF8.self).replacing("PUBLIC", with: "PRIVATE").utf8)
        guard other != theirs else { return }
        #expect(ItemPlan(base: nil, ours: .contents(base), theirs: .contents(other)).outcome == .conflict)
    }
}

extension ItemPlan {
    var outcome: ItemPlanTests.Outcome {
        switch self {
        case .nothing: .nothing
        case .agree: .agree
        case .push: .push
        case .pull: .pull
        case .merge: .merge
        case .deleteHere: .deleteHere
        case .deleteThere: .deleteThere
        case .forget: .forget
        case .keepBoth: .keepBoth
        case .conflict: .conflict
        case .problem: .problem
        }
    }
}

extension ItemEdit {
    var itemSide: ItemSide {
        switch side {
        case .unchanged: .unchanged
        case .gone: .gone
        case .contents(let text): .contents(Array(text.utf8))
        }
    }
}
