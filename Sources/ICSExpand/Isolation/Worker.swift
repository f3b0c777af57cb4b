#if CommandLine
    import ICalendar
    import SystemIO

    #if DEBUG
        import EssentialFoundation
    #endif

    /// The work of a process started by another process of this program; see ``IsolatedRun``.
    struct Worker {
        private let order: WorkerOrder
        private let list: InputList

        init(_ order: WorkerOrder) {
            self.order = order
            order.obey()
            list = InputList.reading(3)
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
                    // If the parent has stopped reading, this write ends the process.
                    try? Descriptor(number: 4).write([0x2E])
                }
                return .success
            case .records: return answerRecords(plan)
            }
        }

        private func answerRecords(_ plan: Plan) -> ExitStatus {
            guard case .records(let form, _) = plan.request else { return .failure }
            var records = RecordExpansion(plan, form, input: list.inputs.last?.description ?? "")
            let first = list.inputs.first.flatMap { Int($0.description) } ?? 1
            return records.answerAll(from: .input, first: first) { key in
                ProcessLimits.allowProcessorTime(seconds: order.processorTime)
                #if DEBUG
                    WorkerFault.occur(forName: key)
                #endif
            } after: {
                try? Descriptor(number: 4).write([0x2E])
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

    #if DEBUG
        /// A fault that tests inject into a worker, only in debug builds.
        ///
        /// If `ICS_EXPAND_FAULTS` is set, a file's name or a record's key determines the fault.
        enum WorkerFault {
            static func occur(for input: Input) {
                if case .path(let path) = input { occur(forName: path.description) }
            }

            static func occur(forName name: String) {
                guard ProcessInfo.processInfo.environment["ICS_EXPAND_FAULTS"] != nil else { return }
                if name.hasSuffix(".crash.ics") { _ = kill(getpid(), SIGSEGV) }
                if name.hasSuffix(".status.ics") { exit(7) }
                if name.hasSuffix(".hang.ics") { while true { _ = sleep(1000) } }
                if name.hasSuffix(".spin.ics") { while getpid() != 0 {} }
                if name.hasSuffix(".deep.ics") { _ = depth(of: 0) }
                if name.hasSuffix(".eat.ics") {
                    var meals: [[UInt8]] = []
                    while true { meals.append([UInt8](repeating: UInt8(meals.count & 1), count: 1 << 20)) }
                }
            }

            /// Overflows the stack.
            ///
            /// The system call after each recursive call prevents tail-call optimization.
            private static func depth(of number: Int) -> Int {
                number == .max ? 0 : max(depth(of: number + 1), Int(getpid()))
            }
        }
    #endif
#endif
