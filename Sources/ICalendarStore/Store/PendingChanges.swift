import ICalendar

/// What was saved without being committed: what shall become of files, in the order in which they were touched first.
struct PendingChanges: Sendable {
    /// What shall become of a file.
    struct File: Sendable {
        /// What it was when it was read; nil for a new one.
        var base: FileBase?
        /// What it shall be; nil when it shall go.
        var content: [UInt8]?
        /// What was done with it, for people: `stand-up@studio.example in Studio`.
        var subject: String
    }

    private(set) var places: [FilePlace] = []
    private var files: [FilePlace: File] = [:]

    /// Whether there is nothing to commit.
    var isEmpty: Bool { places.isEmpty }

    /// What shall become of a file; nil when nothing was done with it.
    subscript(place: FilePlace) -> File? { files[place] }

    /// Notes what shall become of a file, over what was noted before.
    mutating func put(_ content: [UInt8]?, at place: FilePlace, over base: FileBase?, subject: String) {
        if let before = files[place] {
            files[place] = File(base: before.base, content: content, subject: subject)
        } else {
            places.append(place)
            files[place] = File(base: base, content: content, subject: subject)
        }
    }

    /// The changes of a commit.
    var changes: [FileChange] {
        places.compactMap { place in
            guard let file = files[place] else { return nil }
            if let content = file.content { return .put(content, at: place, over: file.base) }
            // What was made and taken away again within the batch never was.
            return file.base.map { .remove(place, $0) }
        }
    }
}
