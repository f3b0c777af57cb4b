#if Libical
    extension SetAssembly {
        /// Returns the instances of rules from libical's iterator if this was requested, or nil otherwise.
        func instances(
            of rules: [EventSchedule.Located<RecurrenceRule>],
            _ name: StaticString
        ) -> [Instance]? {
            guard builder.context.rulesAreLibical else { return nil }
            let zone = clock.kind == .zoned ? clock.zone.identifier : nil
            let last = clock.civil(
                ofKey: clock.key(atInstant: builder.context.searched.upperBound + SeriesClock.slack)
            )
            return rules.flatMap { rule -> [Instance] in
                do throws(RuleIterator.Refusal) {
                    return try RuleIterator.instances(
                        of: rule.value,
                        start: candidate.start.civil,
                        isDate: clock.kind == .allDay,
                        zone: zone,
                        through: last
                    ).map { instance in
                        guard clock.kind == .zoned, let instant = instance.instant else {
                            return clock.instance(atCivil: instance.civil)
                        }
                        return Instance(sort: instant, key: instant, civil: instance.civil)
                    }
                } catch {
                    builder.warn(
                        .rule,
                        line: rule.line,
                        "\(name): rule kept from libical (\(error.rawValue)); it has no instances"
                    )
                    return []
                }
            }
        }
    }
#else
    extension SetAssembly {
        /// Returns nil, because libical is not available.
        func instances(of rules: [EventSchedule.Located<RecurrenceRule>], _ name: StaticString) -> [Instance]?
        {
            nil
        }
    }
#endif
