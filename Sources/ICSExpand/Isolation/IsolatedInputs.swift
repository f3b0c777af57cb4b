import ICalendar

/// What the inputs of a run come to: the files that workers are to try, each once.
struct IsolatedInputs {
    /// The files, each with all paths that lead to it.
    private(set) var groups: [[CalendarPath]] = []
    /// What is neither a file nor a folder, such as a pipe.
    private(set) var streams: [CalendarPath] = []
    private var places: [FileIdentity: Int] = [:]

    /// Looks at paths and into folders.
    ///
    /// What cannot be looked at is left to the worker, who will say why.
    init(_ inputs: [Input]) {
        for case .path(let path) in inputs {
            guard let identity = try? path.identity() else { continue }
            switch identity.kind {
            case .regular: add(path, identity)
            case .other: streams.append(path)
            case .folder:
                guard let (files, _) = try? CalendarFolder.identifiedFiles(in: path) else { continue }
                for (path, identity) in files { add(path, identity) }
            }
        }
    }

    private mutating func add(_ path: CalendarPath, _ identity: FileIdentity) {
        if let place = places[identity] {
            groups[place].append(path)
        } else {
            places[identity] = groups.count
            groups.append([path])
        }
    }
}
