#if CommandLine
    import ICSConsole
    import ICalendar
    import SystemIO

    /// What this process does when another one of this program has started it, see ``IsolatedRun``.
    struct Worker {
        private let order: WorkerOrder
        private let list: InputList

        init(_ order: WorkerOrder) {
            self.order = order
            order.obey()
            list = InputList(reading: 3)
            OpenDescriptor.close(3)
        }

        func perform(_ plan: Plan) -> ExitStatus {
            var plan = plan
            if let threads = order.threads { plan.threads = threads }
            switch order.work {
            case .answers:
                plan.barred = Set(list.inputs)
                #if DEBUG
                    for path in IsolatedInputs(plan.inputs).groups.joined() {
                        let input = Input.path(path)
                        if !plan.barred.contains(input) { WorkerFault.occur(for: input) }
                    }
                #endif
                Run.end(after: plan)
            case .tries:
                plan.printsStatistics = false
                if case .repair = plan.request { plan.request = .repair(output: nil) }
                for input in list.inputs {
                    ProcessLimits.allowProcessorTime(seconds: order.processorTime)
                    tryOne(input, plan)
                    // Who does not listen any more has ended this process already.
                    try? Descriptor(number: 4).write([0x2E])
                }
                return .success
            }
        }

        private func tryOne(_ input: Input, _ plan: Plan) {
            #if DEBUG
                WorkerFault.occur(for: input)
            #endif
            var plan = plan
            plan.inputs = plan.request == .difference ? [input, input] : [input]
            var run = Run(plan)
            _ = run.perform()
        }
    }
#endif
