#if Libical
    extension SetAssembly {
        /// Has libical's iterator give the instances of rules where that was asked for; nil where it was not.
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
        /// Without libical there is nobody to ask.
        func instances(of rules: [EventSchedule.Located<RecurrenceRule>], _ name: StaticString) -> [Instance]?
        {
            nil
        }
    }
#endif
