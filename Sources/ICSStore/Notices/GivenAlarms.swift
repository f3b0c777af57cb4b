#if CommandLine
    import ICSConsole
    import ICalendar
    import ICalendarStore

    /// The delivered alarms, stored in a file that survives restarts.
    ///
    /// Only the latest alarms are kept. Alarms at or before the time of a forgotten alarm count as delivered, so that a
    /// flood of alarms is not delivered twice.
    struct GivenAlarms {
        private struct Entry {
            let second: Int
            let key: String
        }

        private var entries: [Entry] = []
        private var keys: Set<String> = []
        /// The time of the latest forgotten alarm, in seconds since 1970.
        private var forgotten: Int?
        private let folder: StateFolder?
        private let name: String
        private var isWarned = false
        /// Whether to leave the file unchanged, for example in a dry run.
        private let isReadOnly: Bool

        /// The maximum number of remembered alarms, which keeps the file below the size limit for state files.
        private static let most = 2000

        /// Reads the alarms that commands with the same purpose, such as running the same program, delivered for a
        /// store.
        init(of store: EventStore, purpose: String, isReadOnly: Bool) {
            self.isReadOnly = isReadOnly
            let identity = Array("\(store.folder.real.description)\0\(purpose)".utf8)
            name = "notify-\(FileDigest(of: identity).text.prefix(24))"
            folder = StateFolder.users
            let bytes = folder?.contents(of: name)?.bytes ?? []
            for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
                let words = line.split(separator: " ")
                guard words.count == 2, let second = Int(words[0]) else { continue }
                if words[1] == "forgotten" {
                    forgotten = second
                } else if keys.insert(String(words[1])).inserted {
                    entries.append(Entry(second: second, key: String(words[1])))
                }
            }
            if folder == nil { warn("there is no home folder") }
        }

        /// Returns whether an alarm has been delivered.
        ///
        /// Forgotten alarms in the future are ignored, since the clock must have been wrong.
        func contains(_ notice: AlarmNotice, at now: Instant) -> Bool {
            if keys.contains(notice.key) { return true }
            guard let forgotten, forgotten <= now.secondsSince1970 else { return false }
            return notice.instant.secondsSince1970 <= forgotten
        }

        /// Calls `body` to deliver alarms and records them.
        ///
        /// The file is written before the delivery and only needs to be renamed afterward, so killing the process
        /// rarely causes a second delivery.
        mutating func add(_ notices: [AlarmNotice], giving body: () throws -> Void) throws {
            remember(notices)
            guard let folder, !isReadOnly else { return try body() }
            var prepared: CalendarPath?
            do throws(FileFailure) { prepared = try folder.prepare(bytes, for: name) } catch {
                warn("\(error)")
            }
            do { try body() } catch {
                if let prepared { folder.discard(prepared) }
                throw error
            }
            guard let prepared else { return }
            do throws(FileFailure) { try folder.commit(prepared, to: name) } catch { warn("\(error)") }
        }

        private mutating func remember(_ notices: [AlarmNotice]) {
            for notice in notices where keys.insert(notice.key).inserted {
                entries.append(Entry(second: notice.instant.secondsSince1970, key: notice.key))
            }
            let excess = entries.count - Self.most
            guard excess > 0 else { return }
            for entry in entries.prefix(excess) {
                keys.remove(entry.key)
                forgotten = max(forgotten ?? .min, entry.second)
            }
            entries.removeFirst(excess)
        }

        /// The file's contents.
        private var bytes: [UInt8] {
            var lines = entries.map { "\($0.second) \($0.key)\n" }
            if let forgotten { lines.append("\(forgotten) forgotten\n") }
            return Array(lines.joined().utf8)
        }

        private mutating func warn(_ reason: String) {
            if isWarned { return }
            isWarned = true
            Program.say(
                "warning: cannot record which alarms were delivered: \(reason); a restart may deliver them again"
            )
        }
    }
#endif
