/// How many onsets the definitions of time zones may have together in one search.
///
/// A definition is short, and what it means may be long: four hundred bytes can say a thousand times as much. So what
/// goes beyond honest definitions is counted, and when the sum is used up, later ones are laid out only as far as honest
/// ones reach, and say so.
final class ZoneBudget: Sendable {
    /// So many onsets are free.
    private static let modest = ObservanceLayout.modestLimit * 5 / 4

    private let changes: Meter
    private let mostRules: Int

    /// A budget of ``ReadingLimits/zoneChanges`` onsets in all, beyond those that are free.
    init(_ limits: ReadingLimits = ReadingLimits()) {
        changes = Meter(limits.zoneChanges)
        mostRules = limits.zoneRules
    }

    /// Lays out a definition, in full or, when the budget is used up, as far as honest ones reach.
    func definition(_ component: Component) -> ZoneDefinition {
        let isUsedUp = changes.left <= 0
        // No honest one needs more than the modest limit, and there may be thousands of those that have more.
        let small = ObservanceLayout.smallLimit
        let definition = ZoneDefinition(
            component,
            limit: isUsedUp ? ObservanceLayout.modestLimit : ObservanceLayout.limit,
            lowLimit: isUsedUp ? small : nil,
            mostRules: mostRules
        )
        if isUsedUp, definition.isCut, ZoneBudget.size(definition) > 2 * small {
            return ZoneDefinition(component, limit: small, mostRules: mostRules)
        }
        let excess = ZoneBudget.size(definition) - ZoneBudget.modest
        if excess > 0, !isUsedUp { changes.take(excess) }
        return definition
    }

    /// Whether a definition has no more onsets than are free.
    static func isModest(_ definition: ZoneDefinition) -> Bool { size(definition) <= modest }

    private static func size(_ definition: ZoneDefinition) -> Int { definition.onsetCount }
}
